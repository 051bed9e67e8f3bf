"""Write conditions on measures where the statement can hold them."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from gtr_core.catalog import Column
from gtr_core.compiler.exceptions import MisplacedReferenceError, UnknownReferenceError
from gtr_core.compiler.literals import literal
from gtr_core.compiler.passes.conditions import comparison
from gtr_core.compiler.plan import Plan

__all__ = ["having"]


def having(plan: Plan) -> Plan:
    """HAVING where the statement aggregates itself; WHERE where its parts have already.

    Raises:
        UnknownReferenceError: No measure has that name.
        MisplacedReferenceError: The measure shows a column: that is a filter.
    """
    statement = plan.statement
    assert statement is not None
    if not plan.spec.having:
        return plan
    statement = statement.copy()
    measured = {projection.alias: projection.this for projection in statement.expressions}
    for condition in plan.spec.having:
        output = next((output for output in plan.outputs if output.name == condition.measure), None)
        if output is None:
            known = (output.name for output in plan.outputs)
            raise UnknownReferenceError("measure", condition.measure, "the query specification", known)
        if plan.is_list:
            raise MisplacedReferenceError(f"The measure {output.name!r} aggregates nothing.", "Make it a filter.")
        subject = measured[output.name].copy()
        column = _like(plan, output.terms)
        values = tuple(literal(value, column, plan.graph.dialect) for value in condition.values)
        test = comparison(subject, condition.op, values)
        if statement.find(exp.AggFunc) is not None and len(plan.blocks) == 1:
            statement = statement.having(test, copy=False)
        else:
            statement = statement.where(test, copy=False)
    return replace(plan, statement=statement)


def _like(plan: Plan, terms: tuple[str, ...]) -> Column:
    """A column of the type that the measure has: its argument's for min and max, else a number."""
    term = plan.term(terms[0])
    if term.function in ("min", "max") and isinstance(term.argument, exp.Column):
        return plan.column(term.node, term.argument.name)
    return Column(term.name, "DOUBLE")

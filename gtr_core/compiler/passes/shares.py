"""Compute shares: the same aggregate over the rows that meet a condition, by that over all rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.exceptions import MisplacedReferenceError
from gtr_core.compiler.metric_filter import filtered_argument
from gtr_core.compiler.passes.conditions import condition_of
from gtr_core.compiler.passes.metrics import safe_division
from gtr_core.compiler.plan import Output, Plan, Term, fresh_term
from gtr_core.compiler.relations import all_of
from gtr_core.compiler.spec import AnyOf, Comparison, Filter, Measure, Stated
from gtr_core.compiler.walk import beyond, path_between, reaches_to_one

__all__ = ["share_output", "shares"]

_ADDITIVE = frozenset({"sum", "count", "count_distinct"})


def share_output(plan: Plan, measure: Measure) -> Plan:
    """The plan whose last output, where the measure is a share, is divided by itself; ``shares`` then filters it.

    Raises:
        MisplacedReferenceError: What is measured is no plain sum or count.
    """
    output = next((output for output in plan.outputs if output.name == measure.name), None)
    if not measure.share_of or output is None:
        return plan
    terms = [plan.term(name) for name in output.terms]
    if len(terms) != 1 or terms[0].function not in _ADDITIVE or not isinstance(output.formula, exp.Placeholder):
        raise MisplacedReferenceError(
            f"The measure {measure.name!r} is a share of what is no plain sum or count.", "Take a sum or a count."
        )
    part = replace(terms[0], name=fresh_term(plan, f"{measure.name}_part"))
    whole = replace(terms[0], name=fresh_term(plan, f"{measure.name}_whole"))
    above: exp.Expr = exp.Placeholder(this=part.name)
    if part.function == "sum":
        # Nothing to add is nothing of the whole, which is there.
        above = exp.Coalesce(this=above, expressions=[exp.Literal.number("0")])
    formula = safe_division(above, exp.Placeholder(this=whole.name))
    if measure.scale != 1:
        formula = exp.Mul(this=exp.Literal.number(str(measure.scale)), expression=exp.Paren(this=formula))
    kept = tuple(term for term in plan.terms if term.name != terms[0].name)
    others = tuple(other for other in plan.outputs if other.name != measure.name)
    divided = Output(measure.name, formula, (part.name, whole.name))
    return replace(plan, terms=(*kept, part, whole), outputs=(*others, divided))


def shares(plan: Plan) -> Plan:
    """The plan in which the dividend of each share counts or adds only what meets the share's filters.

    Instances that only these filters read are joined with rows missing: a row without one belongs to the whole. A row
    that has several meets the filters where one of them meets them all.

    Raises:
        MisplacedReferenceError: A filter is of a kind that does not fit in an aggregate.
    """
    for measure in plan.spec.measures:
        output = next((output for output in plan.outputs if output.name == measure.name), None)
        if measure.share_of and output is not None:
            plan = _with_condition(plan, measure, plan.term(output.terms[0]))
    plan = replace(plan, missing=_only_shared(plan))
    for term in plan.terms:
        several = sorted(read for read in term.reads if not reaches_to_one(plan.tree, term.node, read))
        if several and any(other.node != term.node for other in plan.terms):
            text = f"A share of {term.node} that asks for any of several {several[0]} cannot stand beside others."
            return plan.with_verdict("fan_out", term.node, "refused", text)
    return plan


def _with_condition(plan: Plan, measure: Measure, part: Term) -> Plan:
    kept = frozenset(plan.kept)
    reads: frozenset[str] = frozenset()
    holding: list[exp.Expr] = []
    for condition in measure.share_of:
        _check(measure, condition)
        nodes, expression = condition_of(plan, condition, kept)
        reads |= nodes
        holding.append(expression)
        others = nodes - {part.node}
        if _holds_of_nothing(condition):
            if others and isinstance(condition, AnyOf):
                text = f"The share {measure.name!r} asks for missing values or other conditions of {min(others)}."
                raise MisplacedReferenceError(text, "Ask for each alternative on its own.")
            holding += [_present(plan, part.node, node) for node in sorted(others)]
    argument = filtered_argument(part.argument, all_of(holding))
    changed = replace(part, argument=argument, reads=reads - {part.node})
    return replace(plan, terms=tuple(changed if term.name == part.name else term for term in plan.terms))


def _check(measure: Measure, condition: Filter) -> None:
    parts: Iterable[Filter] = condition.any if isinstance(condition, AnyOf) else (condition,)
    for part in parts:
        if isinstance(part, AnyOf):
            _check(measure, part)
        elif not isinstance(part, Comparison | Stated):
            text = f"The share {measure.name!r} has a filter that needs a query of its own."
            raise MisplacedReferenceError(text, "Compare columns with values in share_of.")


def _holds_of_nothing(condition: Filter) -> bool:
    """Whether a filter may hold of a row that is not there, all of whose columns are null."""
    match condition:
        case Comparison():
            return condition.op == "is_null"
        case AnyOf():
            return any(_holds_of_nothing(part) for part in condition.any)
        case _:
            return True


def _present(plan: Plan, start: str, node: str) -> exp.Expr:
    """That there is a row of an instance: the columns by which it is joined are not null."""
    column = path_between(plan.tree, start, node)[-1].on[0][1]
    return exp.Not(this=exp.Is(this=exp.column(column, table=node, quoted=True), expression=exp.Null()))


def _only_shared(plan: Plan) -> frozenset[str]:
    """The instances that nothing but the filters of shares leads to."""
    wanted = [term.node for term in plan.terms] + [dimension.node for dimension in plan.dimensions]
    wanted += [node for condition in plan.conditions for node in condition.nodes]
    wanted += [measure.per for measure in plan.spec.measures if measure.per is not None]
    if not any(term.reads for term in plan.terms):
        return frozenset()
    start = wanted[0]
    region = {start} | {step.target for node in wanted for step in path_between(plan.tree, start, node)}
    gone: frozenset[str] = frozenset()
    for term in plan.terms:
        for read in term.reads:
            step = next((s for s in path_between(plan.tree, term.node, read) if s.target not in region), None)
            gone |= frozenset() if step is None else beyond(plan.tree, step, plan.kept)
    return gone

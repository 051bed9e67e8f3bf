"""Average counts: how many rows there are for each row of another instance that has any."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.exceptions import MisplacedReferenceError
from gtr_core.compiler.passes.metrics import safe_division
from gtr_core.compiler.plan import Output, Plan, Term, fresh_term
from gtr_core.compiler.spec import Measure
from gtr_core.compiler.walk import path_between, reaches_to_one

__all__ = ["average_output"]


def average_output(plan: Plan, measure: Measure) -> Plan:
    """The plan with the average as one more output: all rows that are counted, by the different rows they belong to.

    That is what the average of the counts of each is. Which do not occur among the rows counted are not averaged.

    Raises:
        UnknownReferenceError: There is no such instance.
        MisplacedReferenceError: A row counted may belong to several, or no single column tells them apart.
    """
    node, per = str(measure.node), plan.instance(str(measure.per)).alias
    key = plan.graph.primary_key(plan.instance(per).table)
    path = path_between(plan.tree, node, per)
    if not path or not reaches_to_one(plan.tree, node, per) or len(key) != 1:
        raise MisplacedReferenceError(
            f"Rows of {node!r} cannot be counted for each {per!r}.",
            "Count for each instance of which a row has at most one, and which one column is the key of.",
        )
    own = exp.column(path[0].on[0][0], table=node, quoted=True)
    present = exp.Not(this=exp.Is(this=own, expression=exp.Null()))
    other = exp.column(key[0], table=per, quoted=True)
    # A row of the other instance may stand in a group without any row that is counted.
    argument = exp.Case(ifs=[exp.If(this=present, true=other)])
    counted = Term(fresh_term(plan, f"{measure.name}_rows"), node, "count", None)
    belonging = Term(fresh_term(plan, f"{measure.name}_groups"), node, "count_distinct", argument, frozenset({per}))
    formula = safe_division(exp.Placeholder(this=counted.name), exp.Placeholder(this=belonging.name))
    output = Output(measure.name, formula, (counted.name, belonging.name))
    return replace(plan, terms=(*plan.terms, counted, belonging), outputs=(*plan.outputs, output))

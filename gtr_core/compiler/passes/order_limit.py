"""Order and limit the statement."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.exceptions import UnknownReferenceError
from gtr_core.compiler.plan import Plan
from gtr_core.compiler.spec import Order

__all__ = ["order_limit"]


def order_limit(plan: Plan) -> Plan:
    """ORDER BY outputs, nulls last whichever the direction, and LIMIT.

    Periods that measures are grouped by stand in their order where no other is asked for.

    A list without DISTINCT may also be ordered by a column that it does not show.

    Raises:
        UnknownReferenceError: What it is to be ordered by is neither.
    """
    statement = plan.statement
    assert statement is not None
    statement = statement.copy()
    for order in plan.spec.order:
        ordered = exp.Ordered(this=_subject(plan, order), desc=order.direction == "desc", nulls_first=False)
        statement = statement.order_by(ordered, copy=False)
    if not plan.spec.order and not plan.is_list:
        for dimension in plan.dimensions:
            if dimension.grain is not None:
                period = exp.Ordered(this=exp.column(dimension.name, quoted=True), desc=False, nulls_first=False)
                statement = statement.order_by(period, copy=False)
    if plan.spec.limit is not None:
        statement = statement.limit(exp.Literal.number(str(plan.spec.limit)), copy=False)
    return replace(plan, statement=statement)


def _subject(plan: Plan, order: Order) -> exp.Expr:
    known = [output.name for output in plan.outputs] + [dimension.name for dimension in plan.dimensions]
    if order.by in known:
        return exp.column(order.by, quoted=True)
    named = [d.name for d in plan.dimensions if order.by in (f"{d.node}.{d.column.name}", d.column.name)]
    if len(named) == 1:
        return exp.column(named[0], quoted=True)
    alias, _, column = order.by.partition(".")
    if plan.is_list and not plan.spec.distinct and alias in plan.kept and column:
        return exp.column(plan.column(alias, column).name, table=alias, quoted=True)
    raise UnknownReferenceError("output", order.by, "the query specification", known)

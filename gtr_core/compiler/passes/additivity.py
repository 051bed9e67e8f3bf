"""Refuse to add up what does not add up over time."""

from __future__ import annotations

from collections.abc import Collection

from sqlglot import exp

from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.plan import Plan, Term
from gtr_core.compiler.spec import Comparison

__all__ = ["additivity", "is_one_time"]


def additivity(plan: Plan) -> Plan:
    """The plan, refused where balances of several days would be added.

    A column is one of balances where its profile says so and a time belongs to its table's key: one row a day for
    each account. Adding them is right on one day, or for each day. That a ratio was
    added is said.
    """
    for term in plan.terms:
        if term.function != "sum" or not isinstance(term.argument, exp.Column):
            continue
        table = plan.instance(term.node).table
        profile = plan.graph.column_profile(table, term.argument.name)
        kind = None if profile is None else profile.additivity
        if kind == "ratio":
            text = f"{term.node}.{term.argument.name} looks like a ratio or a price of one: its sum may say nothing."
            plan = plan.with_verdict("not_understood", term.name, "reported", text)
        times = _times(plan, term) if kind == "semi_additive" else ()
        if times and not is_one_time(plan, term.node, times):
            text = (
                f"{term.node}.{term.argument.name} is a balance of each {times[0]}: added over several it says "
                "nothing. Ask for one day, for each day, or for its average."
            )
            return plan.with_verdict("not_understood", term.name, "refused", text)
    return plan


def is_one_time(plan: Plan, node: str, columns: Collection[str]) -> bool:
    """Whether filters or dimensions keep different times of one of the columns apart."""
    wanted = {column.casefold() for column in columns}
    dimensions = [(d.node, d.column.name.casefold()) for d in plan.dimensions if d.grain in (None, "day")]
    fixed = [
        (condition.node, condition.column.casefold())
        for condition in plan.spec.filters
        if isinstance(condition, Comparison) and condition.op == "="
    ]
    return any(alias == node and column in wanted for alias, column in (*dimensions, *fixed))


def _times(plan: Plan, term: Term) -> tuple[str, ...]:
    """The columns of times in the key of a term's table."""
    table = plan.graph.table(plan.instance(term.node).table)
    key = plan.graph.primary_key(table.id)
    columns = (column for column in table.columns if column.name in key)
    kinds = ((column.name, kind_of(column.data_type, plan.graph.dialect)) for column in columns)
    return tuple(name for name, kind in kinds if kind in ("date", "timestamp"))

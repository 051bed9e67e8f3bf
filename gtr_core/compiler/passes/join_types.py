"""Decide the order, direction and kind of each block's joins, and say which rows they lose."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.plan import Block, JoinKind, Plan, PlannedJoin
from gtr_core.compiler.walk import Step, beyond, steps_from

__all__ = ["join_types"]

_WORTH_SAYING = 0.00005


def join_types(plan: Plan) -> Plan:
    """Joins of every block, walked outward from its root.

    A join is inner, since a filter, a dimension or the mere presence of its right side asks for a row there.
    It is left where the left side is the subject and the right side is only measured: all customers, with
    the number of their orders, be it none.
    """
    blocks = []
    for block in plan.blocks:
        steps = steps_from(plan.tree, block.root, block.nodes)
        left: set[str] = set()
        joins: list[PlannedJoin] = []
        for step in steps:
            kind: JoinKind = "left" if step.source in left or _is_optional(plan, block, step) else "inner"
            if kind == "left":
                left.add(step.target)
            else:
                plan = _row_loss(plan, step)
            plan = _conditional(plan, step)
            joins.append(PlannedJoin(step, kind))
        blocks.append(replace(block, joins=tuple(joins)))
    return replace(plan, blocks=tuple(blocks))


def _is_optional(plan: Plan, block: Block, step: Step) -> bool:
    """Whether nothing but measures is asked of what lies behind a step to many, and all else lies before it."""
    if not step.to_many or plan.is_list:
        return False
    behind = beyond(plan.tree, step, block.nodes)
    measured = {plan.term(name).node for other in plan.blocks if other.nodes == block.nodes for name in other.terms}
    asked = {dimension.node for dimension in plan.dimensions}
    asked |= {node for condition in plan.conditions for node in condition.nodes}
    return bool(measured & behind) and not asked & behind and bool(plan.dimensions or measured - behind)


def _row_loss(plan: Plan, step: Step) -> Plan:
    """The verdict on rows whose key is null or finds nothing, where that was measured."""
    measurement = step.join.edge.measurement
    if not step.to_parent or measurement is None:
        return plan
    lost = measurement.null_rate + (1 - measurement.null_rate) * measurement.orphan_rate
    if lost < _WORTH_SAYING:
        return plan
    text = (
        f"{lost:.2%} of the rows of {step.source} have no row of {step.target} "
        f"({measurement.null_rate:.2%} without a key, {measurement.orphan_rate:.2%} of the keys without a match) "
        f"and are left out{', by a sample' if measurement.sampled else ''}."
    )
    return plan.with_verdict("row_loss", f"{step.source} -> {step.target}", "reported", text)


def _conditional(plan: Plan, step: Step) -> Plan:
    edge = step.join.edge
    conditions = (*edge.conditions, *edge.parent_conditions)
    if not conditions:
        return plan
    text = f"The join is declared only where {' and '.join(conditions)}; that is not applied."
    return plan.with_verdict("not_understood", f"{step.source} -> {step.target}", "reported", text)

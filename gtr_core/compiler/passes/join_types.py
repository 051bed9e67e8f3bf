"""Decide the order, direction and kind of each block's joins, and say which rows they lose."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.exceptions import MisplacedReferenceError
from gtr_core.compiler.plan import Block, JoinKind, Plan, PlannedJoin
from gtr_core.compiler.relations import edge_conditions
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
    missing = _may_be_missing(plan)
    for block in plan.blocks:
        if block.root in missing:
            block = replace(block, root=next(a for a in plan.kept if a in block.nodes and a not in missing))
        steps = steps_from(plan.tree, block.root, block.nodes)
        left: set[str] = set()
        joins: list[PlannedJoin] = []
        for step in steps:
            is_left = step.source in left or step.target in missing or _is_optional(plan, block, step)
            kind: JoinKind = "left" if is_left else "inner"
            if kind == "left":
                left.add(step.target)
            else:
                plan = _row_loss(plan, step)
            plan = _conditional(plan, step)
            joins.append(PlannedJoin(step, kind))
        blocks.append(replace(block, joins=tuple(joins)))
    return replace(plan, blocks=tuple(blocks))


def _may_be_missing(plan: Plan) -> frozenset[str]:
    """The instances that the specification calls optional.

    Raises:
        UnknownReferenceError: The tree has no such instance.
        MisplacedReferenceError: A filter asks for a row of one, or all are optional.
    """
    missing = frozenset(plan.instance(alias).alias for alias in plan.spec.optional)
    filtered = {node for condition in plan.conditions for node in condition.nodes}
    for alias in sorted(missing & filtered):
        raise MisplacedReferenceError(
            f"{alias!r} is optional, yet a filter asks for a row of it.", "Leave one of both out."
        )
    for block in plan.blocks:
        if block.nodes and block.nodes <= missing:
            raise MisplacedReferenceError("All that is asked for is optional.", "Name in optional what may be missing.")
    return missing | plan.missing


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
    edge, where = step.join.edge, f"{step.source} -> {step.target}"
    _, rejected = edge_conditions(plan, step)
    applied = [text for text in (*edge.conditions, *edge.parent_conditions) if text not in rejected]
    if applied:
        child = step.source if step.to_parent else step.target
        text = f"The join is declared only where {' and '.join(applied)}: other rows of {child} find no partner by it."
        plan = plan.with_verdict("row_loss", where, "reported", text)
    if rejected:
        reasons = "; ".join(f"{text} ({reason})" for text, reason in rejected.items())
        text = f"The join is declared only where {reasons}; that is not applied."
        plan = plan.with_verdict("not_understood", where, "reported", text)
    return plan

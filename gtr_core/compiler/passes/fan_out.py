"""Keep joins to many rows from inflating what is counted and added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.plan import Block, Plan, Term
from gtr_core.compiler.walk import beyond, is_repeated, path_between, reaches_to_one, steps_from

__all__ = ["fan_out"]

_UNHARMED = frozenset({"min", "max", "count_distinct", "none"})


def fan_out(plan: Plan) -> Plan:
    """The plan in which every row of a term's instance is aggregated once, however often joins repeat it.

    Counts become distinct counts of the primary key; sums, averages and medians are computed over
    distinct rows, in a block of their own. Without a key neither is possible, and the query is refused.
    Where what repeats them is only measured beside them, they are aggregated without it, so that rows which have
    none of it count as well.
    """
    blocks: list[Block] = []
    plan = _measured_apart(plan)
    for block in plan.blocks:
        plain: list[str] = []
        apart: dict[tuple[str, str], list[str]] = {}
        for term in (plan.term(name) for name in block.terms):
            if term.function in _UNHARMED or not is_repeated(plan.tree, term.node, block.nodes):
                plain.append(term.name)
                continue
            key = plan.graph.primary_key(plan.instance(term.node).table)
            if not key:
                return _refused(plan, block, term)
            if term.function == "count" and len(key) == 1:
                plan = _counted(plan, block, term, key[0])
                plain.append(term.name)
            else:
                # Repeated rows of one row may differ in what a share asks: with others it would repeat theirs.
                differs = any(not reaches_to_one(plan.tree, term.node, read) for read in term.reads)
                apart.setdefault((term.node, term.name if differs else ""), []).append(term.name)
        if plain or not block.terms:
            fact = plan.term(plain[0]).node if plain else block.fact
            blocks.append(replace(block, name=fact, fact=fact, terms=tuple(plain)))
        for (node, _), names in apart.items():
            blocks.append(Block(node, node, block.root, block.nodes, tuple(names), deduplicated=True))
            plan = _deduplicated(plan, block, node, names)
    plan = replace(plan, blocks=tuple(blocks))
    return _repeated_list(plan) if plan.is_list and not plan.spec.distinct else plan


def _measured_apart(plan: Plan) -> Plan:
    """The plan with blocks of their own for terms whose rows are repeated only by what is measured beside them."""
    if plan.is_list:
        return plan
    asked = {dimension.node for dimension in plan.dimensions}
    asked |= {node for condition in plan.conditions for node in condition.nodes}
    asked |= {node for term in plan.terms for node in term.reads}
    measured = {term.node for term in plan.terms}
    blocks: list[Block] = []
    for block in plan.blocks:
        terms = [plan.term(name) for name in block.terms]
        apart: dict[str, Block] = {}
        for term in terms:
            sides = [
                beyond(plan.tree, step, block.nodes)
                for step in steps_from(plan.tree, term.node, block.nodes)
                if step.to_many
            ]
            removed = frozenset[str]().union(*(side for side in sides if side & measured and not side & asked))
            if removed and term.node not in removed and term.function != "none":
                nodes = block.nodes - removed
                root = block.root if block.root in nodes else term.node
                before = apart.get(term.node) or Block(term.node, term.node, root, nodes, ())
                apart[term.node] = replace(before, terms=(*before.terms, term.name))
                text = f"{_repeaters(plan, block, term.node)} repeat rows of {term.node}: it is aggregated on its own."
                plan = plan.with_verdict("fan_out", term.node, "aggregated", text)
        rest = tuple(term for term in terms if term.node not in apart)
        if rest:
            names = tuple(term.name for term in rest)
            blocks.append(replace(block, name=rest[0].node, fact=rest[0].node, terms=names) if apart else block)
        blocks.extend(apart.values())
    return replace(plan, blocks=tuple(blocks))


def _counted(plan: Plan, block: Block, term: Term, key: str) -> Plan:
    """Count of rows -> count of distinct keys; of a column -> of the keys where it is not null."""
    reference: exp.Expr = exp.column(key, table=term.node, quoted=True)
    if term.argument is not None and term.argument != reference:
        present = exp.Not(this=exp.Is(this=term.argument.copy(), expression=exp.Null()))
        reference = exp.Case(ifs=[exp.If(this=present, true=reference)])
    changed = replace(term, function="count_distinct", argument=reference)
    terms = tuple(changed if other.name == term.name else other for other in plan.terms)
    text = f"{_repeaters(plan, block, term.node)} repeat rows of {term.node}: distinct {key} are counted."
    return replace(plan, terms=terms).with_verdict("fan_out", term.node, "aggregated", text)


def _deduplicated(plan: Plan, block: Block, node: str, names: Iterable[str]) -> Plan:
    text = (
        f"{_repeaters(plan, block, node)} repeat rows of {node}: "
        f"{', '.join(names)} are computed over its distinct rows."
    )
    plan = plan.with_verdict("fan_out", node, "aggregated", text)
    for dimension in plan.dimensions:
        if is_repeated(plan.tree, node, [node, *_path(plan, node, dimension.node)]):
            text = f"One row of {node} may count for several values of {dimension.node}.{dimension.column.name}."
            plan = plan.with_verdict("fan_out", dimension.node, "reported", text)
    return plan


def _refused(plan: Plan, block: Block, term: Term) -> Plan:
    text = (
        f"{_repeaters(plan, block, term.node)} repeat rows of {term.node}, and no key is known by which to tell "
        f"them apart: {term.function} of it would be inflated."
    )
    return plan.with_verdict("fan_out", term.node, "refused", text)


def _repeated_list(plan: Plan) -> Plan:
    block = plan.blocks[0]
    shown = dict.fromkeys([*(d.node for d in plan.dimensions), *(term.node for term in plan.terms)])
    if shown and all(is_repeated(plan.tree, node, block.nodes) for node in shown):
        text = f"{_repeaters(plan, block, block.fact)} may repeat the same row in the list."
        return plan.with_verdict("fan_out", block.fact, "reported", text)
    return plan


def _repeaters(plan: Plan, block: Block, node: str) -> str:
    """The instances by which rows of ``node`` are repeated, in words."""
    targets = [step.target for step in steps_from(plan.tree, node, block.nodes) if step.to_many]
    return f"Joins to {' and '.join(targets)}" if targets else "Joins"


def _path(plan: Plan, start: str, end: str) -> list[str]:
    return [step.target for step in path_between(plan.tree, start, end)]

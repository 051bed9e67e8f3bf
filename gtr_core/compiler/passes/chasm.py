"""Part the query into blocks, so that two facts under one dimension are never joined to each other."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.plan import Block, Plan
from gtr_core.compiler.walk import Step, beyond, path_between, reaches_to_one

__all__ = ["chasm"]


def chasm(plan: Plan) -> Plan:
    """One block for each fact in a chasm trap, one for all where there is none.

    Two facts stand in a chasm where the way from one to the other climbs to something that they share and then
    descends to many: joined, each would be repeated for every row of the other. Then a fact's block leaves the
    other's branch out, and dimensions that are not shared by all facts are refused. Facts that a third table
    relates to each other (suppliers and customers, by the lines of orders) stand in none.
    """
    facts = tuple(dict.fromkeys(term.node for term in plan.terms))
    cuts = {(fact, other): _descent(plan, fact, other) for fact in facts for other in facts if fact != other}
    apart = {fact for (fact, _), step in cuts.items() if step is not None}
    if plan.is_list or not apart:
        return replace(plan, blocks=(_whole(plan, tuple(term.name for term in plan.terms)),))
    blocks: list[Block] = []
    for fact in facts:
        nodes = frozenset(plan.kept)
        for other in sorted(apart - {fact}):
            step = cuts[fact, other]
            if step is not None:
                nodes -= beyond(plan.tree, step, plan.kept)
        terms = tuple(term.name for term in plan.terms if term.node == fact)
        blocks.append(Block(fact, fact, fact, nodes, terms))
    return _checked(replace(plan, blocks=tuple(blocks)), sorted(apart))


def _descent(plan: Plan, fact: str, other: str) -> Step | None:
    """The step at which the way to another fact, having climbed, descends to many; None where it does not."""
    if reaches_to_one(plan.tree, fact, other) or reaches_to_one(plan.tree, other, fact):
        return None
    climbed = False
    for step in path_between(plan.tree, fact, other):
        if climbed and step.to_many:
            return step
        climbed = climbed or not step.to_many
    return None


def _whole(plan: Plan, terms: tuple[str, ...]) -> Block:
    root = plan.tree.root if plan.tree.root in plan.kept else plan.kept[0]
    nodes = {term.node for term in plan.terms}
    fact = next((node for node in plan.kept if node in nodes), root)
    return Block(fact, fact, root, frozenset(plan.kept), terms)


def _checked(plan: Plan, apart: list[str]) -> Plan:
    """Verdicts of the split, and the refusals it may call for."""
    where = " and ".join(apart)
    for dimension in plan.dimensions:
        missing = [block.fact for block in plan.blocks if dimension.node not in block.nodes]
        if missing:
            text = (
                f"{dimension.node}.{dimension.column.name} is not shared by {', '.join(missing)}: "
                f"measures of {where} cannot stand side by side for it."
            )
            return plan.with_verdict("chasm", where, "refused", text)
    for condition in plan.conditions:
        if any(block.nodes & condition.nodes and not condition.nodes <= block.nodes for block in plan.blocks):
            text = f"A filter links {' and '.join(sorted(condition.nodes))}, which no single fact of {where} has."
            return plan.with_verdict("chasm", where, "refused", text)
    for block in plan.blocks:
        unread = frozenset[str]().union(*(plan.term(name).reads for name in block.terms)) - block.nodes
        if unread:
            text = f"A share of {block.fact} asks for {', '.join(sorted(unread))}, which {where} do not share."
            return plan.with_verdict("chasm", where, "refused", text)
        foreign = sorted({node for condition in plan.conditions for node in condition.nodes} - block.nodes)
        if foreign:
            text = f"Filters on {', '.join(foreign)} do not apply to the measures of {block.fact}."
            plan = plan.with_verdict("chasm", block.fact, "reported", text)
    text = f"Joined to each other, {where} would repeat each other's rows: each is aggregated on its own first."
    return plan.with_verdict("chasm", where, "aggregated", text)

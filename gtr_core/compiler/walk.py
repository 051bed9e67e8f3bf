"""Walking a join tree from any of its instances, with what each step does to the number of rows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gtr_core.context.join_tree import JoinTree, TreeJoin

__all__ = ["Step", "beyond", "is_repeated", "path_between", "reaches_to_one", "steps_from"]

_TO_MANY = ("one_to_many", "many_to_many")
_FROM_MANY = ("many_to_one", "many_to_many")


@dataclass(frozen=True, slots=True)
class Step:
    """A join of the tree, walked from ``source`` to ``target``, in whichever direction."""

    source: str
    target: str
    join: TreeJoin

    @property
    def on(self) -> tuple[tuple[str, str], ...]:
        """Pairs of the source's column and the target's column."""
        if self.source == self.join.left:
            return self.join.on
        return tuple((right, left) for left, right in self.join.on)

    @property
    def to_parent(self) -> bool:
        """Whether it leads from the foreign key's side to the side that is referred to."""
        return (self.source == self.join.left) != self.join.fan_out

    @property
    def to_many(self) -> bool:
        """Whether one row of the source may meet several of the target.

        One-to-one is believed only where all rows were looked at: a sample in which no parent has two
        children proves nothing.
        """
        measurement = self.join.edge.measurement
        if measurement is not None and measurement.sampled and measurement.cardinality == "one_to_one":
            return not self.to_parent
        ways = _TO_MANY if self.source == self.join.left else _FROM_MANY
        return self.join.cardinality in ways


def steps_from(tree: JoinTree, start: str, nodes: Collection[str]) -> tuple[Step, ...]:
    """All steps outward from an instance within ``nodes``, nearest first, else in the tree's order."""
    steps: list[Step] = []
    reached = [start]
    for source in reached:
        for join in tree.joins:
            for end, other in ((join.left, join.right), (join.right, join.left)):
                if end == source and other in nodes and other not in reached:
                    steps.append(Step(source, other, join))
                    reached.append(other)
    return tuple(steps)


def path_between(tree: JoinTree, start: str, end: str) -> tuple[Step, ...]:
    """The steps from one instance to another; empty where they are the same."""
    came_by = {step.target: step for step in steps_from(tree, start, [node.alias for node in tree.nodes])}
    path: list[Step] = []
    while end != start:
        path.append(came_by[end])
        end = came_by[end].source
    return tuple(reversed(path))


def beyond(tree: JoinTree, step: Step, nodes: Collection[str]) -> frozenset[str]:
    """The instances behind a step: its target and what is reached from there without going back."""
    rest = [node for node in nodes if node != step.source]
    return frozenset({step.target} | {further.target for further in steps_from(tree, step.target, rest)})


def reaches_to_one(tree: JoinTree, start: str, end: str) -> bool:
    """Whether each row of the one instance has at most one of the other."""
    return not any(step.to_many for step in path_between(tree, start, end))


def is_repeated(tree: JoinTree, node: str, nodes: Collection[str]) -> bool:
    """Whether joining ``nodes`` may repeat rows of ``node`` (the fan-out trap)."""
    return any(step.to_many for step in steps_from(tree, node, nodes))

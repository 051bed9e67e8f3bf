"""Join trees: which instances of which tables, and how they join."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.catalog import Cardinality, JoinEdge, Relation

__all__ = ["Instance", "JoinTree", "TreeJoin"]

_REVERSED: dict[Cardinality, Cardinality] = {
    "one_to_one": "one_to_one",
    "many_to_one": "one_to_many",
    "one_to_many": "many_to_one",
    "many_to_many": "many_to_many",
}


@dataclass(frozen=True, slots=True)
class Instance:
    """One occurrence of a table in a join tree: a table in a role.

    Attributes:
        alias: Unique within its tree; the table's short name, or ``<role>_<name>`` where it has a role.
        table: Table id.
        role: Set where the same table stands in the tree more than once, or where the key names a role.
    """

    alias: str
    table: str
    relation: Relation
    role: str | None = None


@dataclass(frozen=True, slots=True)
class TreeJoin:
    """A join between two instances of a tree: ``left`` stands nearer to the root.

    Attributes:
        edge: The join edge of the context graph.
        fan_out: True where the edge is walked from parent to child, so that a row of ``left`` may
            meet many rows of ``right``. Then ``left`` is the edge's parent, else its child.
    """

    left: str
    right: str
    edge: JoinEdge
    fan_out: bool = False

    @property
    def on(self) -> tuple[tuple[str, str], ...]:
        """Pairs of the left instance's column and the right instance's column."""
        if self.fan_out:
            return tuple((parent, child) for child, parent in self.edge.pairs)
        return self.edge.pairs

    @property
    def cardinality(self) -> Cardinality:
        """From left to right."""
        cardinality = self.edge.cardinality
        return _REVERSED[cardinality] if self.fan_out else cardinality


@dataclass(frozen=True, slots=True)
class JoinTree:
    """A rooted, minimal, topologically ordered join tree.

    Attributes:
        root: Alias of the root.
        nodes: The root first; each further instance is joined to one listed before it.
        joins: One a node but the root, in the order of ``nodes``.
    """

    root: str
    nodes: tuple[Instance, ...]
    joins: tuple[TreeJoin, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """Distinct table ids, sorted."""
        return tuple(sorted({node.table for node in self.nodes}))

    def node(self, alias: str) -> Instance | None:
        """The instance of that alias."""
        return next((node for node in self.nodes if node.alias == alias), None)

    def join_to(self, alias: str) -> TreeJoin | None:
        """The join by which that instance hangs below its parent in the tree; None for the root."""
        return next((join for join in self.joins if join.right == alias), None)

    def path(self, alias: str) -> tuple[TreeJoin, ...]:
        """The joins from the root down to that instance."""
        path: list[TreeJoin] = []
        join = self.join_to(alias)
        while join is not None:
            path.append(join)
            join = self.join_to(join.left)
        return tuple(reversed(path))

"""Join edges: how a child table refers to a parent table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Cardinality", "JoinEdge", "JoinMeasurement", "Origin"]

Cardinality = Literal["one_to_one", "many_to_one", "one_to_many", "many_to_many"]

Origin = Literal[
    "relationships_test",
    "foreign_key_test",
    "constraint",
    "semantic_entity",
    "meta",
    "warehouse_key",
    "inferred",
    "query_history",
    "reviewed",
]


@dataclass(frozen=True, slots=True)
class JoinMeasurement:
    """What the data say of an edge, read from child to parent.

    Attributes:
        cardinality: As measured, in the direction child to parent.
        match_rate: Share of child rows with a key (none of its columns null) that find a parent row.
        orphan_rate: Share of child rows with a key that find none.
        null_rate: Share of child rows without a key.
        rows: Child rows that were looked at.
        sampled: Whether those rows are a sample.
        conditional: Whether only rows that meet the edge's conditions were looked at. False for an edge
            with conditions means that these could not be applied.
        child_distinct: Distinct keys among those child rows; None where it was not counted.
        parent_distinct: Distinct keys of the whole parent; None where it was not counted.
        measured_at: When, in ISO form with time zone; None where unknown. It does not tell measurements apart.
    """

    cardinality: Cardinality
    match_rate: float
    orphan_rate: float
    null_rate: float
    rows: int
    sampled: bool = False
    conditional: bool = False
    child_distinct: int | None = None
    parent_distinct: int | None = None
    measured_at: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class JoinEdge:
    """Child columns that refer to parent columns; several columns are one composite edge.

    Attributes:
        child: Table id of the foreign key's side.
        parent: Table id of the side that is referred to.
        origins: All places that state this edge, the strongest first.
        role: What the parent is to the child (``ship_address``), where the name of the key or the
            project says so.
        conditions: SQL conditions on the child's rows under which the edge is claimed, as the project
            wrote them.
        parent_conditions: The same on the parent's rows.
        severity: ``warn`` where the project's test only warns, else ``error``; None where no test.
        enabled: False where every statement of the edge is a disabled test.
        confidence: Probability that the edge is a true join, 1 for declared ones.
        measurement: What the data say, None where it was not measured.
        problem: Why it was not measured, where that failed.
        claimed: The cardinality that is taken for true until it is measured: what a foreign key promises.
        contradicted: Whether somebody states the edge and the data say otherwise: it stays, flagged.
    """

    child: str
    child_columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    origins: tuple[Origin, ...] = ()
    role: str | None = None
    conditions: tuple[str, ...] = ()
    severity: str | None = None
    enabled: bool = True
    confidence: float = 1.0
    measurement: JoinMeasurement | None = None
    problem: str | None = None
    parent_conditions: tuple[str, ...] = ()
    contradicted: bool = False
    claimed: Cardinality = "many_to_one"

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs of child column and parent column."""
        return tuple(zip(self.child_columns, self.parent_columns, strict=True))

    @property
    def cardinality(self) -> Cardinality:
        """As measured, else as claimed."""
        return self.claimed if self.measurement is None else self.measurement.cardinality

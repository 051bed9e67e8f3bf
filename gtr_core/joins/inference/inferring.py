"""Joins that nobody declared: keys and edges from the rows of a warehouse's tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gtr_core.catalog import JoinEdge, Key, Table
from gtr_core.joins.inference.column_values import TableValues
from gtr_core.joins.inference.judging import judge
from gtr_core.joins.inference.keys import KeyCandidate, key_candidates
from gtr_core.joins.inference.models import key_model
from gtr_core.joins.inference.reading import ReadingSettings, read_table
from gtr_core.joins.inference.selection import ScoredEdge
from gtr_core.joins.inference.tolerance import TolerantEdge
from gtr_core.joins.inference.verification import verified_columns, verified_keys
from gtr_core.joins.measurement import MeasurementSettings, measure_join
from gtr_core.joins.roles import name_roles
from gtr_core.llm import LanguageModel
from gtr_core.warehouse import Warehouse, WarehouseError

__all__ = ["InferenceSettings", "Inferred", "infer_joins"]


@dataclass(frozen=True, slots=True)
class InferenceSettings:
    """Limits of an inference.

    Attributes:
        least: Confidence below which nothing is a join.
        reading: How the tables are read.
        measured_rows: Child rows by which an edge that was found is measured.
        budget_s: Seconds after which no further table is read and no further edge measured; None: no limit.
    """

    least: float = 0.35
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    measured_rows: int = 100_000
    budget_s: float | None = None


@dataclass(frozen=True, slots=True)
class Inferred:
    """What was found.

    Attributes:
        keys: All keys, the primary one of each table first.
        joins: Edges of origin ``inferred``, measured, with roles.
        reasons: What speaks for each edge, in the order of ``joins``.
        tolerant: Joins that show only when values are compared by meaning. They are no edges: as the columns
            are stored they match little or do not compare.
        failed: Sentences about tables that could not be read, by table id.
        late: Tables that were not read because the time was over, by id.
        asked, unanswered: Columns that a language model was asked about, and those of them without usable answer.
    """

    keys: tuple[KeyCandidate, ...]
    joins: tuple[JoinEdge, ...]
    reasons: tuple[tuple[str, ...], ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    tolerant: tuple[TolerantEdge, ...] = ()
    late: tuple[str, ...] = ()
    asked: int = 0
    unanswered: int = 0


def infer_joins(
    warehouse: Warehouse,
    tables: Sequence[Table],
    settings: InferenceSettings | None = None,
    *,
    keys: Sequence[Key] = (),
    model: LanguageModel | None = None,
    advance: Callable[[str], None] | None = None,
    settled: Collection[str] = (),
) -> Inferred:
    """Find keys and joins of these tables in their rows, and measure the joins.

    One statement a table reads a sample of its rows; one more a large table shows which columns are unique
    throughout. Candidates are columns whose values lie within a unique column (Bauckmann et al., 2007:
    Efficiently detecting inclusion dependencies; pruned by type, range and probes instead of compared pair by
    pair), scored by names and data (after Rostin et al., 2009: A machine learning approach to foreign key
    discovery). A table that cannot be read is reported and left out.

    Args:
        warehouse: Where the tables are.
        tables: With their columns.
        settings: Limits.
        keys: Primary keys that are declared; they are taken as they are.
        model: Decides what the score leaves open; None: the score alone does.
        advance: Told of each table that was read.
        settled: Ids of tables among which nothing new is looked for, since that was done before: a pair of two of
            them is neither compared nor measured.

    Raises:
        ConnectionLostError: The connection broke.
    """
    settings = settings or InferenceSettings()
    by_id = {table.id: table for table in tables}
    failed: dict[str, str] = {}
    late: list[str] = []
    clock = _Budget(settings.budget_s)
    read: list[TableValues] = []
    found: dict[str, tuple[KeyCandidate, ...]] = {}
    declared = {key.table: key for key in keys if key.primary}
    # Tables that are new first: without them there is nothing to look for among the others.
    for table in sorted(tables, key=lambda one: one.id in settled):
        if clock.over:
            late.append(table.id)
            continue
        try:
            values, of_table = _read(warehouse, table, settings, declared.get(table.id))
        except WarehouseError as error:
            if error.transient:
                raise
            failed[table.id] = str(error)
            continue
        read.append(values)
        found[table.id] = of_table
        if advance is not None:
            advance(table.name)
    judged = judge(
        warehouse, read, found, by_id, least=settings.least, limits=settings.reading, model=model,
        settled=frozenset(settled),
    )  # fmt: skip
    edges, sizes = judged.edges, _key_sizes(read, found)
    measured = [
        _unmeasured(edge) if clock.over else _measured(warehouse, edge, by_id, settings, sizes) for edge in edges
    ]
    order = sorted(
        range(len(edges)), key=lambda place: (edges[place].child, edges[place].parent, edges[place].child_columns)
    )
    return Inferred(
        keys=tuple(key for table in tables for key in found.get(table.id, ())),
        joins=name_roles([measured[place] for place in order]),
        reasons=tuple(edges[place].reasons for place in order),
        failed=failed,
        tolerant=judged.tolerant,
        late=tuple(late),
        asked=len(judged.heard.asked),
        unanswered=len(judged.heard.failed),
    )


class _Budget:
    """Whether the time that was given is over."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end


def _read(
    warehouse: Warehouse, table: Table, settings: InferenceSettings, declared: Key | None
) -> tuple[TableValues, tuple[KeyCandidate, ...]]:
    timeout = settings.reading.timeout_s
    values = verified_columns(warehouse, table, read_table(warehouse, table, settings.reading), timeout)
    keys = verified_keys(warehouse, table, values, key_candidates(values, key_model()), settings.reading)
    if declared is not None:
        others = tuple(replace(key, primary=False) for key in keys if set(key.columns) != set(declared.columns))
        keys = (KeyCandidate(table.id, declared.columns, 1.0, primary=True), *others)
    return values, keys


def _unmeasured(edge: ScoredEdge) -> JoinEdge:
    return replace(_as_join(edge), problem="the time for inference was over before it was measured")


def _as_join(edge: ScoredEdge) -> JoinEdge:
    return JoinEdge(
        edge.child, edge.child_columns, edge.parent, edge.parent_columns, origins=("inferred",),
        confidence=edge.confidence,
    )  # fmt: skip


def _measured(
    warehouse: Warehouse, edge: ScoredEdge, tables: Mapping[str, Table], settings: InferenceSettings,
    sizes: Mapping[tuple[str, tuple[str, ...]], int],
) -> JoinEdge:  # fmt: skip
    return measure_join(
        warehouse,
        _as_join(edge),
        tables,
        MeasurementSettings(rows=settings.measured_rows, timeout_s=settings.reading.timeout_s),
        parent_keys=sizes.get((edge.parent, edge.parent_columns)),
    )


def _key_sizes(
    read: Sequence[TableValues], keys: Mapping[str, Sequence[KeyCandidate]]
) -> dict[tuple[str, tuple[str, ...]], int]:
    """How many values the keys have that are unique in the whole table, as it was read or counted."""
    single = {
        (column.table, (column.name,)): column.distinct if column.keys is None else column.keys
        for table in read
        for column in table.columns
        if column.unique and (column.whole or column.keys is not None)
    }
    wide = {(key.table, key.columns): key.size for several in keys.values() for key in several if key.size is not None}
    return single | wide

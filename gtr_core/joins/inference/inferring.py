"""Joins that nobody declared: keys and edges from the rows of a warehouse's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gtr_core.catalog import JoinEdge, Key, Table
from gtr_core.joins.inference.adjudication import adjudicate
from gtr_core.joins.inference.column_values import TableValues
from gtr_core.joins.inference.keys import KeyCandidate, key_candidates
from gtr_core.joins.inference.models import join_model, key_model
from gtr_core.joins.inference.preparation import prepare
from gtr_core.joins.inference.reading import ReadingSettings, read_table
from gtr_core.joins.inference.rules import ruled
from gtr_core.joins.inference.selection import (
    ScoredEdge,
    select_composites,
    select_edges,
    select_possible,
    without_parts,
    without_second_keys,
)
from gtr_core.joins.inference.tolerance import TolerantEdge, tolerant_edges
from gtr_core.joins.inference.verification import (
    verified_candidates,
    verified_columns,
    verified_composites,
    verified_keys,
)
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
    """

    least: float = 0.35
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    measured_rows: int = 100_000


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
    """

    keys: tuple[KeyCandidate, ...]
    joins: tuple[JoinEdge, ...]
    reasons: tuple[tuple[str, ...], ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    tolerant: tuple[TolerantEdge, ...] = ()


def infer_joins(
    warehouse: Warehouse,
    tables: Sequence[Table],
    settings: InferenceSettings | None = None,
    *,
    keys: Sequence[Key] = (),
    model: LanguageModel | None = None,
    advance: Callable[[str], None] | None = None,
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

    Raises:
        ConnectionLostError: The connection broke.
    """
    settings = settings or InferenceSettings()
    by_id = {table.id: table for table in tables}
    failed: dict[str, str] = {}
    read: list[TableValues] = []
    found: dict[str, tuple[KeyCandidate, ...]] = {}
    declared = {key.table: key for key in keys if key.primary}
    for table in tables:
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
    edges, tolerant = _edges(warehouse, read, found, by_id, settings, model)
    sizes = _key_sizes(read)
    measured = [_measured(warehouse, edge, by_id, settings, sizes) for edge in edges]
    order = sorted(
        range(len(edges)), key=lambda place: (edges[place].child, edges[place].parent, edges[place].child_columns)
    )
    return Inferred(
        keys=tuple(key for table in tables for key in found.get(table.id, ())),
        joins=name_roles([measured[place] for place in order]),
        reasons=tuple(edges[place].reasons for place in order),
        failed=failed,
        tolerant=tolerant,
    )


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


def _edges(
    warehouse: Warehouse, read: Sequence[TableValues], keys: Mapping[str, tuple[KeyCandidate, ...]],
    tables: Mapping[str, Table], settings: InferenceSettings, model: LanguageModel | None,
) -> tuple[list[ScoredEdge], tuple[TolerantEdge, ...]]:  # fmt: skip
    limits = settings.reading
    prepared = prepare(
        read,
        key_model(),
        keys,
        verify=lambda candidates: verified_candidates(
            warehouse, candidates, tables, rows=limits.rows, seed=limits.seed, timeout_s=limits.timeout_s
        ),
    )
    confidences = join_model().probabilities(prepared.features) if prepared.candidates else np.zeros(0)
    confidences = ruled(prepared.candidates, confidences, prepared.facts)
    confidences = adjudicate(prepared.candidates, confidences, model).confidences
    singles = select_edges(prepared.candidates, confidences, settings.least)
    singles = without_second_keys(singles, prepared.facts.primary)
    # Of candidates of several columns only those are held against the warehouse that could be chosen.
    possible = select_possible(prepared.composites, singles)
    composites = select_composites(
        verified_composites(warehouse, possible, tables, limits.rows), singles, settings.least
    )
    edges = [*without_parts(singles, composites), *composites]
    with_parent = {(edge.child, column) for edge in edges for column in edge.child_columns}
    return edges, tolerant_edges(prepared.columns, prepared.parents, with_parent | set(prepared.facts.primary))


def _measured(
    warehouse: Warehouse, edge: ScoredEdge, tables: Mapping[str, Table], settings: InferenceSettings,
    sizes: Mapping[tuple[str, tuple[str, ...]], int],
) -> JoinEdge:  # fmt: skip
    return measure_join(
        warehouse,
        JoinEdge(
            edge.child, edge.child_columns, edge.parent, edge.parent_columns, origins=("inferred",),
            confidence=edge.confidence,
        ),
        tables,
        MeasurementSettings(rows=settings.measured_rows, timeout_s=settings.reading.timeout_s),
        parent_keys=sizes.get((edge.parent, edge.parent_columns)),
    )  # fmt: skip


def _key_sizes(read: Sequence[TableValues]) -> dict[tuple[str, tuple[str, ...]], int]:
    """How many values the columns have that are unique in the whole table, as it was read or counted."""
    return {
        (column.table, (column.name,)): column.distinct if column.keys is None else column.keys
        for table in read
        for column in table.columns
        if column.unique and (column.whole or column.keys is not None)
    }

"""The step that finds keys and joins that nobody declared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gtr_core.build.former import Former
from gtr_core.build.inference_reuse import LATE, inference_state, reusable
from gtr_core.build.partial_refresh import Kept
from gtr_core.build.progress import Progress
from gtr_core.catalog import Catalog, JoinEdge, Key, Table
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.joins.inference import InferenceSettings, Inferred, KeyCandidate, infer_joins
from gtr_core.joins.inference.verification import still_unique
from gtr_core.joins.merging import merged_joins
from gtr_core.llm import LanguageModel
from gtr_core.warehouse import Warehouse

__all__ = ["LEAST_CONFIDENCE", "InferredPart", "with_inferred_joins"]

LEAST_CONFIDENCE: Final = 0.4
"""Inferred joins that are less certain do not enter a context. Below it hardly any more joins of the measured
databases are right, and above it more are lost than false ones are kept out."""

_LEAST_KEY: Final = 0.5


@dataclass(frozen=True, slots=True)
class InferredPart:
    """The context's joins and keys after inference.

    Attributes:
        joins: The stated edges and the inferred ones that say more.
        keys: Keys of origin ``inferred``, of tables of which nobody states a primary key.
        failed: Tables that were not looked at because the time was over.
        warnings: Sentences about tables that could not be read, and about what a language model left unanswered.
        state: By which inference it was found, for the next build to compare.
    """

    joins: tuple[JoinEdge, ...]
    keys: tuple[Key, ...] = ()
    failed: tuple[FailedTable, ...] = ()
    warnings: tuple[str, ...] = ()
    state: str | None = None


def with_inferred_joins(
    warehouse: Warehouse,
    catalog: Catalog,
    stated: Sequence[JoinEdge],
    progress: Progress,
    *,
    former: Former | None = None,
    unchanged: Collection[str] = (),
    kept: Kept | None = None,
    budget_s: float | None = None,
    model: LanguageModel | None = None,
) -> InferredPart:
    """The stated edges and the inferred ones that say more, and primary keys where none is stated.

    What somebody stated wins: it is never changed, and its columns get no other parent. Left out are hidden
    tables, tables to which the project prefers another (the raw rows of a model), and edges between a table
    and one that it is built from: these share their keys because one is a copy of the other. Pairs of tables that
    the last build has looked at are not looked at again (``inference_reuse``): their edges stand, those of tables
    with other rows measured anew. A build without any new table infers nothing. Between tables that a refresh of a
    part keeps, nothing new is found.

    Args:
        budget_s: Seconds after which no further table is read; what is left counts as failed, and the next build
            begins with it.
        model: Decides what the score leaves open; None: the score alone does.

    Raises:
        ConnectionLostError: The connection broke.
    """
    tables = [table for table in catalog.tables if not table.hidden and table.preferred is None and table.columns]
    reused = reusable(warehouse, catalog, tables, former, unchanged)
    before = merged_joins(stated, _without_kept(reused.joins, kept))
    stale = _changed_keys(former, tables, reused.settled - set(unchanged))
    keys = (*reused.keys, *(key for key in stale if still_unique(warehouse, _table(tables, key.table), key)))
    new = [table for table in tables if table.id not in reused.settled]
    if not new:
        return InferredPart(before, _unstated(keys, catalog), state=inference_state())
    progress.step("inferring joins", len(tables))
    found = infer_joins(
        warehouse,
        tables,
        InferenceSettings(least=LEAST_CONFIDENCE, budget_s=budget_s),
        keys=(*catalog.keys, *keys),
        model=model,
        advance=progress.advance,
        settled=reused.settled,
    )
    if found.asked:
        progress.note(f"The language model {_called(model)} was asked about {found.asked} columns.")
    lineage = _Lineage(catalog.tables)
    edges = [edge for edge in _without_kept(found.joins, kept) if not lineage.related(edge.child, edge.parent)]
    every = (*keys, *_as_keys(found.keys, {table.id for table in new}))
    return InferredPart(
        merged_joins(before, edges),
        _unstated(every, catalog),
        tuple(FailedTable(table, LATE, _told(budget_s)) for table in found.late if table not in reused.settled),
        _warnings(found, model),
        inference_state(),
    )


def _warnings(found: Inferred, model: LanguageModel | None) -> tuple[str, ...]:
    sentences = [f"No joins were inferred for {table}: {problem}" for table, problem in found.failed.items()]
    if found.unanswered:
        sentences.append(
            f"The language model {_called(model)} gave no usable answer about {found.unanswered} of {found.asked} "
            "columns; their score stands."
        )
    return tuple(sentences)


def _called(model: LanguageModel | None) -> str:
    return "" if model is None else model.name


def _told(budget_s: float | None) -> str:
    return f"The {budget_s or 0:g} seconds for inference were over before it was this table's turn."


def _as_keys(candidates: Iterable[KeyCandidate], tables: Collection[str]) -> tuple[Key, ...]:
    return tuple(
        Key(one.table, one.columns, "inferred", primary=True)
        for one in candidates
        if one.primary and one.confidence >= _LEAST_KEY and one.table in tables
    )


def _unstated(keys: Iterable[Key], catalog: Catalog) -> tuple[Key, ...]:
    """The keys of tables of which nobody states a primary key, but those that somebody states as an alternate."""
    with_primary = {key.table for key in catalog.keys if key.primary and key.origin != "inferred"}
    return tuple(key for key in keys if key.table not in with_primary)


def _changed_keys(former: Former | None, tables: Sequence[Table], changed: Collection[str]) -> list[Key]:
    """Inferred keys of the last snapshot of tables that have other rows now."""
    if former is None or former.snapshot is None:
        return []
    known = {table.id: {column.name for column in table.columns} for table in tables}
    return [
        key
        for key in former.snapshot.graph.keys
        if key.origin == "inferred" and key.table in changed and set(key.columns) <= known[key.table]
    ]


def _table(tables: Sequence[Table], table_id: str) -> Table:
    return next(table for table in tables if table.id == table_id)


def _without_kept(edges: Iterable[JoinEdge], kept: Kept | None) -> list[JoinEdge]:
    return [edge for edge in edges if kept is None or not kept.has_both(edge)]


class _Lineage:
    """Which tables are built from which."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._parents = {table.id: table.depends_on for table in tables}

    def related(self, one: str, other: str) -> bool:
        """Whether either is built, over however many steps, from the other. A table is not related to itself."""
        return one != other and (other in self._above(one) or one in self._above(other))

    def _above(self, table: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(self._parents.get(table, ()))
        while waiting:
            upstream = waiting.pop()
            if upstream not in seen:
                seen.add(upstream)
                waiting.extend(self._parents.get(upstream, ()))
        return seen

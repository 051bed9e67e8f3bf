"""The step that collects declared joins and measures each on the data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gtr_core.build.former import Former
from gtr_core.build.from_package import PackageWarehouse
from gtr_core.build.inferred_joins import with_inferred_joins
from gtr_core.build.partial_refresh import Kept
from gtr_core.build.progress import Progress
from gtr_core.build.reconciliation import schemas_of
from gtr_core.build.retries import with_retries
from gtr_core.catalog import Catalog, JoinEdge, Key, Table
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.errors import GtrError
from gtr_core.joins import declared_joins, measure_join, with_contradictions
from gtr_core.joins.merging import merged_joins
from gtr_core.joins.mining import mine_joins, sql_files
from gtr_core.joins.reviewed import Review, apply_reviews, with_reviewed_cardinality
from gtr_core.llm import LanguageModel
from gtr_core.warehouse import Warehouse

__all__ = ["MeasuredJoins", "measure_joins"]


@dataclass(frozen=True, slots=True)
class MeasuredJoins:
    """Join edges, and those that could not be measured (they are edges all the same, with their problem).

    Attributes:
        keys: Primary keys that were inferred, of tables of which nobody states one.
        inference: By which inference they were found, for the next build to compare; None: by none.
    """

    joins: tuple[JoinEdge, ...]
    failed: tuple[FailedTable, ...]
    warnings: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    inference: str | None = None


def measure_joins(
    warehouse: Warehouse,
    catalog: Catalog,
    progress: Progress,
    *,
    former: Former | None = None,
    unchanged: Collection[str] = (),
    reviews: Sequence[Review] = (),
    queries: Path | None = None,
    infer: bool = False,
    kept: Kept | None = None,
    mined: Sequence[str] = (),
    budget_s: float | None = None,
    model: LanguageModel | None = None,
) -> MeasuredJoins:
    """Merge what the project and the warehouse declare into edges, and measure those between visible tables.

    Reviews overrule what is declared and what is inferred.

    Args:
        former: What former builds measured.
        unchanged: Ids of the tables whose rows are as they were then; edges between them are not measured again.
        reviews: What people wrote into ``joins.yml``.
        queries: A folder of SQL that people run; its joins count as stated, below what is declared.
        infer: Whether to find joins that nobody declared.
        kept: What stays as the last snapshot has it, the joins between such tables among it.
        mined: Further SQL that people run (``mined_sql``).
        budget_s: Seconds for inference; None: no limit.
        model: A language model that decides what the score of inferred joins leaves open; None: none.

    Raises:
        WarehouseError: The warehouse does not tell its keys.
    """
    edges = declared_joins(catalog, warehouse.declared_keys(schemas_of(catalog)))
    texts = [*(() if queries is None else sql_files(queries)), *mined]
    if texts:
        used = mine_joins(texts, catalog.tables, catalog.dialect, catalog.keys)
        edges = merged_joins(edges, used.joins)
        progress.note(
            f"{len(used.joins)} joins are used by {used.statements} statements; {used.unread} could not be read."
        )
    edges, warnings = apply_reviews(edges, reviews, catalog.tables)
    kept = kept or Kept()
    edges = tuple(edge for edge in edges if not kept.has_both(edge))
    unchanged = {*unchanged, *kept.tables}
    progress.step("measuring joins", len(edges))
    tables = {table.id: table for table in catalog.tables}
    joins: list[JoinEdge] = []
    failed: list[FailedTable] = []
    for edge in edges:
        known = former.measurement(edge) if former and {edge.child, edge.parent} <= set(unchanged) else None
        measured = _measured(warehouse, edge, tables) if known is None else replace(edge, measurement=known)
        if measured.origins == ("query_history",) and measured.cardinality == "one_to_many":
            # SQL says that columns are equal, not which one refers to the other: the data do.
            measured = _measured(warehouse, _turned(edge), tables)
        joins.append(measured)
        if measured.problem is not None:
            failed.append(FailedTable(edge.child, "join", f"{_named(edge)}: {measured.problem}"))
        progress.advance(_named(edge))
    reviewed = with_reviewed_cardinality(joins, reviews, catalog.tables)
    stated, contradicted = with_contradictions((*reviewed, *kept.joins))
    warnings += contradicted
    if not infer or isinstance(warehouse, PackageWarehouse):
        return MeasuredJoins(stated, tuple(failed), warnings)
    found = with_inferred_joins(
        warehouse, catalog, stated, progress, former=former, unchanged=unchanged, kept=kept, budget_s=budget_s,
        model=model,
    )  # fmt: skip
    rejections = [review for review in reviews if review.verdict == "reject"]
    return MeasuredJoins(
        apply_reviews(found.joins, rejections, catalog.tables)[0] if rejections else found.joins,
        (*failed, *found.failed),
        warnings + found.warnings,
        found.keys,
        found.state,
    )


def _measured(warehouse: Warehouse, edge: JoinEdge, tables: Mapping[str, Table]) -> JoinEdge:
    if not edge.enabled or tables[edge.child].hidden or tables[edge.parent].hidden:
        return edge
    if isinstance(warehouse, PackageWarehouse):
        return warehouse.stored_measurement(edge)
    try:
        return with_retries(lambda: measure_join(warehouse, edge, tables))
    except GtrError as error:
        return replace(edge, problem=str(error))


def _turned(edge: JoinEdge) -> JoinEdge:
    return replace(
        edge, child=edge.parent, child_columns=edge.parent_columns, parent=edge.child, parent_columns=edge.child_columns
    )


def _named(edge: JoinEdge) -> str:
    child, parent = ", ".join(edge.child_columns), ", ".join(edge.parent_columns)
    return f"{edge.child} ({child}) to {edge.parent} ({parent})"

"""From a dbt project's artifacts to a catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gtr_core.catalog import Catalog, JoinEdge, LeftOut, Metric, Table
from gtr_core.dbt.adapter import AdapterRules, adapter_rules
from gtr_core.dbt.catalog_file import CatalogFile, CatalogRelation, match_relations, read_catalog
from gtr_core.dbt.collection import collection_paused
from gtr_core.dbt.column_facts import VALUE_TESTS, with_dimensions, with_known_values
from gtr_core.dbt.generic_tests import GenericTest, generic_tests
from gtr_core.dbt.join_claims import JoinClaim, merge_claims
from gtr_core.dbt.join_constraints import claims_of_constraints
from gtr_core.dbt.join_entities import claims_of_entities, keys_of_entities
from gtr_core.dbt.join_meta import claims_of_meta
from gtr_core.dbt.join_tests import JOIN_TESTS, claim_of_test
from gtr_core.dbt.keys import KEY_TESTS, choose_primary, keys_of_constraints, keys_of_meta, keys_of_tests
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_file import read_manifest
from gtr_core.dbt.meta_gtr import MetaReader
from gtr_core.dbt.metrics import build_metrics
from gtr_core.dbt.preference import with_preferences
from gtr_core.dbt.references import References
from gtr_core.dbt.relations import PlacedRelations, place_relations
from gtr_core.dbt.restriction import restrict
from gtr_core.dbt.selection import select_nodes
from gtr_core.dbt.semantic_manifest import SemanticManifest, read_semantic_manifest
from gtr_core.dbt.semantic_models import semantic_models
from gtr_core.dbt.semantic_nodes import MetricNode
from gtr_core.dbt.tables import build_tables

__all__ = ["load_catalog"]

_READ_TESTS = frozenset({*JOIN_TESTS, *KEY_TESTS, *VALUE_TESTS})


def load_catalog(
    manifest: Path,
    catalog: Path | None = None,
    semantic_manifest: Path | None = None,
    *,
    select: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> Catalog:
    """Reads all that a dbt project declares: tables, keys, join edges, metrics, and what was left out and why.

    Args:
        manifest: manifest.json of any schema version, plain or gzipped.
        catalog: catalog.json, for columns, types and stored spellings; it may come from another run.
        semantic_manifest: semantic_manifest.json, where the manifest's own semantic layer is not enough.
        select: dbt node selections; without any, everything is selected.
        exclude: dbt node selections of what to leave out.

    Raises:
        ArtifactNotFoundError: A file is missing or may not be read.
        ArtifactFormatError: A file is not the artifact that it should be.
        MetaError: ``meta.gtr`` somewhere does not follow its schema, or names what is not there.
        SelectionError: A selection cannot be read.
    """
    with collection_paused():
        read = read_manifest(manifest)
        seen = read_catalog(catalog) if catalog is not None else None
        semantic = read_semantic_manifest(semantic_manifest) if semantic_manifest is not None else None
        loaded = _understand(read, seen, semantic)
        if not select and not exclude:
            return loaded
        chosen = restrict(loaded, select_nodes(read, select, exclude), named=bool(select))
        if chosen.tables:
            return chosen
        return replace(
            chosen, warnings=(*chosen.warnings, f"No table is selected by {' '.join(select) or 'what is left'}.")
        )


def _understand(read: Manifest, seen: CatalogFile | None, semantic: SemanticManifest | None) -> Catalog:
    rules = adapter_rules(read.adapter)
    placed = place_relations(read, rules)
    found = match_relations(placed.relations, seen.relations if seen is not None else (), rules)
    reader = MetaReader()
    built = build_tables(read, placed, found, rules, reader)
    references = References(read, {table.id: table.relation for table in built.tables.values()}, placed.canonical)
    calls = list(generic_tests(read, references))
    tests = [test for _, test in calls if test is not None]
    models = semantic_models(read, semantic, placed, built.tables, references)
    tables = with_dimensions(with_known_values(built.tables, tests, rules), models, rules)

    claims, unused = _partition(
        (*claims_of_constraints(placed, tables, references, rules), *_test_claims(tests, tables, references, rules))
    )
    claims += claims_of_meta(built, placed, references, rules, reader)
    claims += claims_of_entities(models, tables, rules)
    joins = _with_column_roles(merge_claims(claims), tables)
    stated = (
        *keys_of_constraints(placed, tables, rules),
        *keys_of_meta(built, rules),
        *keys_of_tests(tests, tables, rules),
        *keys_of_entities(models, tables, rules),
    )
    further = ((f"metric.{node.name}", node) for node in (semantic.metrics if semantic else ()))
    nodes = (*read.metrics.items(), *further)
    metrics = build_metrics(nodes, models, tables, references, rules, reader)
    reader.check()
    tables = with_preferences(tables, _folders(placed))
    return Catalog(
        tables=tuple(tables[table_id] for table_id in sorted(tables)),
        keys=choose_primary(stated, joins, tables),
        joins=joins,
        metrics=metrics,
        left_out=(*placed.left_out, *_unread_tests(calls), *unused, *_unused_metrics(nodes, metrics)),
        warnings=tuple(_warnings(read, rules, placed, seen, found, semantic)),
        project=read.project,
        dialect=rules.dialect,
    )


def _partition(said: Iterable[JoinClaim | LeftOut]) -> tuple[list[JoinClaim], list[LeftOut]]:
    claims: list[JoinClaim] = []
    unused: list[LeftOut] = []
    for one in said:
        if isinstance(one, JoinClaim):
            claims.append(one)
        else:
            unused.append(one)
    return claims, unused


def _test_claims(
    tests: Iterable[GenericTest], tables: Mapping[str, Table], references: References, rules: AdapterRules
) -> Iterator[JoinClaim | LeftOut]:
    for test in tests:
        if test.name in JOIN_TESTS:
            claim = claim_of_test(test, tables, references, rules)
            yield LeftOut(test.unique_id, "unused_join_test", claim) if isinstance(claim, str) else claim


def _unused_metrics(nodes: Iterable[tuple[str, MetricNode]], metrics: Iterable[Metric]) -> Iterator[LeftOut]:
    names = {metric.name for metric in metrics}
    for unique_id, node in nodes:
        if node.name not in names:
            yield LeftOut(unique_id, "unused_metric", "it is hidden or disabled, or rests on no table of the project")


def _unread_tests(calls: Iterable[tuple[str, GenericTest | None]]) -> Iterator[LeftOut]:
    """Tests that state no join, no key and no values."""
    for unique_id, test in calls:
        if test is None or test.name not in _READ_TESTS:
            yield LeftOut(unique_id, "test")


def _with_column_roles(joins: Iterable[JoinEdge], tables: Mapping[str, Table]) -> tuple[JoinEdge, ...]:
    """Edges of one column take the role that ``meta.gtr.role`` of that column names."""
    changed = []
    for edge in joins:
        column = tables[edge.child].column(edge.child_columns[0]) if len(edge.child_columns) == 1 else None
        changed.append(replace(edge, role=column.role) if column is not None and column.role else edge)
    return tuple(changed)


def _folders(placed: PlacedRelations) -> dict[str, tuple[str, ...]]:
    return {table: tuple((placed.nodes[table].fqn or ())[1:-1]) for table in placed.members}


def _warnings(
    manifest: Manifest,
    rules: AdapterRules,
    placed: PlacedRelations,
    seen: CatalogFile | None,
    found: Mapping[str, CatalogRelation],
    semantic: SemanticManifest | None,
) -> Iterator[str]:
    yield from manifest.warnings
    if not rules.known:
        named = f"the adapter {manifest.adapter!r}" if manifest.adapter else "the adapter, which the manifest lacks,"
        yield f"GTR does not know {named}: names are compared without case, and SQL is read as standard SQL."
    if seen is not None:
        yield from seen.warnings
        if len(found) < len(placed.relations):
            yield (
                f"{seen.name} holds {len(found)} of the project's {len(placed.relations)} relations: "
                "of the others only documented columns are known before the warehouse is asked."
            )
        unmatched = len(seen.relations) - len({entry.relation for entry in found.values()})
        if unmatched:
            yield f"{seen.name} holds {unmatched} relations that are not in the manifest; they were passed over."
    if manifest.unreadable:
        yield f"{len(manifest.unreadable)} nodes of {manifest.path.name} are not in a form that can be read."
    if semantic is not None:
        yield from semantic.warnings

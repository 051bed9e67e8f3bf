"""Tables of a project: relations with all that its nodes say of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gtr_core.catalog import Relation, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.catalog_file import CatalogRelation
from gtr_core.dbt.columns import DocumentedNode, build_columns, column_file
from gtr_core.dbt.lineage import table_parents
from gtr_core.dbt.loose import mapping, meta_pairs, number_or_text, owner_names, texts
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import Node
from gtr_core.dbt.meta_gtr import ColumnMeta, MetaReader, TableMeta, glossary_pairs
from gtr_core.dbt.relations import PlacedRelations

__all__ = ["BuiltTables", "build_tables"]


@dataclass(frozen=True, slots=True)
class BuiltTables:
    """Tables by id, and what ``meta.gtr`` says that is not part of a table itself."""

    tables: dict[str, Table]
    metas: dict[str, TableMeta] = field(default_factory=dict)
    column_metas: dict[str, dict[str, ColumnMeta]] = field(default_factory=dict)


def build_tables(
    manifest: Manifest,
    placed: PlacedRelations,
    found: Mapping[str, CatalogRelation],
    rules: AdapterRules,
    reader: MetaReader,
) -> BuiltTables:
    """Makes one table a relation.

    Args:
        manifest: The project.
        placed: Its relations.
        found: What catalog.json has of them, by table id.
        rules: The adapter's rules for names.
        reader: Checks ``meta.gtr``.
    """
    built = BuiltTables({})
    parents = table_parents(placed.members, placed.canonical, manifest.parents)
    exposures, owners = _readers(manifest, placed)
    versions = _versions(placed)
    for table_id, members in placed.members.items():
        documented = tuple(
            _document(unique_id, placed.nodes[unique_id], reader, built, table_id) for unique_id in members
        )
        seen = found.get(table_id)
        columns, said = build_columns(documented, seen, rules, reader)
        if said:
            built.column_metas[table_id] = said
        relation = placed.relations[table_id] if seen is None else _as_seen(placed.relations[table_id], seen)
        latest, others = versions.get(table_id, (None, ()))
        built.tables[table_id] = _table(
            table_id,
            relation,
            documented,
            built.metas.get(table_id) or TableMeta(),
            columns=columns,
            comment=seen.comment.strip() if seen is not None else "",
            depends_on=parents[table_id],
            exposures=tuple(exposures.get(table_id, ())),
            owners=tuple(dict.fromkeys((*_group_owners(manifest, documented), *owners.get(table_id, ())))),
            latest=latest,
            others=others,
        )
    return built


def _document(unique_id: str, node: Node, reader: MetaReader, built: BuiltTables, table_id: str) -> DocumentedNode:
    metas = (node.config.meta if node.config else None, node.meta)
    meta = None
    if any(metas):
        meta = reader.read(TableMeta, metas, file=column_file(node), node=unique_id, where="the node")
    if meta is not None:
        built.metas.setdefault(table_id, meta)
    return DocumentedNode(unique_id, node, meta.personal if meta is not None else None)


def _table(
    table_id: str,
    relation: Relation,
    documented: tuple[DocumentedNode, ...],
    meta: TableMeta,
    *,
    comment: str,
    latest: str | None,
    others: tuple[str, ...],
    **rest: object,
) -> Table:
    first = documented[0].node
    nodes = [source.node for source in documented]
    config = first.config
    return Table(
        id=table_id,
        relation=relation,
        name=first.name or relation.identifier,
        kind=first.resource_type or "source",
        description=next((text for node in nodes if (text := (node.description or "").strip())), comment),
        also=(*(source.unique_id for source in documented[1:]), *others),
        tags=tuple(dict.fromkeys(tag for node in nodes for tag in _tags(node))),
        synonyms=texts(meta.synonyms),
        glossary=glossary_pairs(meta.glossary),
        hidden=meta.hidden or latest is not None,
        materialized=(config.materialized if config else None) or "",
        group=first.group or (config.group if config else None),
        access=first.access or (config.access if config else None),
        checksum=number_or_text(mapping(first.checksum).get("checksum")) or "",
        version=number_or_text(first.version),
        preferred=latest,
        role=meta.role,
        meta=meta_pairs(*(said for node in nodes for said in (node.config.meta if node.config else None, node.meta))),
        **rest,  # type: ignore[arg-type]
    )


def _tags(node: Node) -> tuple[str, ...]:
    return texts(node.tags) + texts(node.config.tags if node.config else None)


def _as_seen(ours: Relation, seen: CatalogRelation) -> Relation:
    theirs = seen.relation
    return Relation(theirs.database or ours.database, theirs.schema or ours.schema, theirs.identifier)


def _readers(manifest: Manifest, placed: PlacedRelations) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Names of the exposures that read each table, and their owners."""
    names: dict[str, list[str]] = {}
    owners: dict[str, list[str]] = {}
    for unique_id, exposure in manifest.exposures.items():
        for parent in manifest.parents.get(unique_id, ()):
            table = placed.canonical.get(parent)
            if table is not None:
                names.setdefault(table, []).append(exposure.label or exposure.name or unique_id)
                owners.setdefault(table, []).extend(owner_names(exposure.owner))
    return names, owners


def _group_owners(manifest: Manifest, documented: tuple[DocumentedNode, ...]) -> tuple[str, ...]:
    node = documented[0].node
    group = node.group or (node.config.group if node.config else None)
    return manifest.group_owners.get(group, ()) if group else ()


def _versions(placed: PlacedRelations) -> dict[str, tuple[str | None, tuple[str, ...]]]:
    """By table id: of an older version the id of the latest, of the latest the ids of the others."""
    families: dict[tuple[str | None, str | None], list[str]] = {}
    for table in placed.members:
        node = placed.nodes[table]
        if node.version is not None:
            families.setdefault((node.package_name, node.name), []).append(table)
    found: dict[str, tuple[str | None, tuple[str, ...]]] = {}
    for family in families.values():
        if len(family) > 1:
            family.sort(key=lambda table: _version_order(placed.nodes[table]))
            latest = family[-1]
            found.update({table: (latest, ()) for table in family[:-1]})
            found[latest] = (None, tuple(family[:-1]))
    return found


def _version_order(node: Node) -> tuple[bool, bool, float, str]:
    """The stated latest version last, else by number, else by text."""
    version, latest = number_or_text(node.version) or "", number_or_text(node.latest_version)
    try:
        number = float(version)
    except ValueError:
        return (version == latest, False, 0.0, version)
    return (version == latest, True, number, version)

"""catalog.json: the columns and types that the warehouse had when ``dbt docs generate`` ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gtr_core.catalog import Relation
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.artifact_sections import ABSENT, SectionReader
from gtr_core.dbt.exceptions import ArtifactFormatError
from gtr_core.dbt.loose import mapping, number_or_text

__all__ = ["CatalogColumn", "CatalogFile", "CatalogRelation", "match_relations", "read_catalog"]

_KIND = "catalog"


class _Column(msgspec.Struct, gc=False):
    name: str | None = None
    type: str | None = None
    index: int | float | str | None = None
    comment: str | None = None


class _Metadata(msgspec.Struct, gc=False):
    database: str | None = None
    schema: str | None = None
    name: str | None = None
    comment: str | None = None


class _Entry(msgspec.Struct, gc=False):
    metadata: _Metadata | None = None
    columns: dict[str, _Column | None] | None = None


class _Envelope(msgspec.Struct, gc=False):
    metadata: Any = None
    nodes: msgspec.Raw = ABSENT
    sources: msgspec.Raw = ABSENT


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_ENTRY = msgspec.json.Decoder(_Entry)


@dataclass(frozen=True, slots=True)
class CatalogColumn:
    """A column as the warehouse stores it."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True, slots=True)
class CatalogRelation:
    """A relation that the warehouse had, its columns in order."""

    relation: Relation
    comment: str
    columns: tuple[CatalogColumn, ...]


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """What catalog.json holds, and what could not be read of it."""

    name: str
    relations: tuple[CatalogRelation, ...]
    warnings: tuple[str, ...] = ()


def read_catalog(path: Path) -> CatalogFile:
    """Reads catalog.json, plain or gzipped.

    Raises:
        ArtifactNotFoundError: The file is missing or may not be read.
        ArtifactFormatError: It is no catalog.
    """
    envelope = decode_artifact(read_artifact_bytes(path, _KIND), _ENVELOPE, path, _KIND)
    stated = number_or_text(mapping(envelope.metadata).get("dbt_schema_version")) or ""
    if stated and "/catalog/" not in stated:
        raise ArtifactFormatError(path, _KIND, f"it says that it follows {stated}")
    if bytes(envelope.nodes) == bytes(envelope.sources) == bytes(ABSENT):
        raise ArtifactFormatError(path, _KIND, "it has neither nodes nor sources")
    reader = SectionReader(path.name)
    entries = (*reader.nodes(envelope.nodes, _ENTRY, "nodes").values(),)
    entries += (*reader.nodes(envelope.sources, _ENTRY, "sources").values(),)
    found: dict[Relation, CatalogRelation] = {}
    for entry in entries:
        metadata = entry.metadata
        if metadata is not None and metadata.name:
            relation = Relation(metadata.database or None, metadata.schema or None, metadata.name)
            found.setdefault(relation, CatalogRelation(relation, metadata.comment or "", _columns(entry)))
    unread = (f"{item.unique_id} of {path.name} was passed over: {item.problem}." for item in reader.unreadable)
    return CatalogFile(path.name, tuple(found.values()), (*reader.warnings, *unread))


def match_relations(
    relations: Mapping[str, Relation], catalog: tuple[CatalogRelation, ...], rules: AdapterRules
) -> dict[str, CatalogRelation]:
    """Catalog entries by the id of the relation that is the same: in database, schema and identifier.

    A database or schema that one side leaves out is not compared. Names are compared as the adapter compares them;
    an entry that could be several relations is nobody's.
    """
    exact = {entry.relation: entry for entry in catalog}
    by_name: dict[str, list[CatalogRelation]] = {}
    for entry in catalog:
        by_name.setdefault(rules.comparable(entry.relation.identifier), []).append(entry)
    matched: dict[str, CatalogRelation] = {}
    for unique_id, relation in relations.items():
        found = exact.get(relation)
        if found is None:
            candidates = [
                candidate
                for candidate in by_name.get(rules.comparable(relation.identifier), ())
                if _same_place(relation, candidate.relation, rules)
            ]
            found = candidates[0] if len(candidates) == 1 else None
        if found is not None:
            matched[unique_id] = found
    return matched


def _same_place(ours: Relation, theirs: Relation, rules: AdapterRules) -> bool:
    pairs = ((ours.database, theirs.database), (ours.schema, theirs.schema))
    return all(not left or not right or rules.comparable(left) == rules.comparable(right) for left, right in pairs)


def _columns(entry: _Entry) -> tuple[CatalogColumn, ...]:
    found = []
    for order, (key, column) in enumerate((entry.columns or {}).items()):
        if column is not None:
            position = column.index if isinstance(column.index, int | float) else order
            found.append((position, order, CatalogColumn(column.name or key, column.type or "", column.comment or "")))
    return tuple(column for _, _, column in sorted(found, key=lambda item: item[:2]))

"""Columns of a relation: what its nodes document, on what the warehouse had."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gtr_core.catalog import Column, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.catalog_file import CatalogRelation
from gtr_core.dbt.loose import mapping, texts
from gtr_core.dbt.manifest_nodes import ColumnNode, Node
from gtr_core.dbt.meta_gtr import ColumnMeta, MetaReader, glossary_pairs
from gtr_core.dbt.personal import declared_personal

__all__ = ["DocumentedNode", "build_columns", "column_file", "stored_column"]

_IDENTIFIER = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
_UNKNOWN = Column("")
_QUOTES = {'"': '"', "`": "`", "[": "]"}


@dataclass(frozen=True, slots=True)
class DocumentedNode:
    """One node that documents a relation, and whether its table-level ``meta.gtr`` says personal."""

    unique_id: str
    node: Node
    personal: bool | None = None


def column_file(node: Node) -> str:
    """The YAML file that describes a node, else the node's own, relative to its project."""
    file = node.patch_path or node.original_file_path or "(unknown file)"
    return file.split("://", 1)[-1].replace("\\", "/")


def build_columns(
    documented: tuple[DocumentedNode, ...],
    found: CatalogRelation | None,
    rules: AdapterRules,
    reader: MetaReader,
) -> tuple[tuple[Column, ...], dict[str, ColumnMeta]]:
    """Columns in the warehouse's order, then those that are only documented; and ``meta.gtr`` by stored name.

    Args:
        documented: The nodes that are the relation, the most authoritative first: its words win.
        found: What catalog.json has of it.
        rules: How names that catalog.json lacks are stored.
        reader: Checks ``meta.gtr``.
    """
    columns: dict[str, Column] = {}
    folded: dict[str, list[str]] = {}
    if found is not None:
        for position, seen in enumerate(found.columns):
            columns[seen.name] = Column(seen.name, seen.type, position, description=seen.comment.strip())
            folded.setdefault(seen.name.casefold(), []).append(seen.name)
    said: dict[str, ColumnMeta] = {}
    for source in reversed(documented):
        for key, column in (source.node.columns or {}).items():
            if column is None:
                continue
            name = column.name or key
            stored = _stored_name(name, column, columns, folded, rules)
            if not stored:
                continue
            meta = _column_meta(source, name, column, reader)
            if meta is not None:
                said[stored] = meta
            known = columns.get(stored)
            if known is None:
                folded.setdefault(stored.casefold(), []).append(stored)
            columns[stored] = _documented(stored, len(columns), known or _UNKNOWN, column, meta, source.personal)
    return tuple(columns.values()), said


def stored_column(table: Table, text: str, rules: AdapterRules) -> str | None:
    """The stored name of a column that a test or ``meta.gtr`` names; None where the text is an SQL expression."""
    text = text.strip()
    quoted = len(text) > 2 and _QUOTES.get(text[0]) == text[-1]
    name = text[1:-1] if quoted else text
    column = table.column(name)
    if column is not None:
        return column.name
    if quoted:
        return name
    return rules.stored(name, quoted=False) if _IDENTIFIER.fullmatch(name) else None


def _stored_name(
    name: str, column: ColumnNode, columns: dict[str, Column], folded: dict[str, list[str]], rules: AdapterRules
) -> str:
    quoted = len(name) > 2 and _QUOTES.get(name[0]) == name[-1]
    if quoted:
        name = name[1:-1]
    if name in columns:
        return name
    alike = folded.get(name.casefold(), ())
    if len(alike) == 1:
        return alike[0]
    return rules.stored(name, quoted=quoted or bool(column.quote) or not _IDENTIFIER.fullmatch(name))


def _column_meta(source: DocumentedNode, name: str, column: ColumnNode, reader: MetaReader) -> ColumnMeta | None:
    metas = (mapping(column.config).get("meta"), column.meta)
    if not metas[0] and not metas[1]:
        return None
    return reader.read(ColumnMeta, metas, file=column_file(source.node), node=source.unique_id, where=f"column {name}")


def _documented(
    name: str,
    position: int,
    known: Column,
    column: ColumnNode,
    meta: ColumnMeta | None,
    table_personal: bool | None,
) -> Column:
    config = mapping(column.config)
    tags = texts(column.tags) + texts(config.get("tags"))
    label = mapping(column.dimension).get("label") if column.dimension is not None else None
    # What people wrote for dbt stands before the comment that the warehouse keeps.
    described = Column(
        name=name,
        data_type=known.data_type or column.data_type or "",
        position=known.position if known is not _UNKNOWN else position,
        description=(column.description or "").strip() or known.description,
        label=label if isinstance(label, str) and label else known.label,
        tags=tuple(dict.fromkeys(known.tags + tags)) if tags else known.tags,
        synonyms=known.synonyms,
        glossary=known.glossary,
        personal=True if known.personal else _personal(column, tags, meta, table_personal),
        hidden=known.hidden,
        role=known.role,
    )
    if meta is None:
        return described
    return replace(
        described,
        synonyms=tuple(dict.fromkeys(known.synonyms + texts(meta.synonyms))),
        glossary=known.glossary + glossary_pairs(meta.glossary),
        hidden=known.hidden or meta.hidden,
        role=meta.role or known.role,
    )


def _personal(
    column: ColumnNode, tags: tuple[str, ...], meta: ColumnMeta | None, table_personal: bool | None
) -> bool | None:
    """What ``meta.gtr`` says of the column, else its marks, else what ``meta.gtr`` says of the table."""
    if meta is not None and meta.personal is not None:
        return meta.personal
    declared = declared_personal(list(tags), (mapping(column.config).get("meta"), column.meta))
    return table_personal if declared is None else declared

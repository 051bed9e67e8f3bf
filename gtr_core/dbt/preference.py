"""Which of several tables that hold the same thing to prefer: the mart over the staging view, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gtr_core.catalog import Table
from gtr_core.dbt.lineage import closure

__all__ = ["entity_name", "layer_of", "with_preferences"]

_LAYERS: tuple[tuple[str, frozenset[str]], ...] = (
    ("staging", frozenset({"stg", "staging", "base", "src", "raw", "landing", "bronze"})),
    ("intermediate", frozenset({"int", "intermediate", "prep", "silver", "tmp"})),
    (
        "mart",
        frozenset({"mart", "marts", "dim", "dimension", "fct", "fact", "rpt", "report", "reporting", "gold", "core"}),
    ),
)
_LAYER_SCORE = {"mart": 0.8, "": 0.6, "intermediate": 0.4, "staging": 0.3, "source": 0.2}
_WORD = re.compile(r"[^\W_]+")
_NAME_SUFFIXES = frozenset({"raw", "stg", "snapshot", "current", "latest", "view", "source"})
# Below this share of common columns two tables are not taken to hold the same thing.
_COMMON_COLUMNS = 0.8
_FEWEST_COLUMNS = 3


def with_preferences(tables: Mapping[str, Table], folders: Mapping[str, tuple[str, ...]]) -> dict[str, Table]:
    """Tables with their layer, their preference and its reasons, and the table that is preferred to each.

    Two tables hold the same thing where one is built from the other and both bear the same name but for their layer's
    prefix, or where one is built from the other alone and nearly all columns of both are the same.

    Args:
        tables: Tables by id.
        folders: Folders of each node within its project, outermost first, by table id.
    """
    scored = {table_id: _scored(table, folders.get(table_id, ())) for table_id, table in tables.items()}
    for group in _same_things(scored):
        best = max(group, key=lambda table: (table.preference, len(table.depends_on) > 0, table.id))
        for table in group:
            if table.preferred is None and table.preference < best.preference:
                scored[table.id] = replace(table, preferred=best.id)
    return scored


def layer_of(table: Table, folders: tuple[str, ...]) -> str:
    """source, staging, intermediate, mart, or empty: by kind, first word of the name, tags, then innermost folder."""
    if table.kind == "source":
        return "source"
    words = _WORD.findall(table.name.lower())
    # One word alone is what the table is about, not its layer.
    signs = [words[0] if len(words) > 1 else "", *(tag.lower() for tag in table.tags)]
    signs += [folder.lower() for folder in reversed(folders)]
    for sign in signs:
        for layer, names in _LAYERS:
            if sign in names:
                return layer
    return ""


def entity_name(name: str) -> str:
    """What a table is about: its name without the words of a layer and the plural.

    >>> entity_name("stg_stripe__payments"), entity_name("fct_payment")
    ('payment', 'payment')
    """
    name = name.lower().rsplit("__", 1)[-1]
    words = _WORD.findall(name)
    layers = frozenset().union(*(names for _, names in _LAYERS))
    while len(words) > 1 and words[0] in layers:
        words = words[1:]
    while len(words) > 1 and (words[-1] in _NAME_SUFFIXES or re.fullmatch(r"v\d+", words[-1])):
        words = words[:-1]
    text = "_".join(words)
    if text.endswith("ies"):
        return text[:-3] + "y"
    return text[:-1] if text.endswith("s") and not text.endswith("ss") else text


def _scored(table: Table, folders: tuple[str, ...]) -> Table:
    layer = layer_of(table, folders)
    score = _LAYER_SCORE[layer]
    reasons = [f"layer {layer}"] if layer else []
    if table.materialized in ("table", "incremental"):
        score += 0.05
        reasons.append(f"materialised as {table.materialized}")
    if table.access in ("public", "private"):
        score += 0.1 if table.access == "public" else -0.1
        reasons.append(f"{table.access} access")
    if table.exposures:
        score += 0.1
        reasons.append(f"read by {len(table.exposures)} exposure{'s' if len(table.exposures) > 1 else ''}")
    preference = round(min(max(score, 0.0), 1.0), 2)
    return replace(table, layer=layer, preference=preference, preference_reasons=tuple(reasons))


def _same_things(tables: Mapping[str, Table]) -> Iterator[list[Table]]:
    """Groups of two or more tables that hold the same thing, older versions left aside."""
    current = {table_id: table for table_id, table in tables.items() if table.preferred is None}
    same: dict[str, set[str]] = {}
    for left, right in (*_of_one_name(current), *_of_one_content(current)):
        same.setdefault(left, set()).add(right)
        same.setdefault(right, set()).add(left)
    seen: set[str] = set()
    for table_id in sorted(same):
        if table_id not in seen:
            group = closure([table_id], same)
            seen |= group
            yield [tables[member] for member in sorted(group)]


def _of_one_name(tables: Mapping[str, Table]) -> Iterator[tuple[str, str]]:
    """Pairs of which one is built from the other, at whatever remove, and both are about the same entity."""
    by_entity: dict[str, set[str]] = {}
    for table in tables.values():
        by_entity.setdefault(entity_name(table.name), set()).add(table.id)
    parents = {table.id: table.depends_on for table in tables.values()}
    for alike in by_entity.values():
        for table_id in sorted(alike) if len(alike) > 1 else ():
            for other in sorted(closure([table_id], parents) & alike - {table_id}):
                yield table_id, other


def _of_one_content(tables: Mapping[str, Table]) -> Iterator[tuple[str, str]]:
    """Pairs of which one is built from the other alone, with nearly the same columns."""
    for table in tables.values():
        parent = tables.get(table.depends_on[0]) if len(table.depends_on) == 1 else None
        if parent is not None and _same_columns(table, parent):
            yield table.id, parent.id


def _same_columns(left: Table, right: Table) -> bool:
    ours = {column.name.casefold() for column in left.columns}
    theirs = {column.name.casefold() for column in right.columns}
    if min(len(ours), len(theirs)) < _FEWEST_COLUMNS:
        return False
    return len(ours & theirs) >= _COMMON_COLUMNS * len(ours | theirs)

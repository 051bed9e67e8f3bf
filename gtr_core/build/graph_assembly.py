"""The step that makes the context graph of what was read and measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gtr_core.catalog import Catalog, JoinEdge, Key, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.semantics import alias_catalog

__all__ = ["assemble_graph"]


def assemble_graph(
    catalog: Catalog,
    joins: Iterable[JoinEdge],
    profiles: Mapping[str, TableProfile],
    inferred_keys: Iterable[Key] = (),
) -> ContextGraph:
    """The context graph: tables under readable aliases, with their joins, keys, metrics and profiles."""
    # Stable within a table, so that it does not matter which of its keys a refresh of a part took over.
    keys = sorted(dict.fromkeys((*catalog.keys, *inferred_keys)), key=lambda key: key.table)
    catalog = replace(catalog, keys=tuple(keys))
    aliased = alias_catalog(replace(catalog, joins=tuple(joins)), profiles)
    return ContextGraph(
        tables=aliased.tables,
        joins=aliased.joins,
        keys=aliased.keys,
        metrics=aliased.metrics,
        profiles=profiles,
        dialect=aliased.dialect,
    )

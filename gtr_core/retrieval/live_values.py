"""Values that the context does not keep, looked up in the warehouse by a callable that the door hands in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gtr_core.context.snapshot import Snapshot
from gtr_core.index import IndexEntry, Posting
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.unknown_values import Place, unknown_values
from gtr_core.text import normalise

__all__ = ["LiveLookUp", "with_live_values"]

# Given columns and texts, the stored values that equal a text but for case, with their columns.
LiveLookUp = Callable[[Sequence[Place], Sequence[str]], Sequence[tuple[Place, str]]]


def with_live_values(question: str, snapshot: Snapshot, look_up: LiveLookUp) -> Snapshot:
    """The snapshot with the values that the question may name and the warehouse holds, for this question alone.

    ``look_up`` is called once, and not at all where the question holds nothing that may be such a value. What it
    returns for other columns or texts than those asked is left out. Nothing of it is stored.

    Raises:
        GtrError: As ``look_up`` does.
    """
    unknown = unknown_values(question, ground(question, snapshot.graph, snapshot.index), snapshot.graph)
    if not unknown:
        return snapshot
    places = unknown[0].places
    forms = {normalise(value.text) for value in unknown}
    entries = [
        IndexEntry(normalise(value), Posting("value", *place, value))
        for place, value in look_up(places, [value.text for value in unknown])
        if place in places and normalise(value) in forms
    ]
    return replace(snapshot, index=snapshot.index.with_entries(entries)) if entries else snapshot

"""Which roles a word says: who does what a verb says, and where something starts and ends."""

from __future__ import annotations

from functools import lru_cache

from gtr_core.text import lemma

__all__ = ["says"]

_START = ("source", "origin", "departure", "start", "from")
_END = ("destination", "dest", "arrival", "target", "end", "to")
_RULER = ("manager", "supervisor", "boss", "head")
# Verbs and nouns of going, coming and ruling, and what the keys of those who do it are called.
_DIRECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("receive", "get"), ("to", "recipient", "receiver")),
    "send": ("from", "sender"),
    "incoming": ("to",),
    "outgoing": ("from",),
    **dict.fromkeys(("report", "boss", "superior", "under"), _RULER),
    "deliver": ("ship", "delivery"),
    **dict.fromkeys(("depart", "departure", "leave", "originate", "origin", "embark", "source"), _START),
    **dict.fromkeys(("arrive", "arrival", "land", "reach", "disembark", "destination"), _END),
}
_IRREGULAR = {"won": "win"}


@lru_cache(maxsize=4096)
def says(norm: str) -> frozenset[str]:
    """The words of roles that a word says: itself, its lemma, and who does what it says."""
    word = lemma(_IRREGULAR.get(norm, norm))
    said = {norm, word, *_DIRECTIONS.get(word, ())}
    if len(word) >= 3 and word.isalpha():
        said.update((f"{word}er", f"{word}or", f"{word}{word[-1]}er", f"{word[:-1]}or"))
        said.update((f"{word}r", f"{word}nt") if word.endswith("e") else (f"{word}ee",))
    return frozenset(said)

"""Values whose form differs between dbt's versions and engines, read without surprises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["mapping", "meta_pairs", "number_or_text", "owner_names", "texts"]


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it maps names to values, else an empty mapping."""
    return value if isinstance(value, dict) else {}


def number_or_text(value: object) -> str | None:
    """A scalar as text (``true`` and ``false`` in lower case), None where it is none.

    >>> number_or_text(3), number_or_text(True), number_or_text("a"), number_or_text(["a"])
    ('3', 'true', 'a', None)
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) else None


def texts(value: object) -> tuple[str, ...]:
    """One scalar, or a list of them, as distinct texts in order; everything else is passed over.

    >>> texts("daily"), texts(["a", None, 2, "a"])
    (('daily',), ('a', '2'))
    """
    if value is None or value == []:
        return ()
    items: Iterable[object] = value if isinstance(value, list) else (value,)
    found = (number_or_text(item) for item in items)
    return tuple(dict.fromkeys(text for text in found if text))


def meta_pairs(*metas: object) -> tuple[tuple[str, str], ...]:
    """Names and values of free-form ``meta``, the first mapping that has a name winning; ``gtr`` is left out.

    >>> meta_pairs({"tier": 1, "gtr": {}}, {"tier": 2, "teams": ["a", "b"], "nested": {"x": 1}})
    (('tier', '1'), ('teams', 'a'), ('teams', 'b'))
    """
    merged: dict[str, object] = {}
    for meta in metas:
        for name, value in mapping(meta).items():
            merged.setdefault(name, value)
    return tuple((name, text) for name, value in merged.items() if name != "gtr" for text in texts(value))


def owner_names(owner: object) -> tuple[str, ...]:
    """The name of an owner, else the addresses given.

    >>> owner_names({"name": "Finance", "email": "finance@example.com"})
    ('Finance',)
    """
    if not isinstance(owner, dict):
        return ()
    for key in ("name", "email"):
        value = owner.get(key)
        found = tuple(
            text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str) and text
        )
        if found:
            return found
    return ()

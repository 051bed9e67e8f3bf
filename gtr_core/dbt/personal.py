"""Columns that a project marks as personal in its own words."""

from __future__ import annotations

from gtr_core.dbt.loose import mapping, texts

__all__ = ["declared_personal"]

_MARKS = frozenset({"pii", "phi", "personal", "personal_data", "personally_identifiable", "gdpr", "sensitive"})
_META_KEYS = (*sorted(_MARKS), "contains_pii", "is_pii", "has_pii", "contains_personal_data", "is_personal")
_NO = frozenset({"false", "no", "none", "0", "n"})


def declared_personal(tags: object, metas: tuple[object, ...]) -> bool | None:
    """True where a tag or a meta entry in wide use marks personal data, False where meta denies it, else None.

    >>> declared_personal(["PII"], ()), declared_personal([], ({"contains_pii": False},)), declared_personal([], ())
    (True, False, None)
    """
    for meta in metas:
        entries = mapping(meta)
        for key in _META_KEYS if entries else ():
            stated = texts(entries.get(key))
            if stated:
                return stated[0].strip().casefold() not in _NO
    if not tags:
        return None
    marks = {text.casefold().replace("-", "_").replace(" ", "_") for text in texts(tags)}
    return True if marks & _MARKS else None

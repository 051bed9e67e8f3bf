"""Names of months, days and quarters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["calendar"]

_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_QUARTERS = ("first", "second", "third", "fourth")


def calendar(ngram: NGram) -> Iterable[Form]:
    """Short and long names: ``January`` gives ``jan``, ``Q1`` gives ``quarter 1`` and ``first quarter``."""
    return _forms().get(ngram.form, ())


@cache
def _forms() -> dict[Form, tuple[Form, ...]]:
    groups: list[list[Form]] = [[(name,), (name[:3],)] for name in f"{_MONTHS} {_DAYS}".split() if len(name) > 3]
    for number, name in enumerate(_QUARTERS, 1):
        groups.append(
            [(f"q{number}",), ("quarter", str(number)), (name, "quarter"), (str(number), "quarter"), (f"{number}q",)]
        )
    groups.append([("sept",), ("september",)])
    return _others(groups)


def _others(groups: list[list[Form]]) -> dict[Form, tuple[Form, ...]]:
    """Each form with the others of its groups."""
    found: dict[Form, dict[Form, None]] = {}
    for group in groups:
        for form in group:
            found.setdefault(form, {}).update(dict.fromkeys(other for other in group if other != form))
    return {form: tuple(others) for form, others in found.items()}

"""What a pass is given: an n-gram of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gtr_core.text.inflection import number_toggled

__all__ = ["Form", "NGram", "Pass", "ngram"]

Form = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NGram:
    """One to five tokens, as written and normalised.

    Attributes:
        form: Normalised tokens.
        toggled: The same with the last one in the other number (plural or singular).
        upper: Whether all of it is written in capitals (``US`` is a country, ``us`` is not).
    """

    form: Form
    toggled: Form
    upper: bool


Pass = Callable[[NGram], Iterable[Form]]


def ngram(form: Form, upper: bool = False) -> NGram:
    """The n-gram of those normalised tokens."""
    return NGram(form, (*form[:-1], number_toggled(form[-1])), upper)

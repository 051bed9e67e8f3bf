"""The word lists by which columns and values are judged, from the data file beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["word_list"]


def word_list(name: str) -> frozenset[str]:
    """The list of that name in ``words.toml``.

    Raises:
        KeyError: There is none.
    """
    return frozenset(_lists()[name])


@cache
def _lists() -> dict[str, list[str]]:
    text = files("gtr_core.profiling").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)

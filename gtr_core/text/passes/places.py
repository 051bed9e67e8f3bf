"""Countries, states and continents: their names, the words for who comes from there, their codes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gtr_core.text.data_files import json_data
from gtr_core.text.passes.ngram import Form
from gtr_core.text.tokenization import normalise

__all__ = ["Place", "places_by_code", "places_by_name"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place.

    Attributes:
        names: Its names, the most usual first.
        demonyms: What its people and things are called (Indian).
        codes: Its codes of two and three letters.
    """

    names: tuple[Form, ...]
    demonyms: tuple[Form, ...]
    codes: tuple[Form, ...]


@cache
def places_by_name() -> dict[Form, tuple[Place, ...]]:
    """Places by each of their names and demonyms."""
    found: dict[Form, tuple[Place, ...]] = {}
    for place in _places():
        for form in (*place.names, *place.demonyms):
            found[form] = (*found.get(form, ()), place)
    return found


@cache
def places_by_code() -> dict[Form, tuple[Place, ...]]:
    """Places by each of their codes, countries before states."""
    found: dict[Form, tuple[Place, ...]] = {}
    for place in _places():
        for form in place.codes:
            found[form] = (*found.get(form, ()), place)
    return found


@cache
def _places() -> tuple[Place, ...]:
    return tuple(
        Place(_forms(place["names"]), _forms(place["demonyms"]), _forms(place["codes"]))
        for place in json_data("places.json")
    )


def _forms(texts: list[str]) -> tuple[Form, ...]:
    return tuple(dict.fromkeys(normalise(text) for text in texts))

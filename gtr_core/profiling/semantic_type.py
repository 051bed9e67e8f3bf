"""What kind of thing a column holds, and what a question would do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.profiling import name_hints as hint
from gtr_core.profiling.name_hints import hints, is_key_name
from gtr_core.profiling.personal import Personal
from gtr_core.profiling.statistics import ColumnStatistics, ProfiledColumn
from gtr_core.profiling.value_patterns import (
    is_date_text,
    is_email,
    is_hash_or_uuid,
    is_json_text,
    is_number_text,
    is_street_address,
    is_strict_phone,
    is_url,
    share_of,
)

__all__ = ["Observed", "column_use", "is_free_text", "semantic_type"]

_FIRST_YEAR, _LAST_YEAR = 1500, 2200
_MOST = 0.8
_ALL_BUT_STRAYS = 0.95
_BOOLEANS = tuple(frozenset(pair.split()) for pair in ("y n", "yes no", "t f", "true false", "0 1", "on off"))
_LONGEST_CODE = 20
_FEW_TEXTS = 10
_SHORT_TEXT = 20
_HUNDRED = 100.0
_PERSONAL_TYPES = {
    "email": "email", "phone": "phone", "name": "name", "user_name": "name", "address": "address",
    "birth_date": "date", "account": "identifier", "national_id": "identifier", "ip_address": "code",
}  # fmt: skip

_MEASURES = frozenset({"money", "quantity", "share", "number"})
_DIMENSIONS = frozenset({"code", "category", "name", "country", "boolean", "email", "phone", "address", "url"})
_TIMES = frozenset({"date", "timestamp", "year"})
_POSITIONS = frozenset({"latitude", "longitude", "lat", "lon", "lng"})


@dataclass(frozen=True, slots=True)
class Observed:
    """All that a column's kind is judged by.

    Attributes:
        words: Of the column's name.
        values: Distinct values as text, the most frequent first; empty where none were read.
        free_text_length: Mean characters from which text is free text.
    """

    profiled: ProfiledColumn
    words: Sequence[str]
    statistics: ColumnStatistics
    values: Sequence[str]
    free_text_length: int

    @property
    def unique(self) -> bool:
        """Whether all values looked at differ."""
        return self.statistics.filled > 0 and self.statistics.distinct == self.statistics.filled


def semantic_type(observed: Observed, personal: Personal | None) -> str:
    """One of the kinds that ``ColumnProfile.semantic_type`` names."""
    group = observed.profiled.group
    if group in ("boolean", "date", "timestamp", "json", "other"):
        return group
    if group == "uuid":
        return "identifier"
    if group == "time":
        return "other"
    if personal is not None and personal.kind in _PERSONAL_TYPES:
        return _PERSONAL_TYPES[personal.kind]
    return _text_type(observed) if group == "text" else _number_type(observed)


def column_use(kind: str, observed: Observed) -> str:
    """key, dimension, time, measure or other, by the column's kind."""
    if kind == "identifier":
        return "key"
    if kind == "date" and observed.profiled.group == "text":
        return "dimension"  # nothing can be added to or cut from a date that is stored as text
    if kind in _TIMES:
        return "time"
    if kind in _MEASURES:
        return "other" if _POSITIONS & set(observed.words) else "measure"
    return "dimension" if kind in _DIMENSIONS else "other"


def _number_type(observed: Observed) -> str:
    """By the name first, since the same numbers may be anything; then by their shape."""
    words, whole = observed.words, observed.profiled.group == "integer"
    if is_key_name(words):
        return "identifier"
    if set(words) & hint.FLAG_WORDS and _is_zero_or_one(observed.statistics):
        return "boolean"
    if whole and hints(words, hint.YEAR_WORDS) and _within_years(observed.statistics):
        return "year"
    # The last word is the noun: a discount amount is money, a price ratio is a share.
    measured = _measured(words[-1:], observed.statistics)
    if measured is not None:
        return measured
    if whole and hints(words[-1:], hint.CODE_WORDS):
        return "code"
    measured = _measured(words, observed.statistics)
    if measured is not None:
        return measured
    return "identifier" if whole and _is_surrogate(observed) else "number"


def _measured(words: Sequence[str], statistics: ColumnStatistics) -> str | None:
    if hints(words, hint.SHARE_WORDS) and _within_hundred(statistics):
        return "share"
    if hints(words, hint.MONEY_WORDS):
        return "money"
    return "quantity" if hints(words, hint.QUANTITY_WORDS) else None


def _text_type(observed: Observed) -> str:
    by_values = _text_type_by_values(observed)
    if by_values is not None:
        return by_values
    words = observed.words
    if is_free_text(words, observed.statistics, observed.free_text_length):
        return "text"
    if is_key_name(words):
        return "identifier"
    if {"address", "street"} & set(words):
        return "address"
    if _names_country(words):
        return "country"
    if hints(words[-1:], hint.NAME_WORDS):
        return "name"
    return _code_category_or_name(observed)


def _text_type_by_values(observed: Observed) -> str | None:
    values = observed.values
    if not values:
        return None
    for kind, has_form, threshold in (
        ("email", is_email, _MOST), ("url", is_url, _MOST), ("identifier", is_hash_or_uuid, _MOST),
        ("json", is_json_text, _ALL_BUT_STRAYS), ("date", is_date_text, _ALL_BUT_STRAYS),
        ("phone", is_strict_phone, _ALL_BUT_STRAYS), ("address", is_street_address, _MOST),
    ):  # fmt: skip
        if share_of(values, has_form) >= threshold:
            return kind
    folded = {value.strip().casefold() for value in values}
    if any(folded <= pair for pair in _BOOLEANS) and (len(folded) > 1 or set(observed.words) & hint.FLAG_WORDS):
        return "boolean"
    return None


def _code_category_or_name(observed: Observed) -> str:
    """Codes are short and of capitals or digits; categories repeat; what is neither names a thing."""
    values = observed.values
    if values and share_of(values, _looks_like_code) >= _MOST:
        return "code"
    if observed.words[-1:] and hints(observed.words[-1:], hint.CODE_WORDS):
        return "code" if values and share_of(values, is_number_text) >= _MOST else "category"
    if hints(observed.words, hint.PLACE_WORDS):
        return "category"
    distinct = observed.statistics.distinct or 0
    return "category" if distinct * 2 <= observed.statistics.filled else "name"


def _looks_like_code(value: str) -> bool:
    text = value.strip()
    if not text or len(text) > _LONGEST_CODE or " " in text:
        return False
    return any(character.isdigit() for character in text) or (text.isupper() and len(text) <= len("INACTIVE"))


def is_free_text(words: Sequence[str], statistics: ColumnStatistics, free_text_length: int) -> bool:
    """Long on average, or called a comment, a description and the like without being a few short words."""
    length = statistics.mean_length or 0.0
    if length > free_text_length:
        return True
    few = statistics.distinct is not None and statistics.distinct <= max(_FEW_TEXTS, statistics.filled // 10)
    return hints(words, hint.TEXT_WORDS) and not (few and length <= _SHORT_TEXT)


def _names_country(words: Sequence[str]) -> bool:
    """``country``, ``BillingCountry``; a destination or a denomination only ends like a nation."""
    names = set(words) & hint.COUNTRY_WORDS or any(word.endswith("country") for word in words)
    return bool(names) and not hints(words[-1:], hint.CODE_WORDS)


def _within_hundred(statistics: ColumnStatistics) -> bool:
    """Rates and percentages; the rate of a room is money, and larger."""
    edges = [float(edge) for edge in (statistics.minimum, statistics.maximum) if edge is not None]
    return all(abs(edge) <= _HUNDRED for edge in edges)


def _is_zero_or_one(statistics: ColumnStatistics) -> bool:
    return {statistics.minimum, statistics.maximum} <= {"0", "1"}


def _within_years(statistics: ColumnStatistics) -> bool:
    if statistics.minimum is None or statistics.maximum is None:
        return True
    return int(statistics.minimum) >= _FIRST_YEAR and int(statistics.maximum) <= _LAST_YEAR


def _is_surrogate(observed: Observed) -> bool:
    """The first column, all different, and as dense as a counter."""
    statistics = observed.statistics
    if observed.profiled.column.position != 0 or not observed.unique or statistics.filled < 2:
        return False
    if statistics.minimum is None or statistics.maximum is None:
        return False
    low, high = int(statistics.minimum), int(statistics.maximum)
    return low >= 0 and high - low + 1 <= 2 * statistics.filled

"""From statistics and values to the profile of one column, as far as policy lets it be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gtr_core.catalog import ColumnProfile, Table
from gtr_core.profiling.additivity import additivity
from gtr_core.profiling.cleaning import clean_values
from gtr_core.profiling.name_hints import is_key_name, name_words
from gtr_core.profiling.personal import Personal, declared_personal, personal_by_name, personal_by_values
from gtr_core.profiling.personal_values import may_be_personal_numbers
from gtr_core.profiling.plain_text import plain_value
from gtr_core.profiling.semantic_type import Observed, column_use, is_free_text, semantic_type
from gtr_core.profiling.settings import ProfilingSettings
from gtr_core.profiling.statistics import ColumnStatistics, ProfiledColumn
from gtr_core.profiling.value_counts import ValueCount, WantedValues

__all__ = ["Read", "column_profile", "known_personal", "wanted_values", "within_policy"]

_PROBE = 300
"""Distinct values that are looked at to tell what a column holds where none are to be kept."""

_PROBED_ROWS = 10_000
"""Rows among which such values are looked for where most values differ."""

_COUNTED = 100
"""Kept values whose rows are kept too."""

_FEW = 50
"""Numbers or dates of which a column holds no more are kept though each may occur only once."""

_KEPT_BY_CODES = frozenset({"code", "category", "name", "country", "boolean", "year", "quantity", "share", "money",
                            "number", "date", "timestamp", "other"})  # fmt: skip
_KEPT_BY_ALL = _KEPT_BY_CODES | {"text", "address", "url", "email", "phone"}


@dataclass(frozen=True, slots=True)
class Read:
    """All that was read of a column.

    Attributes:
        exact: Whether ``statistics.distinct`` is exact.
        values: None where no values were asked for.
        asked: How many were asked for at most.
        sampled: Whether the rows were a sample.
    """

    profiled: ProfiledColumn
    statistics: ColumnStatistics
    exact: bool
    values: tuple[ValueCount, ...] | None
    asked: int
    sampled: bool


def known_personal(table: Table, profiled: ProfiledColumn, settings: ProfilingSettings) -> Personal | None:
    """What is known to be personal before any row is read."""
    declared = declared_personal(table, profiled.column)
    named = personal_by_name(table, profiled.column, profiled.group)
    if declared:
        return Personal(named.kind if named else "other", "the project declares it")
    return named if settings.detect_personal and declared is None else None


def wanted_values(
    profiled: ProfiledColumn, statistics: ColumnStatistics, settings: ProfilingSettings
) -> WantedValues | None:
    """How many values to read: those to keep and one more, or a probe, or none."""
    if profiled.withheld or not statistics.filled or not profiled.has_edges or profiled.group == "boolean":
        return None
    if profiled.group != "text":
        if _keeps_numbers(profiled, statistics, settings):
            return WantedValues(profiled, settings.low_cardinality, settings.keep_length)
        if _may_be_personal(profiled, statistics, settings):
            return WantedValues(profiled, _PROBE, settings.keep_length, _probed_rows(statistics))
        return None
    if _is_probed(profiled, statistics, settings):
        return WantedValues(profiled, _PROBE, settings.keep_length, _probed_rows(statistics))
    return WantedValues(profiled, max(settings.keep + 1, _PROBE), settings.keep_length)


def column_profile(table: Table, read: Read, settings: ProfilingSettings) -> tuple[ColumnProfile, str | None]:
    """The profile, and a sentence about what a limit or a policy cut, if any."""
    profiled, statistics = read.profiled, read.statistics
    numeric = profiled.group in ("integer", "decimal", "float")
    cleaned = clean_values(read.values or (), numeric=numeric)
    shown = [one.value for one in cleaned[:_PROBE]]
    personal = known_personal(table, profiled, settings)
    if personal is None and _may_detect(table, read, settings):
        plain = shown if profiled.group == "text" else [plain_value(one, profiled.group) or "" for one in shown]
        personal = personal_by_values(table, profiled.column, plain, profiled.group)
    if profiled.group != "text" and not _keeps_numbers(profiled, statistics, settings):
        read = replace(read, values=None)  # they were looked at, and not asked for to be kept
    words = name_words(profiled.column.name)
    observed = Observed(profiled, words, statistics, [] if personal else shown, settings.free_text_length)
    kind = semantic_type(observed, personal)
    kept, truncated, limit = ((), False, None) if personal else _kept(read, cleaned, kind, settings)
    use = column_use(kind, observed)
    shape = None if personal else statistics
    show_edges = personal is None and (settings.values != "none" or profiled.group != "text")
    profile = ColumnProfile(
        name=profiled.column.name,
        rows=statistics.rows,
        null_share=_null_share(statistics),
        distinct=statistics.distinct or 0,
        distinct_exact=read.exact and statistics.distinct is not None,
        minimum=statistics.minimum if show_edges and _is_shown(kind, settings) else None,
        maximum=statistics.maximum if show_edges and _is_shown(kind, settings) else None,
        values=kept,
        truncated=truncated,
        semantic_type=kind,
        use=use,
        unique=read.exact and observed.unique,
        personal=personal is not None,
        personal_reason=personal.reason if personal else None,
        mean=shape.mean if shape else None,
        deviation=shape.deviation if shape else None,
        length_quantiles=shape.lengths if shape else (),
        top_counts=_top_counts(kept, read),
        additivity=additivity(words, kind) if use == "measure" else None,
    )
    if personal is not None:
        return profile, f"{profile.name}: personal data, values withheld because {personal.reason}"
    return profile, limit


def within_policy(profile: ColumnProfile, settings: ProfilingSettings) -> ColumnProfile:
    """A profile that was made under another policy, without what this one withholds; personal ones without all."""
    if profile.personal:
        return replace(
            profile, minimum=None, maximum=None, values=(), mean=None, deviation=None, length_quantiles=(),
            top_counts=(), truncated=bool(profile.distinct),
        )  # fmt: skip
    kinds = _KEPT_BY_ALL if settings.values == "all" else _KEPT_BY_CODES
    if profile.values and (settings.values == "none" or profile.semantic_type not in kinds):
        profile = replace(profile, values=(), top_counts=(), truncated=True)
    is_text = bool(profile.length_quantiles)
    if (settings.values == "none" and is_text) or not _is_shown(profile.semantic_type, settings):
        profile = replace(profile, minimum=None, maximum=None)
    return profile


def _kept(
    read: Read, cleaned: Sequence[ValueCount], kind: str, settings: ProfilingSettings
) -> tuple[tuple[str, ...], bool, str | None]:
    """Values to keep, whether there are more, and what to tell the user of it."""
    name, statistics = read.profiled.column.name, read.statistics
    if read.values is None or kind == "identifier":
        return (), bool(statistics.distinct), None
    if kind not in (_KEPT_BY_ALL if settings.values == "all" else _KEPT_BY_CODES) or settings.values == "none":
        return (), bool(statistics.distinct), f"{name}: {kind}, values not kept by policy ({settings.values})"
    group = read.profiled.group
    texts = [text for one in cleaned if (text := plain_value(one.value, group)) is not None]
    kept = _within_bytes(tuple(dict.fromkeys(texts))[: settings.keep], settings.keep_bytes)
    distinct = statistics.distinct or 0
    read_all = len(read.values) >= distinct if read.exact else len(read.values) < read.asked
    unseen = read.sampled and any(one.count == 1 for one in read.values)
    truncated = not read_all or len(kept) < len(texts) or unseen
    limit = f"{name}: {len(kept)} of {distinct} values kept" if not read_all or len(kept) < len(texts) else None
    return kept, truncated, limit


def _top_counts(kept: Sequence[str], read: Read) -> tuple[int, ...]:
    """Rows by kept value; spellings of a number that are one in plain form are added up."""
    counts: dict[str | None, int] = {}
    for one in read.values or ():
        plain = plain_value(one.value, read.profiled.group)
        counts[plain] = counts.get(plain, 0) + one.count
    return tuple(counts[value] for value in kept[:_COUNTED])


def _is_probed(profiled: ProfiledColumn, statistics: ColumnStatistics, settings: ProfilingSettings) -> bool:
    """Whether it is plain before reading values that none will be kept."""
    if settings.values == "none":
        return True
    words = name_words(profiled.column.name)
    text = is_free_text(words, statistics, settings.free_text_length)
    return (settings.values == "codes" and text) or is_key_name(words)


def _probed_rows(statistics: ColumnStatistics) -> int | None:
    """Where hardly a value comes twice, any are as good as the most frequent, which all rows would have to tell."""
    many = statistics.filled > 2 * _PROBED_ROWS and 2 * (statistics.distinct or 0) > statistics.filled
    # Nulls must not make up all of the first rows.
    return _PROBED_ROWS if many and 2 * statistics.filled > statistics.rows else None


def _repeats(statistics: ColumnStatistics, settings: ProfilingSettings) -> bool:
    """Whether numbers or dates are few and come again, so that they may be asked for one by one."""
    if statistics.distinct is None or statistics.distinct > settings.low_cardinality:
        return False
    return statistics.distinct <= max(_FEW, statistics.filled // 2)


def _may_detect(table: Table, read: Read, settings: ProfilingSettings) -> bool:
    detects = settings.detect_personal and declared_personal(table, read.profiled.column) is None
    if not detects or not read.values:
        return False
    return read.profiled.group == "text" or _may_be_personal(read.profiled, read.statistics, settings)


def _keeps_numbers(profiled: ProfiledColumn, statistics: ColumnStatistics, settings: ProfilingSettings) -> bool:
    """Whether the values of a column of no text are few enough, and no key's, to be kept."""
    keeps = settings.values != "none" and _repeats(statistics, settings)
    return keeps and not is_key_name(name_words(profiled.column.name))


def _may_be_personal(profiled: ProfiledColumn, statistics: ColumnStatistics, settings: ProfilingSettings) -> bool:
    if not settings.detect_personal or profiled.group not in ("integer", "decimal", "float"):
        return False
    words = name_words(profiled.column.name)
    return not is_key_name(words) and may_be_personal_numbers(words, statistics.minimum, statistics.maximum)


def _is_shown(kind: str, settings: ProfilingSettings) -> bool:
    """The first and the last of free texts say nothing, and are values all the same."""
    return kind in _KEPT_BY_CODES or kind == "identifier" or settings.values == "all"


def _within_bytes(values: Sequence[str], most: int) -> tuple[str, ...]:
    taken: list[str] = []
    for value in values:
        most -= len(value.encode())
        if most < 0:
            break
        taken.append(value)
    return tuple(taken)


def _null_share(statistics: ColumnStatistics) -> float:
    return (statistics.rows - statistics.filled) / statistics.rows if statistics.rows else 0.0

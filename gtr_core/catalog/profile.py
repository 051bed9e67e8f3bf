"""Profiles: what is known of tables and columns from their data."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ColumnProfile", "TableProfile"]


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """Statistics and cleaned representative values of one column.

    A personal column's profile holds counts alone: no values, no minimum, no maximum.

    Attributes:
        name: Stored spelling of the column.
        rows: Rows that were looked at.
        null_share: Share of them that are null.
        distinct: Distinct values among them.
        distinct_exact: Whether that number is exact for the rows looked at.
        minimum, maximum: As text in ISO or plain decimal form; None where unknown or withheld.
        values: Cleaned representative values in stored spelling, most frequent first.
        truncated: Whether the column holds more values than are kept.
        semantic_type: identifier, code, category, text, name, email, phone, address, url, date,
            timestamp, year, money, quantity, share, number, country, boolean, json, other.
        use: key, dimension, time, measure or other: what a question would do with the column.
        unique: Whether all non-null values looked at differ.
        personal: Whether it holds personal data.
        personal_reason: Why it is taken to, or what declares it.
        mean, deviation: Mean and sample standard deviation of numbers; None for other types, where
            unknown, or withheld.
        length_quantiles: Characters of text at 0, 25, 50, 75 and 100 % of the rows looked at; the three in
            the middle are the engine's estimates where ``distinct`` is one. Empty for other types.
        top_counts: Rows looked at that hold each of the first of ``values``, in their order.
        additivity: Of a measure: additive, semi_additive (a balance, which adds up over all but time) or
            ratio (which does not add up); None of what is no measure.
        path: Keys that lead from the column to a value nested in it, ``[]`` for the elements of a list;
            empty for a column of the table itself. ``name`` is then the dotted whole.
    """

    name: str
    rows: int = 0
    null_share: float = 0.0
    distinct: int = 0
    distinct_exact: bool = True
    minimum: str | None = None
    maximum: str | None = None
    values: tuple[str, ...] = ()
    truncated: bool = False
    semantic_type: str = "other"
    use: str = "other"
    unique: bool = False
    personal: bool = False
    personal_reason: str | None = None
    mean: float | None = None
    deviation: float | None = None
    length_quantiles: tuple[int, ...] = ()
    top_counts: tuple[int, ...] = ()
    additivity: str | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableProfile:
    """The profile of one table.

    Attributes:
        table: Table id.
        row_count: Rows of the table as the engine states or counts them; None where unknown.
        rows: Rows that were looked at.
        sampled: Whether those are a sample.
        columns: One profile a column, in the table's order, then those of nested values.
        seconds: Wall-clock seconds that it took.
        limits: What a limit cut, in words, for the user.
        profiled_at: When, in ISO form with time zone; None where unknown.
        fingerprint: Of all that decides whether it holds still, the rows themselves aside.
        altered: The warehouse's mark of the rows' state when they were read; None where it has none.
        stale: Why it is a former build's and may no longer hold; None where it is not.
        unread: Columns that the engine could not read, each with its error.
    """

    table: str
    row_count: int | None
    rows: int
    sampled: bool
    columns: tuple[ColumnProfile, ...]
    seconds: float = 0.0
    limits: tuple[str, ...] = ()
    profiled_at: str | None = None
    fingerprint: str = ""
    altered: str | None = None
    stale: str | None = None
    unread: tuple[str, ...] = ()

    def column(self, name: str) -> ColumnProfile | None:
        """The profile of the column stored under that name."""
        return next((column for column in self.columns if column.name == name), None)

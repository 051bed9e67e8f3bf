"""How much of the data is looked at, and how much of it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["PROFILER_VERSION", "ProfilingSettings", "ValuesPolicy"]

ValuesPolicy = Literal["none", "codes", "all"]


PROFILER_VERSION = 3
"""Raised with each change that gives other profiles of the same data, so that no former one is used again."""


@dataclass(frozen=True, slots=True)
class ProfilingSettings:
    """Limits of a profile.

    Attributes:
        rows: Rows that are looked at per table; None for all of them.
        bytes: Bytes that those rows may take, where the engine tells a table's size; None for no limit.
        seed: Of the engine's sampling.
        values: What values are kept: ``none``; ``codes``: codes, categories and names of things; ``all``:
            free text and addresses as well. Values of personal columns are never kept.
        keep: Values that are kept per text column.
        keep_bytes: Bytes of UTF-8 that they may take per column.
        keep_length: Characters of the longest value that is kept.
        low_cardinality: Distinct values up to which a column of numbers, dates or times keeps them.
        free_text_length: Mean characters from which a text column counts as free text.
        detect_personal: Whether names and values are searched for personal data. What the project
            declares holds either way.
        columns_per_statement: Columns whose statistics one statement computes; wider tables take several.
        exact_distinct_rows: Rows up to which distinct values are counted exactly.
        timeout_s: Seconds per statement.
        nested_depth: Keys of the longest path into nested values that is profiled; 0: none.
        nested_rows: Rows whose nested values are taken apart.
        nested_length: Characters of the longest nested cell that is.
        nested_paths: Paths that are looked at per column.
    """

    rows: int | None = 100_000
    bytes: int | None = 4_000_000_000
    seed: int = 42
    values: ValuesPolicy = "codes"
    keep: int = 10_000
    keep_bytes: int = 1_000_000
    keep_length: int = 200
    low_cardinality: int = 1_000
    free_text_length: int = 60
    detect_personal: bool = True
    columns_per_statement: int = 100
    exact_distinct_rows: int = 1_000_000
    timeout_s: float | None = 60.0
    nested_depth: int = 3
    nested_rows: int = 1_000
    nested_length: int = 20_000
    nested_paths: int = 200

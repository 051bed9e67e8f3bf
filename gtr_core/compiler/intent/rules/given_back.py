"""Answers that would say nothing: what was given, or no row whatever the data."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.spec import Comparison
from gtr_core.compiler.verdict import Verdict

__all__ = ["given_back"]

_LOWER, _UPPER = (">", ">="), ("<", "<=")


def given_back(reading: Reading) -> Reading:
    """The reading refused where all that it shows is fixed by its filters, or where no row could meet them.

    "The title of the prerequisite of Logic" over one instance of the courses would answer "Logic": another
    instance was meant. A price both above 4500 and below 3000 is of two rows, not of one.
    """
    plain = [condition for condition in reading.filters if isinstance(condition, Comparison)]
    fixed = {(c.node, c.column) for c in plain if c.op == "=" or (c.op == "in" and len(c.values) == 1)}
    measured = any(asked.measure.aggregate != "none" for asked in reading.asked)
    shown = {(dimension.node, dimension.column) for dimension in reading.dimensions}
    shown |= {(str(a.measure.node), str(a.measure.column)) for a in reading.asked if a.measure.aggregate == "none"}
    if shown and not measured and shown <= fixed:
        names = ", ".join(sorted(column for _, column in shown))
        return _refused(reading, names, f"All that would be shown of {names} is what the question itself gives.")
    by_column: dict[tuple[str, str], list[Comparison]] = defaultdict(list)
    for condition in plain:
        by_column[condition.node, condition.column].append(condition)
    for (node, column), conditions in by_column.items():
        if _is_impossible(conditions):
            return _refused(reading, column, f"No single row of {node} has a {column} that meets all conditions on it.")
    return reading


def _is_impossible(conditions: list[Comparison]) -> bool:
    equal = {condition.values[0] for condition in conditions if condition.op == "="}
    missing = any(condition.op == "is_null" for condition in conditions)
    if len(equal) > 1 or (missing and len(conditions) > 1):
        return True
    lows = [c.values[0] for c in conditions if c.op in _LOWER]
    highs = [c.values[0] for c in conditions if c.op in _UPPER]
    strict = any(c.op in ("<", ">") for c in conditions)
    for low in lows:
        for high in highs:
            if isinstance(low, str) != isinstance(high, str):
                continue
            above, below = (str(low), str(high)) if isinstance(low, str) else (float(low), float(high))
            if above > below or (above == below and strict):  # type: ignore[operator]
                return True
    return False


def _refused(reading: Reading, where: str, text: str) -> Reading:
    return replace(reading, verdicts=(*reading.verdicts, Verdict("not_understood", where, "refused", text)))

"""What the score leaves open, decided by a language model where one is switched on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.column_values import ColumnId
from gtr_core.llm import Choice, LanguageModel, LanguageModelError

__all__ = ["Adjudicated", "AdjudicationSettings", "adjudicate"]

_TASK: Final = (
    "A column of a database table may be a foreign key. Its values occur in each of the keys below. Which key does it "
    "refer to, judging by names and statistics? Choose the last option if it refers to none: a measure, a flag, a "
    "date or a counter whose values coincide."
)
_NONE: Final = "none of these"


@dataclass(frozen=True, slots=True)
class AdjudicationSettings:
    """When a model is asked.

    Attributes:
        low, high: Confidences of a column's best candidate between which it is asked.
        options: Candidates that it may choose among.
        questions: Questions at most; what is left stays with the score.
        chosen, refused: Confidence of a candidate that the model took, and of one that it did not take.
    """

    low: float = 0.15
    high: float = 0.7
    options: int = 5
    questions: int = 200
    chosen: float = 0.85
    refused: float = 0.1


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """Confidences after the model was heard.

    Attributes:
        confidences: (candidates,) float64.
        asked: Columns that were asked about.
        failed: Those of them to which no usable answer came; they keep their scores.
    """

    confidences: NDArray[np.float64]
    asked: tuple[ColumnId, ...] = ()
    failed: tuple[ColumnId, ...] = field(default=())


def adjudicate(
    candidates: Sequence[Candidate],
    confidences: NDArray[np.float64],
    model: LanguageModel | None,
    settings: AdjudicationSettings | None = None,
    *,
    asked_about: NDArray[np.bool_] | None = None,
) -> Adjudicated:
    """Let the model choose for each column whose best candidate is neither certain nor out of the question.

    It is told names, types and statistics, never values, and may choose one of the listed candidates or none
    (as large language models are used for join inference in the work that the guided-retrieval paper cites).
    Without a model the scores stand.

    Args:
        candidates: All of one inference.
        confidences: (candidates,) float64.
        model: None: nobody is asked.
        settings: When it is asked.
        asked_about: (candidates,) bool: columns without a candidate among these are not asked about; None: all.
    """
    settings = settings or AdjudicationSettings()
    if model is None:
        return Adjudicated(confidences)
    changed = confidences.copy()
    asked: list[ColumnId] = []
    failed: list[ColumnId] = []
    wanted = None if asked_about is None else {candidates[int(x)].child.column.id for x in np.flatnonzero(asked_about)}
    columns = _open_columns(candidates, confidences, settings)
    for column, places in [one for one in columns if wanted is None or one[0] in wanted][: settings.questions]:
        asked.append(column)
        try:
            chosen = model.choose(_question([candidates[place] for place in places])).number
        except LanguageModelError:
            failed.append(column)
            continue
        for number, place in enumerate(places):
            changed[place] = settings.chosen if number == chosen else min(settings.refused, changed[place])
    return Adjudicated(changed, tuple(asked), tuple(failed))


def _open_columns(
    candidates: Sequence[Candidate], confidences: NDArray[np.float64], settings: AdjudicationSettings
) -> list[tuple[ColumnId, list[int]]]:
    """Columns to ask about with the places of their best candidates, the least certain column first."""
    by_column: dict[ColumnId, list[int]] = defaultdict(list)
    for place, candidate in enumerate(candidates):
        by_column[candidate.child.column.id].append(place)
    found: list[tuple[float, ColumnId, list[int]]] = []
    for column, places in by_column.items():
        places.sort(key=lambda place: (-round(float(confidences[place]), 6), candidates[place].parent.column.id))
        best = float(confidences[places[0]])
        if settings.low <= best <= settings.high:
            found.append((round(abs(best - 0.5), 6), column, places[: settings.options]))
    return [(column, places) for _, column, places in sorted(found)]


def _question(candidates: Sequence[Candidate]) -> Choice:
    child = candidates[0].child.column
    data = {
        "column": f"{child.table}.{child.name}: {child.kind}, {child.distinct} distinct in {child.filled} rows, "
        f"{child.rows - child.filled} without a value",
    }
    for number, candidate in enumerate(candidates):
        parent = candidate.parent.column
        data[f"key {number}"] = (
            f"{parent.table}.{parent.name}: {parent.size} rows; {candidate.contained or 0:.1%} of the column's values "
            f"occur in it, {candidate.covered:.1%} of its values are used"
        )
    return Choice(_TASK, data, (*(f"key {number}" for number in range(len(candidates))), _NONE))

"""The inputs of many questions as padded arrays, for fitting the relation-aware network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.word_vectors import piece_tokenizer, piece_weights, pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Batch", "Lesson", "Texts", "batches", "lesson", "padded", "thinned"]

_SLACK = 30.0


class Texts:
    """Distinct texts by number, each the weighted mean of its pieces' vectors; number 0 is the empty text.

    Args:
        piece_vectors: ``(n_pieces, d)``.
    """

    def __init__(self, piece_vectors: NDArray[np.float32]) -> None:
        self._pieces = piece_vectors
        self._tokenizer = piece_tokenizer()
        self._numbers = {"": 0}
        self._rows = [np.zeros(piece_vectors.shape[1], dtype=np.float32)]

    def numbers(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """The numbers of some texts; those not met before are added."""
        return np.array([self._number(text) for text in texts], dtype=np.int64)

    def _number(self, text: str) -> int:
        number = self._numbers.get(text)
        if number is None:
            ids = pieces(self._tokenizer, text)
            number = 0
            if ids:
                number = len(self._rows)
                self._rows.append(np.asarray(piece_weights(ids) @ self._pieces[ids], dtype=np.float32))
            self._numbers[text] = number
        return number

    def vectors(self) -> NDArray[np.float32]:
        """``(n_texts, d)``."""
        return np.stack(self._rows)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One question: its inputs, the numbers of its texts, its candidate sets, and what is right.

    Attributes:
        words, names, descriptions, values, tables: Numbers of texts.
        members: ``(n_sets, T)``: which tables each candidate set holds.
        right_columns: ``(C,)``; None where the gold query does not parse.
        right_tables: ``(T,)``.
        right_set: ``(n_sets,)``: at most one is true.
    """

    inputs: RelationInputs
    words: NDArray[np.int64]
    names: NDArray[np.int64]
    descriptions: NDArray[np.int64]
    values: NDArray[np.int64]
    tables: NDArray[np.int64]
    members: NDArray[np.bool_]
    right_columns: NDArray[np.bool_] | None
    right_tables: NDArray[np.bool_]
    right_set: NDArray[np.bool_]

    @property
    def nodes(self) -> int:
        """Words, columns and tables together."""
        return len(self.words) + len(self.names) + len(self.tables)


def lesson(
    graph: ContextGraph,
    inputs: RelationInputs,
    texts: Texts,
    members: NDArray[np.bool_],
    right: tuple[NDArray[np.bool_] | None, NDArray[np.bool_], NDArray[np.bool_]],
) -> Lesson:
    """One question to learn from.

    Args:
        graph: Its context.
        inputs: Its inputs.
        texts: Where its texts are kept.
        members: Of its candidate sets.
        right: Which of all candidates' columns, which tables, and which set are right.
    """
    schema = schema_features(graph)
    of_tables = [schema.texts(graph, position) for position in inputs.tables]
    at = list(zip(inputs.table_of.tolist(), inputs.column_in_table.tolist(), strict=True))
    return Lesson(
        inputs,
        texts.numbers(inputs.words),
        texts.numbers(of_tables[row].names[place] for row, place in at),
        texts.numbers(of_tables[row].descriptions[place] for row, place in at),
        texts.numbers(of_tables[row].values[place] for row, place in at),
        texts.numbers(table.name for table in of_tables),
        members,
        None if right[0] is None else right[0][inputs.columns],
        right[1],
        right[2],
    )


def thinned(one: Lesson, share: float, chance: np.random.Generator) -> Lesson:
    """The question over a schema that lacks some of the tables that it does not use."""
    keep = one.right_tables | (chance.random(len(one.tables)) >= share)
    sets = ~one.members[:, ~keep].any(axis=1)
    if keep.all() or not keep.any() or not sets.any():
        return one
    columns = keep[one.inputs.table_of]
    place = np.cumsum(keep) - 1
    inputs = one.inputs
    return Lesson(
        RelationInputs(
            inputs.words,
            inputs.notes,
            tuple(table for table, kept in zip(inputs.tables, keep, strict=True) if kept),
            inputs.columns[columns],
            place[inputs.table_of[columns]],
            inputs.column_in_table[columns],
            inputs.column_features[columns],
            inputs.table_features[keep],
            inputs.word_column[:, columns],
            inputs.word_table[:, keep],
            inputs.adjacent[keep][:, keep],
        ),
        one.words,
        one.names[columns],
        one.descriptions[columns],
        one.values[columns],
        one.tables[keep],
        one.members[sets][:, keep],
        None if one.right_columns is None else one.right_columns[columns],
        one.right_tables[keep],
        one.right_set[sets],
    )


@dataclass(frozen=True, slots=True)
class Batch:
    """Several lessons, padded to the largest; arrays of B questions by the names of ``Lesson`` and ``RelationInputs``.

    Attributes:
        arrays: ``float32``, ``int64`` or ``bool`` arrays whose first axis is B. ``has_*`` tell what is no padding;
            ``right_set`` is the place of the right set, -1 where it is no candidate.
    """

    arrays: dict[str, NDArray[np.generic]]


def padded(lessons: Sequence[Lesson]) -> Batch:
    """A batch of lessons."""
    n = len(lessons)
    w = max(1, max(len(one.words) for one in lessons))
    c, t = (max(len(getattr(one, name)) for one in lessons) for name in ("names", "tables"))
    s = max(len(one.members) for one in lessons)
    first = lessons[0].inputs
    out: dict[str, NDArray[np.generic]] = {
        "words": np.zeros((n, w), np.int64),
        "notes": np.zeros((n, w), np.float32),
        **{name: np.zeros((n, c), np.int64) for name in ("names", "descriptions", "values", "table_of")},
        "tables": np.zeros((n, t), np.int64),
        "column_features": np.zeros((n, c, first.column_features.shape[1]), np.float32),
        "table_features": np.zeros((n, t, first.table_features.shape[1]), np.float32),
        "word_column": np.zeros((n, w, c, 4), np.float32),
        "word_table": np.zeros((n, w, t, 3), np.float32),
        "adjacent": np.zeros((n, t, t), np.float32),
        "has_words": np.zeros((n, w), bool),
        "has_columns": np.zeros((n, c), bool),
        "has_tables": np.zeros((n, t), bool),
        "has_sets": np.zeros((n, s), bool),
        "members": np.zeros((n, s, t), np.float32),
        "right_columns": np.zeros((n, c), np.float32),
        "right_tables": np.zeros((n, t), np.float32),
        "labelled": np.zeros((n, c), np.float32),
        "right_set": np.full(n, -1, np.int64),
    }
    for k, one in enumerate(lessons):
        _fill(out, k, one)
    return Batch(out)


def _fill(out: dict[str, NDArray[np.generic]], k: int, one: Lesson) -> None:
    inputs = one.inputs
    w, c, t, s = len(one.words), len(one.names), len(one.tables), len(one.members)
    for name in ("words", "names", "descriptions", "values", "tables"):
        row = getattr(one, name)
        out[name][k, : len(row)] = row
    out["notes"][k, :w], out["table_of"][k, :c] = inputs.notes, inputs.table_of
    out["column_features"][k, :c], out["table_features"][k, :t] = inputs.column_features, inputs.table_features
    out["word_column"][k, :w, :c], out["word_table"][k, :w, :t] = inputs.word_column, inputs.word_table
    out["adjacent"][k, :t, :t], out["members"][k, :s, :t] = inputs.adjacent, one.members
    for name, size in (("has_words", w), ("has_columns", c), ("has_tables", t), ("has_sets", s)):
        out[name][k, :size] = True
    out["right_tables"][k, :t] = one.right_tables
    if one.right_columns is not None:
        out["right_columns"][k, :c] = one.right_columns
        out["labelled"][k, :c] = 1.0
    if one.right_set.any():
        out["right_set"][k] = int(np.argmax(one.right_set))


def batches(lessons: Sequence[Lesson], budget: float, chance: np.random.Generator | None = None) -> list[list[int]]:
    """Places of lessons of like size, so many together as the budget of nodes to the power of 1.5 allows.

    Args:
        lessons: The lessons.
        budget: Of one batch.
        chance: Shuffles lessons of about one size, and the batches; None for a fixed order.
    """
    slack = np.zeros(len(lessons)) if chance is None else chance.random(len(lessons)) * _SLACK
    order = np.argsort([one.nodes for one in lessons] + slack, kind="stable")
    out: list[list[int]] = []
    current: list[int] = []
    for k in order.tolist():
        if current and (len(current) + 1) * lessons[k].nodes ** 1.5 > budget:
            out.append(current)
            current = []
        current.append(k)
    out.append(current)
    if chance is not None:
        chance.shuffle(out)
    return out

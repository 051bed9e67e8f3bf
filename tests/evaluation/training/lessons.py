"""Made-up lessons for the relation-aware network: random ones, and such as a rule can tell right from wrong in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gtr_core.evaluation.training.relation_batches import Lesson, Texts
from gtr_core.retrieval.scoring.relation_aware import TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs
from gtr_core.retrieval.scoring.word_vectors import WordVectors
from tests.retrieval.scoring.random_network import random_question

__all__ = ["WORDS", "random_lesson", "ruled_lesson", "texts_of"]

WORDS = ("order", "date", "customer", "city", "price", "supplier", "flight", "song", "book", "animal", "")


def texts_of(one: Lesson, words: WordVectors, known: Sequence[str] = WORDS) -> TextVectors:
    """The vectors of a lesson's texts, whose numbers are places among the known ones, the empty text being 0."""
    by_number = ["", *(text for text in known if text)]
    numbers = (one.words, one.names, one.descriptions, one.values, one.tables)
    return TextVectors(*(words.of([by_number[number] for number in of.tolist()]) for of in numbers))


def _numbers(chance: np.random.Generator, n: int) -> np.ndarray:
    return chance.integers(0, len(WORDS), n)


def random_lesson(
    seed: int, n_words: int, n_columns: int, n_tables: int, *, n_sets: int = 6, among: bool = True, parsed: bool = True
) -> Lesson:
    """A lesson whose right set is among its candidates or is not, and whose gold query parses or does not."""
    chance = np.random.default_rng(seed)
    inputs, _ = random_question(seed, n_words, n_columns, n_tables)
    right = chance.random(n_tables) < 0.4
    right[int(chance.integers(n_tables))] = True
    drawn = chance.random((n_sets, n_tables)) < 0.5
    drawn[np.arange(n_sets), chance.integers(0, n_tables, n_sets)] = True
    members = np.unique(drawn[(drawn != right).any(axis=1)], axis=0)
    if among or not len(members):
        members = np.insert(members, int(chance.integers(len(members) + 1)), right, axis=0)
    return Lesson(
        inputs,
        *(_numbers(chance, n) for n in (n_words, n_columns, n_columns, n_columns, n_tables)),
        members,
        chance.random(n_columns) < 0.3 if parsed else None,
        right,
        (members == right).all(axis=1),
    )


def ruled_lesson(seed: int, texts: Texts, n_tables: int = 5) -> Lesson:
    """Right are the table that the first word names and that of which the third word names a column.

    Features say nothing; other words name other columns by their descriptions alone, which mean nothing.
    """
    chance = np.random.default_rng(seed)
    n_words, n_columns = 4, 2 * n_tables
    inputs, _ = random_question(seed, n_words, n_columns, n_tables)
    first, column = int(chance.integers(n_tables)), int(chance.integers(n_columns))
    table_of = np.arange(n_columns) // 2
    word_column = np.zeros((n_words, n_columns, 4), np.float32)
    word_column[2, column, 0] = 1.0
    word_column[chance.integers(0, n_words, 3), chance.integers(0, n_columns, 3), 3] = 1.0
    word_table = np.zeros((n_words, n_tables, 3), np.float32)
    word_table[0, first, 0] = 1.0
    inputs = RelationInputs(
        inputs.words,
        np.zeros(n_words, np.float32),
        inputs.tables,
        np.arange(n_columns),
        table_of,
        np.arange(n_columns) % 2,
        inputs.column_features,
        inputs.table_features,
        word_column,
        word_table,
        inputs.adjacent,
    )
    right = np.zeros(n_tables, bool)
    right[[first, table_of[column]]] = True
    pairs = [(i, j) for i in range(n_tables) for j in range(i, n_tables)]
    members = np.zeros((len(pairs), n_tables), bool)
    for k, pair in enumerate(pairs):
        members[k, list(pair)] = True
    members = chance.permutation(members)
    by_number = texts.numbers(WORDS)
    return Lesson(
        inputs,
        *(by_number[_numbers(chance, n)] for n in (n_words, n_columns, n_columns, n_columns, n_tables)),
        members,
        np.arange(n_columns) == column,
        right,
        (members == right).all(axis=1),
    )

"""What the tokens of a text hit among the candidate tables, as arrays: tokens by columns and by tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding, Option
from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures, schema_features
from gtr_core.retrieval.scoring.value_shapes import code_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Hits", "best_of_tables", "gather", "together"]

EXACT = 0.89
# Digits of a number that counts things more often than it is a value; what it is worth as one.
SMALL_NUMBER = 3
NUMBER_ALONE = 0.3
# What a code is worth that looks like a column's, but is not known to be one of them.
LOOKS_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Hits:
    """How strongly each token speaks of each column and table; all ``float32``, 0 to 1.

    Attributes:
        name, description, value: ``(n_tokens, n_columns)``: by the column's name, alias or synonyms; by its
            description; by a value that it holds.
        exact: As ``name``, by the very words or their inflections alone, without synonyms and the like.
        near: ``(n_tokens, n_tables)``: how near to the token a table is named, 1 for its neighbour.
        whole: ``(n_columns,)``: the best match of one n-gram with the column's whole name.
        value_length: ``(n_columns,)``: tokens of the longest n-gram that equals a value, 0 without one.
        table: ``(n_tokens, n_tables)``: by the table's own name, alias, synonyms or a metric on it.
        table_description: ``(n_tokens, n_tables)``.
        table_whole: ``(n_tables,)``.
        metric: ``(n_tables,)``: the best match with a metric of the table.
    """

    name: NDArray[np.float32]
    description: NDArray[np.float32]
    value: NDArray[np.float32]
    exact: NDArray[np.float32]
    near: NDArray[np.float32]
    whole: NDArray[np.float32]
    value_length: NDArray[np.float32]
    table: NDArray[np.float32]
    table_description: NDArray[np.float32]
    table_whole: NDArray[np.float32]
    metric: NDArray[np.float32]


def gather(graph: ContextGraph, candidates: Candidates, grounding: Grounding) -> Hits:
    """The hits of one text. O(options of its n-grams)."""
    n_tokens, n_columns, n_tables = len(grounding.tokens), candidates.n_columns, len(candidates.tables)
    by_column = {
        kind: np.zeros((n_tokens, n_columns), dtype=np.float32) for kind in ("name", "exact", "description", "value")
    }
    whole, length = np.zeros(n_columns, dtype=np.float32), np.zeros(n_columns, dtype=np.float32)
    table = np.zeros((n_tokens, n_tables), dtype=np.float32)
    table_description = np.zeros((n_tokens, n_tables), dtype=np.float32)
    table_whole, metric = np.zeros(n_tables, dtype=np.float32), np.zeros(n_tables, dtype=np.float32)
    row_of = {graph.tables[position].id: row for position, row in candidates.place.items()}
    numbers: list[tuple[int, int, float]] = []
    for span in grounding.spans:
        width = span.last - span.first
        for option in [option for option in span.options if option.posting.table in row_of]:
            posting = option.posting
            row = row_of[posting.table]
            kind = _KINDS[posting.kind]
            strength = option.likeness * posting.coverage
            if posting.column is None:
                matrix = table_description if kind == "description" else table
                _raise(matrix, span.first, span.last, row, _credit(option, kind, width))
                best = metric if posting.kind == "metric" else table_whole
                if kind != "description" and strength > best[row]:
                    best[row] = strength
                continue
            column = candidates.column_place[row].get(posting.column)
            if column is None:
                continue
            credit = _credit(option, kind, width)
            if kind == "value" and width == 1 and _is_small_number(grounding.tokens[span.first].norm):
                numbers.append((span.first, column, credit))
                continue
            _raise(by_column[kind], span.first, span.last, column, credit)
            if kind == "name" and option.likeness >= EXACT:
                _raise(by_column["exact"], span.first, span.last, column, credit)
            if kind == "name" and strength > whole[column]:
                whole[column] = strength
            elif kind == "value" and posting.coverage >= 1.0 and width > length[column]:
                length[column] = width
    _raise_numbers(numbers, by_column["name"], by_column["value"], length)
    schema = schema_features(graph)
    _credit_codes(graph, schema, candidates, grounding, by_column["value"], length)
    _credit_copies(schema, candidates, by_column["value"], length)
    return Hits(
        by_column["name"],
        by_column["description"],
        by_column["value"],
        by_column["exact"],
        _near(table),
        whole,
        length,
        table,
        table_description,
        table_whole,
        metric,
    )


def _raise_numbers(
    numbers: Sequence[tuple[int, int, float]],
    name: NDArray[np.float32],
    value: NDArray[np.float32],
    length: NDArray[np.float32],
) -> None:
    """Credit the small numbers among the values: token, column and credit of each."""
    for token, column, credit in numbers:
        # "The 3 largest" is no district 3: a number is a value where its column is named beside it.
        beside = name[max(token - 1, 0) : token + 2, column].max(initial=0.0) > 0.0
        _raise(value, token, token + 1, column, credit if beside else NUMBER_ALONE * credit)
        if beside and not length[column]:
            length[column] = 1


def together(question: Hits, notes: Hits | None) -> Hits:
    """The hits of two texts as of one: its tokens one after the other."""
    if notes is None:
        return question
    return Hits(
        np.concatenate((question.name, notes.name)),
        np.concatenate((question.description, notes.description)),
        np.concatenate((question.value, notes.value)),
        np.concatenate((question.exact, notes.exact)),
        np.concatenate((question.near, notes.near)),
        np.maximum(question.whole, notes.whole),
        np.maximum(question.value_length, notes.value_length),
        np.concatenate((question.table, notes.table)),
        np.concatenate((question.table_description, notes.table_description)),
        np.maximum(question.table_whole, notes.table_whole),
        np.maximum(question.metric, notes.metric),
    )


def best_of_tables(matrix: NDArray[np.float32], candidates: Candidates) -> NDArray[np.float32]:
    """``(n_tokens, n_tables)`` from ``(n_tokens, n_columns)``: the best of each table's columns."""
    starts = candidates.starts[:-1]
    filled = np.flatnonzero(np.diff(candidates.starts))
    if len(filled) == len(starts):
        return np.maximum.reduceat(matrix, starts, axis=1) if len(starts) else matrix
    out = np.zeros((matrix.shape[0], len(starts)), dtype=np.float32)
    if len(filled):
        out[:, filled] = np.maximum.reduceat(matrix, starts[filled], axis=1)
    return out


_KINDS = {
    "table": "name",
    "alias": "name",
    "column": "name",
    "metric": "name",
    "semantic": "name",
    "description": "description",
    "value": "value",
}


def _credit(option: Option, kind: str, width: int) -> float:
    """What each token of the n-gram is credited with.

    Of a name its share of the words, so that tokens that stand apart add up to the whole name; of a value
    the root of the share, since one word of a long value says more than its share.
    """
    coverage = option.posting.coverage
    if kind == "value":
        return float(option.likeness * coverage**0.5)
    return option.likeness * coverage / width if kind == "name" else option.likeness


def _credit_codes(
    graph: ContextGraph,
    schema: SchemaFeatures,
    candidates: Candidates,
    grounding: Grounding,
    value: NDArray[np.float32],
    length: NDArray[np.float32],
) -> None:
    """Credit columns with the codes that look like theirs, where not all of their values are known."""
    for first, last, shape in code_spans([token.norm for token in grounding.tokens]):
        for row, position in enumerate(candidates.tables):
            for name in schema.shapes(graph, position).get(shape, ()):
                column = candidates.column_place[row].get(name)
                if column is not None:
                    _raise(value, first, last, column, LOOKS_ALIKE)
                    length[column] = max(float(length[column]), last - first)


def _credit_copies(
    schema: SchemaFeatures, candidates: Candidates, value: NDArray[np.float32], length: NDArray[np.float32]
) -> None:
    """Credit a foreign key with the values of the key that it refers to, and the other way round.

    Each holds the other's values, also those of which the context has no sample.
    """
    pairs = [
        (candidates.column_place[child].get(name), candidates.column_place[parent].get(key))
        for child, name, parent, key in schema.copies(candidates.tables)
    ]
    known = [(child, parent) for child, parent in pairs if child is not None and parent is not None]
    # Twice, for a key of a key: whichever of two edges stands first.
    for _ in range(2):
        for one, other in (*((parent, child) for child, parent in known), *known):
            np.maximum(value[:, one], value[:, other], out=value[:, one])
            length[one] = max(length[one], length[other])


def _is_small_number(norm: str) -> bool:
    return len(norm) <= SMALL_NUMBER and norm.isdigit()


def _near(table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Per token and table, the best of its names at other tokens, less the farther they stand."""
    n_tokens = len(table)
    if not n_tokens:
        return np.zeros_like(table)
    places = np.arange(n_tokens)
    distance = np.abs(places[:, None] - places[None, :])
    weight = np.where(distance > 0, 1.0 / np.maximum(distance, 1), 0.0).astype(np.float32)
    near = np.zeros_like(table)
    for column in np.flatnonzero(table.any(axis=0)):
        near[:, column] = (weight * table[None, :, column]).max(axis=1)
    return near


def _raise(matrix: NDArray[np.float32], first: int, last: int, column: int, credit: float) -> None:
    """At least that much for those tokens."""
    for token in range(first, last):
        if credit > matrix[token, column]:
            matrix[token, column] = credit

"""A small relation-aware transformer over the words, columns and tables of one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.retrieval.scoring.products import product
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

__all__ = ["HEADS", "LAYERS", "NetworkScores", "RelationAware", "TextVectors"]

LAYERS = 2
HEADS = 4
PAIR = 32
# A masked product's scale, and what distance of two words counts as near.
NEAR_WORDS = 4.0
CUT = 4.0


@dataclass(frozen=True, slots=True)
class TextVectors:
    """``(n, d)`` vectors of the texts of one question's inputs.

    Attributes:
        words: ``(W, d)``.
        names, descriptions, values: ``(C, d)``.
        tables: ``(T, d)``.
    """

    words: Array
    names: Array
    descriptions: Array
    values: Array
    tables: Array


@dataclass(frozen=True, slots=True)
class NetworkScores:
    """What the network says, as log-odds.

    Attributes:
        columns: ``(C,)``: that the query uses each column.
        tables: ``(T,)``: each table.
        alone: ``(T,)``: what each table brings to a set that holds it.
        pairs: ``(T, T)``, symmetric with an empty diagonal: what two tables bring to a set that holds both.
    """

    columns: Array
    tables: Array
    alone: Array
    pairs: Array

    def sets(self, members: NDArray[np.bool_]) -> Array:
        """``(n_sets,)``: the score of each set of tables, comparable within one question.

        Args:
            members: ``(n_sets, T)``.
        """
        held = members.astype(np.float32)
        return np.asarray(held @ self.alone + 0.5 * ((held @ self.pairs) * held).sum(axis=1), dtype=np.float32)


class RelationAware:
    """The network's weights, and its answer to one question.

    Every word, column and table is a node. Nodes attend to each other; what relates two of them (a word hits a
    column, a column stands in a table, an edge joins two tables, how alike their texts are) is added to the attention's
    scores by weights of each head. Source: Wang et al., RAT-SQL, 2020, with relations that have strengths.

    Args:
        weights: By the names that ``gtr_core.evaluation.training.relation_aware`` gives them.
    """

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}

    def score(self, inputs: RelationInputs, texts: TextVectors) -> NetworkScores:
        """The scores of one question. O((W + C + T)²)."""
        n_words, n_columns, n_tables = len(inputs.words), len(inputs.columns), len(inputs.tables)
        nodes = np.concatenate([self._words(inputs, texts), self._columns(inputs, texts), self._tables(inputs, texts)])
        relations = _relations(inputs, texts)
        for layer in range(LAYERS):
            nodes = self._layer(layer, nodes, relations)
        columns, tables = nodes[n_words : n_words + n_columns], nodes[n_words + n_columns :]
        of_tables = self._head("tables", tables)
        normal = self._norm("sets_norm", tables)
        pairs = self._linear("pair_left", normal) @ self._linear("pair_right", normal).T / np.float32(PAIR**0.5)
        pairs = (pairs + pairs.T) / 2 + inputs.adjacent * self._weights["pair_adjacent.weight"][0, 0]
        pairs = pairs + self._weights["pair_adjacent.bias"][0]
        pairs *= 1.0 - np.eye(n_tables, dtype=np.float32)
        alone = self._linear("alone", normal)[:, 0] + of_tables
        return NetworkScores(self._head("columns", columns), of_tables, alone, pairs)

    def _words(self, inputs: RelationInputs, texts: TextVectors) -> Array:
        return self._linear("word", texts.words) + inputs.notes[:, None] * self._weights["note"]

    def _columns(self, inputs: RelationInputs, texts: TextVectors) -> Array:
        parts = [texts.names, texts.descriptions, texts.values, texts.tables[inputs.table_of]]
        features = self._standard("column", inputs.column_features)
        return self._linear("column", np.concatenate(parts, axis=1)) + self._linear("column_features", features)

    def _tables(self, inputs: RelationInputs, texts: TextVectors) -> Array:
        features = self._standard("table", inputs.table_features)
        return self._linear("table", texts.tables) + self._linear("table_features", features)

    def _standard(self, name: str, rows: Array) -> Array:
        standard = (rows - self._weights[f"{name}_mean"]) / self._weights[f"{name}_scale"]
        return np.asarray(np.clip(standard, -CUT, CUT), dtype=np.float32)

    def _layer(self, layer: int, nodes: Array, relations: Relations) -> Array:
        prefix = f"layers.{layer}"
        n, width = nodes.shape
        size = width // HEADS
        mixed = self._linear(f"{prefix}.attention", self._norm(f"{prefix}.norm_attention", nodes))
        query, key, value = mixed.reshape(n, 3, HEADS, size).transpose(1, 2, 0, 3)
        scores = product(query, key.transpose(0, 2, 1)) / np.float32(size**0.5) + self._bias(prefix, relations)
        scores -= scores.max(axis=2, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=2, keepdims=True)
        attended: Array = product(scores, value).transpose(1, 0, 2).reshape(n, width)
        nodes = nodes + self._linear(f"{prefix}.out", attended)
        wide = np.maximum(self._linear(f"{prefix}.wide", self._norm(f"{prefix}.norm_wide", nodes)), 0.0)
        return np.asarray(nodes + self._linear(f"{prefix}.narrow", wide), dtype=np.float32)

    def _bias(self, prefix: str, relations: Relations) -> Array:
        """``(HEADS, n, n)``: rows attend to columns; words, columns and tables stand in this order."""

        def heads(name: str, relation: Array, *, turned: bool = False) -> Array:
            weighed = self._linear(f"{prefix}.{name}", relation)
            return weighed.transpose(2, 1, 0) if turned else weighed.transpose(2, 0, 1)

        r = relations
        rows = (
            (heads("words", r.words), heads("word_column", r.word_column), heads("word_table", r.word_table)),
            (
                heads("column_word", r.word_column, turned=True),
                heads("columns", r.columns),
                heads("column_table", r.owner),
            ),
            (
                heads("table_word", r.word_table, turned=True),
                heads("table_column", r.owner, turned=True),
                heads("tables", r.tables),
            ),
        )
        return np.concatenate([np.concatenate(row, axis=2) for row in rows], axis=1)

    def _head(self, name: str, nodes: Array) -> Array:
        inner = np.maximum(self._linear(f"{name}_inner", self._norm(f"{name}_norm", nodes)), 0.0)
        return np.asarray(self._linear(f"{name}_outer", inner)[:, 0], dtype=np.float32)

    def _linear(self, name: str, rows: Array) -> Array:
        out = product(rows, self._weights[f"{name}.weight"].T)
        bias = self._weights.get(f"{name}.bias")
        return np.asarray(out if bias is None else out + bias, dtype=np.float32)

    def _norm(self, name: str, rows: Array) -> Array:
        centred = rows - rows.mean(axis=1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(axis=1, keepdims=True) + np.float32(1e-5))
        return np.asarray(
            centred / deviation * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"], dtype=np.float32
        )

    def arrays(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """The weights, two bytes a number, under names that start with a prefix."""
        return {f"{prefix}:{name}": array.astype(np.float16) for name, array in self._weights.items()}

    @classmethod
    def from_arrays(cls, prefix: str, arrays: Mapping[str, NDArray[np.generic]]) -> RelationAware:
        """The network whose arrays bear the prefix."""
        start = f"{prefix}:"
        return cls(
            {
                name.removeprefix(start): np.asarray(array, dtype=np.float32)
                for name, array in arrays.items()
                if name.startswith(start)
            }
        )


@dataclass(frozen=True, slots=True)
class Relations:
    """Strengths of relations between two kinds of nodes; the last axis is the relation."""

    words: Array
    word_column: Array
    word_table: Array
    columns: Array
    owner: Array
    tables: Array


def _relations(inputs: RelationInputs, texts: TextVectors) -> Relations:
    words, names, descriptions, tables = map(_unit, (texts.words, texts.names, texts.descriptions, texts.tables))
    owner: Array = np.zeros((len(inputs.columns), len(inputs.tables)), dtype=np.float32)
    owner[np.arange(len(inputs.columns)), inputs.table_of] = 1.0
    places = np.arange(len(inputs.words), dtype=np.float32)
    near = np.exp(-np.abs(places[:, None] - places[None, :]) / np.float32(NEAR_WORDS))
    return Relations(
        near[..., None],
        np.concatenate([inputs.word_column, _last(product(words, names.T), product(words, descriptions.T))], axis=2),
        np.concatenate([inputs.word_table, _last(product(words, tables.T))], axis=2),
        _last(product(owner, owner.T), product(product(owner, inputs.adjacent), owner.T)),
        owner[..., None],
        inputs.adjacent[..., None],
    )


def _last(*matrices: Array) -> Array:
    return np.stack(matrices, axis=-1)


def _unit(rows: Array) -> Array:
    lengths = np.sqrt((rows**2).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, np.float32(1e-4)), dtype=np.float32)

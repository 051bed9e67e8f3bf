"""The relation-aware network written out node by node and pair by pair, in float64: slow, and easy to read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.retrieval.scoring.relation_aware import TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs

__all__ = ["plain_scores"]

Row = NDArray[np.float64]


class _Weights:
    """The parts that several places use."""

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self.of = {name: array.astype(np.float64) for name, array in weights.items()}

    def linear(self, name: str, row: NDArray[Any]) -> Row:
        return self.of[f"{name}.weight"] @ row + self.of[f"{name}.bias"]

    def norm(self, name: str, row: Row) -> Row:
        standard = (row - row.mean()) / math.sqrt(row.var() + 1e-5)
        return standard * self.of[f"{name}.weight"] + self.of[f"{name}.bias"]

    def features(self, name: str, row: NDArray[Any]) -> Row:
        mean, scale = self.of[f"{name}_mean"], self.of[f"{name}_scale"]
        standard = [min(max((x - m) / s, -4.0), 4.0) for x, m, s in zip(row, mean, scale, strict=True)]
        return self.linear(f"{name}_features", np.array(standard))

    def head(self, name: str, row: Row) -> float:
        inner = np.maximum(self.linear(f"{name}_inner", self.norm(f"{name}_norm", row)), 0.0)
        return float(self.linear(f"{name}_outer", inner)[0])


def plain_scores(
    weights: Mapping[str, NDArray[Any]], inputs: RelationInputs, texts: TextVectors, heads: int, layers: int
) -> tuple[Row, Row, Row, Row]:
    """What the network says of columns, tables, tables alone and pairs."""
    w = _Weights(weights)
    n_words, n_columns, n_tables = len(inputs.words), len(inputs.columns), len(inputs.tables)
    kinds = [("word", k) for k in range(n_words)]
    kinds += [("column", k) for k in range(n_columns)]
    kinds += [("table", k) for k in range(n_tables)]
    nodes = [_node(w, kind, k, inputs, texts) for kind, k in kinds]
    for layer in range(layers):
        nodes = _layer(f"layers.{layer}", nodes, kinds, inputs, texts, w, heads)
    columns, tables = nodes[n_words : n_words + n_columns], nodes[n_words + n_columns :]
    of_tables = [w.head("tables", row) for row in tables]
    normal = [w.norm("sets_norm", row) for row in tables]
    alone = [float(w.linear("alone", row)[0]) + of for row, of in zip(normal, of_tables, strict=True)]
    pairs = np.zeros((n_tables, n_tables))
    for i in range(n_tables):
        for j in range(n_tables):
            if i != j:
                one = w.linear("pair_left", normal[i]) @ w.linear("pair_right", normal[j])
                two = w.linear("pair_left", normal[j]) @ w.linear("pair_right", normal[i])
                edge = w.linear("pair_adjacent", np.array([float(inputs.adjacent[i, j])]))[0]
                pairs[i, j] = (one + two) / 2 / math.sqrt(32) + edge
    return np.array([w.head("columns", row) for row in columns]), np.array(of_tables), np.array(alone), pairs


def _node(w: _Weights, kind: str, k: int, inputs: RelationInputs, texts: TextVectors) -> Row:
    if kind == "word":
        return w.linear("word", texts.words[k]) + inputs.notes[k] * w.of["note"]
    if kind == "table":
        return w.linear("table", texts.tables[k]) + w.features("table", inputs.table_features[k])
    parts = (texts.names[k], texts.descriptions[k], texts.values[k], texts.tables[inputs.table_of[k]])
    return w.linear("column", np.concatenate(parts)) + w.features("column", inputs.column_features[k])


def _layer(
    prefix: str,
    nodes: list[Row],
    kinds: list[tuple[str, int]],
    inputs: RelationInputs,
    texts: TextVectors,
    w: _Weights,
    heads: int,
) -> list[Row]:
    width = len(nodes[0])
    size = width // heads
    mixed = [w.linear(f"{prefix}.attention", w.norm(f"{prefix}.norm_attention", row)) for row in nodes]
    out = []
    for i, node in enumerate(nodes):
        attended = np.zeros(width)
        for head in range(heads):
            at = slice(head * size, (head + 1) * size)
            query = mixed[i][:width][at]
            scores = [
                query @ mixed[j][width : 2 * width][at] / math.sqrt(size)
                + _related(prefix, kinds[i], kinds[j], inputs, texts, w)[head]
                for j in range(len(nodes))
            ]
            shares = [math.exp(score - max(scores)) for score in scores]
            for j, share in enumerate(shares):
                attended[at] += share / sum(shares) * mixed[j][2 * width :][at]
        node = node + w.linear(f"{prefix}.out", attended)
        wide = np.maximum(w.linear(f"{prefix}.wide", w.norm(f"{prefix}.norm_wide", node)), 0.0)
        out.append(node + w.linear(f"{prefix}.narrow", wide))
    return out


def _related(
    prefix: str, one: tuple[str, int], two: tuple[str, int], inputs: RelationInputs, texts: TextVectors, w: _Weights
) -> Row:
    """What each head adds where the first node attends to the second."""
    (kind, i), (other, j) = one, two
    table_of = inputs.table_of
    if (kind, other) == ("word", "word"):
        return w.linear(f"{prefix}.words", np.array([math.exp(-abs(i - j) / 4.0)]))
    if {kind, other} == {"word", "column"}:
        word, column = (i, j) if kind == "word" else (j, i)
        alike = [_cosine(texts.words[word], of[column]) for of in (texts.names, texts.descriptions)]
        name = "word_column" if kind == "word" else "column_word"
        return w.linear(f"{prefix}.{name}", np.array([*inputs.word_column[word, column], *alike]))
    if {kind, other} == {"word", "table"}:
        word, table = (i, j) if kind == "word" else (j, i)
        strengths = [*inputs.word_table[word, table], _cosine(texts.words[word], texts.tables[table])]
        return w.linear(f"{prefix}.{'word_table' if kind == 'word' else 'table_word'}", np.array(strengths))
    if (kind, other) == ("column", "column"):
        same = float(table_of[i] == table_of[j])
        return w.linear(f"{prefix}.columns", np.array([same, float(inputs.adjacent[table_of[i], table_of[j]])]))
    if (kind, other) == ("table", "table"):
        return w.linear(f"{prefix}.tables", np.array([float(inputs.adjacent[i, j])]))
    column, table = (i, j) if kind == "column" else (j, i)
    name = "column_table" if kind == "column" else "table_column"
    return w.linear(f"{prefix}.{name}", np.array([float(table_of[column] == table)]))


def _cosine(one: NDArray[Any], two: NDArray[Any]) -> float:
    a, b = one.astype(np.float64), two.astype(np.float64)
    return float(a @ b / max(math.sqrt(a @ a), 1e-4) / max(math.sqrt(b @ b), 1e-4))

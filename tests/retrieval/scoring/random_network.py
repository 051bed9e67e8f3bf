"""A relation-aware network with random weights, and random questions for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gtr_core.retrieval.scoring.relation_aware import HEADS, LAYERS, PAIR, RelationAware, TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs

__all__ = ["TEXT", "random_network", "random_question", "random_weights"]

Array = NDArray[np.float32]

TEXT, WIDTH, WIDE = 8, 16, 12
RELATIONS = {"words": 1, "word_column": 6, "word_table": 4, "column_word": 6, "columns": 2}
RELATIONS |= {"column_table": 1, "table_word": 4, "table_column": 1, "tables": 1}


def random_weights(
    seed: int, n_column_features: int = 5, n_table_features: int = 3, text: int = TEXT
) -> dict[str, Array]:
    """Weights of every part, none of them zero, by the names of the fitted network."""
    chance = np.random.default_rng(seed)
    out: dict[str, Array] = {}

    def linear(name: str, outputs: int, inputs: int) -> None:
        out[f"{name}.weight"] = (chance.normal(size=(outputs, inputs)) / inputs**0.5).astype(np.float32)
        out[f"{name}.bias"] = (0.3 * chance.normal(size=outputs)).astype(np.float32)

    def norm(name: str) -> None:
        out[f"{name}.weight"] = (1.0 + 0.3 * chance.normal(size=WIDTH)).astype(np.float32)
        out[f"{name}.bias"] = (0.3 * chance.normal(size=WIDTH)).astype(np.float32)

    for name, size in (("column", n_column_features), ("table", n_table_features)):
        out[f"{name}_mean"] = chance.normal(size=size).astype(np.float32)
        out[f"{name}_scale"] = (0.2 + chance.random(size)).astype(np.float32)
        linear(f"{name}_features", WIDTH, size)
    out["note"] = chance.normal(size=WIDTH).astype(np.float32)
    for name, parts in (("word", 1), ("table", 1), ("column", 4)):
        linear(name, WIDTH, parts * text)
    for layer in range(LAYERS):
        for name, (outputs, inputs) in {
            "attention": (3 * WIDTH, WIDTH),
            "out": (WIDTH, WIDTH),
            "wide": (WIDE, WIDTH),
            "narrow": (WIDTH, WIDE),
            **{name: (HEADS, size) for name, size in RELATIONS.items()},
        }.items():
            linear(f"layers.{layer}.{name}", outputs, inputs)
        norm(f"layers.{layer}.norm_attention")
        norm(f"layers.{layer}.norm_wide")
    for name in ("columns", "tables"):
        norm(f"{name}_norm")
        linear(f"{name}_inner", WIDTH, WIDTH)
        linear(f"{name}_outer", 1, WIDTH)
    norm("sets_norm")
    for name, outputs, inputs in (("alone", 1, WIDTH), ("pair_left", PAIR, WIDTH), ("pair_right", PAIR, WIDTH)):
        linear(name, outputs, inputs)
    linear("pair_adjacent", 1, 1)
    return out


def random_network(seed: int = 0, **sizes: int) -> RelationAware:
    """A network with random weights."""
    return RelationAware(random_weights(seed, **sizes))


def random_question(
    seed: int, n_words: int, n_columns: int, n_tables: int, n_column_features: int = 5, n_table_features: int = 3
) -> tuple[RelationInputs, TextVectors]:
    """A question of that many words over that many columns and tables."""
    chance = np.random.default_rng(seed)

    def uniform(*shape: int) -> Array:
        return (chance.random(shape) * (chance.random(shape) < 0.5)).astype(np.float32)

    def normal(*shape: int) -> Array:
        return chance.normal(size=shape).astype(np.float32)

    table_of = np.sort(chance.integers(0, n_tables, n_columns))
    first = np.searchsorted(table_of, table_of)
    joined = np.triu(chance.random((n_tables, n_tables)) < 0.4, 1)
    inputs = RelationInputs(
        words=tuple(f"word{k}" for k in range(n_words)),
        notes=(np.arange(n_words) >= (n_words + 1) // 2).astype(np.float32),
        tables=tuple(range(3, 3 + n_tables)),
        columns=np.arange(n_columns) * 2,
        table_of=table_of,
        column_in_table=np.arange(n_columns) - first,
        column_features=normal(n_columns, n_column_features),
        table_features=normal(n_tables, n_table_features),
        word_column=uniform(n_words, n_columns, 4),
        word_table=uniform(n_words, n_tables, 3),
        adjacent=(joined | joined.T).astype(np.float32),
    )
    texts = TextVectors(*(normal(n, TEXT) for n in (n_words, n_columns, n_columns, n_columns, n_tables)))
    return inputs, texts

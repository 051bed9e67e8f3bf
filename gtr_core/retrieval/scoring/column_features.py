"""Features of every (question, column): what the words say of the column, and how that compares with the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.hits import Hits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.schema_rows import SCHEMA_COLUMN_FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["COLUMN_FEATURES", "CUES", "column_features", "cues", "shares"]

_TEXT_FEATURES = (
    "whole_name",
    "name_words",
    "name_share",
    "name_best",
    "name_margin",
    "value",
    "value_tokens",
    "value_length",
    "value_share",
    "description_tokens",
    "description_share",
    "description_best",
    "any_share",
    "any_rank",
    "any_rank_in_table",
    "exclusive",
    "value_exclusive",
    "exact_words",
    "exact_share",
    "exact_best",
    "beside_table",
    "beside_other_table",
    "value_beside_table",
    "table_name",
    "table_name_words",
    "table_name_share",
    "table_other_names",
    "table_any_share",
)

_CUE_WORDS = {
    "how_many": ("many", "count", "number"),
    "sum": ("total", "sum", "amount", "overall"),
    "mean": ("average", "avg", "mean"),
    "extreme": (
        *("most", "least", "highest", "lowest", "largest", "smallest", "biggest", "greatest", "fewest", "top", "best"),
        *("oldest", "youngest", "longest", "shortest", "tallest", "heaviest", "fastest", "cheapest", "worst", "newest"),
        *("maximum", "minimum", "max", "min", "latest", "earliest", "first", "last"),
    ),
    "when": ("when", "date", "year", "month", "day", "time", "years", "between", "before", "after", "since", "during"),
    "who": ("who", "whose", "name", "names", "called", "named"),
    "where": ("where", "city", "country", "location", "located", "place", "state"),
    "share": ("percentage", "percent", "ratio", "proportion", "rate", "times"),
    "list": ("list", "show", "give", "find", "state", "provide", "name", "which", "what"),
    "compare": ("more", "less", "than", "over", "under", "above", "below", "least", "fewer", "higher", "lower"),
    "not": ("not", "no", "never", "without", "neither", "except"),
    "each": ("each", "every", "per", "for"),
}

CUES = (*_CUE_WORDS, "numbers", "years", "tokens")

COLUMN_FEATURES = (
    *(f"question_{name}" for name in _TEXT_FEATURES),
    *(f"all_{name}" for name in _TEXT_FEATURES),
    *SCHEMA_COLUMN_FEATURES,
    *(f"cue_{name}" for name in CUES),
    "has_notes",
)


def cues(grounding: Grounding) -> NDArray[np.float32]:
    """``(len(CUES),)``: what the question's form says, by its closed-class and operator words."""
    words = {token.norm for token in grounding.tokens}
    numbers = [token.norm for token in grounding.tokens if token.norm[:1].isdigit()]
    years = sum(len(number) == 4 and number[:2] in ("18", "19", "20") for number in numbers)
    found = [float(not words.isdisjoint(of_cue)) for of_cue in _CUE_WORDS.values()]
    return np.array([*found, len(numbers), years, len(grounding.tokens)], dtype=np.float32)


def column_features(
    graph: ContextGraph,
    schema: SchemaFeatures,
    candidates: Candidates,
    texts: Sequence[Hits],
    cue: NDArray[np.float32],
) -> NDArray[np.float32]:
    """``(n_columns, len(COLUMN_FEATURES))`` for all columns of the candidate tables.

    Args:
        graph: The context graph.
        schema: Its schema features.
        candidates: The tables.
        texts: Hits of the question, then of the question together with its notes.
        cue: See ``cues``.
    """
    n = candidates.n_columns
    table_of = np.repeat(np.arange(len(candidates.tables)), np.diff(candidates.starts))
    blocks = [_text_block(candidates, table_of, texts[0])]
    blocks.append(blocks[0] if texts[1] is texts[0] else _text_block(candidates, table_of, texts[1]))
    blocks.append(schema.rows(candidates.tables))
    same = np.concatenate((cue, [texts[1] is not texts[0]])).astype(np.float32)
    blocks.append(np.broadcast_to(same, (n, len(same))))
    return np.asarray(np.concatenate(blocks, axis=1), dtype=np.float32)


def shares(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each entry by the sum over its row, 0 in rows of zeros: which part of a token's meaning a target holds."""
    total = matrix.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(matrix, total, out=np.zeros_like(matrix), where=total > 0), dtype=np.float32)


def _text_block(candidates: Candidates, table_of: NDArray[np.intp], hits: Hits) -> NDArray[np.float32]:
    name, value, description = hits.name, hits.value, hits.description
    n = name.shape[1]
    if name.shape[0] == 0:
        return np.zeros((n, len(_TEXT_FEATURES)), dtype=np.float32)
    name_share, value_share, description_share = shares(name), shares(value), shares(description)
    best = name.max(axis=1, keepdims=True)
    is_best = (name > 0) & (name >= best - 1e-6)
    anything = np.maximum(np.maximum(name, value), 0.3 * description)
    any_share = shares(anything)
    any_sum = any_share.sum(axis=0)
    names = np.minimum(name.sum(axis=0), 1.0)
    per_table = [names[start:end] for start, end in zip(candidates.starts, candidates.starts[1:], strict=False)]
    table_sum = np.array([float(part.sum()) for part in per_table], dtype=np.float32)
    table_any = np.add.reduceat(any_sum, candidates.starts[:-1]) if n else np.zeros(0)
    table_share = shares(hits.table)
    exact, near = hits.exact, hits.near[:, table_of]
    exact_best = exact.max(axis=1, keepdims=True)
    nearest = hits.near.max(axis=1, initial=0.0)[:, None]
    columns = [
        hits.whole,
        names,
        name_share.sum(axis=0),
        is_best.sum(axis=0),
        (name - best).max(axis=0),
        value.max(axis=0),
        (value > 0).sum(axis=0),
        hits.value_length,
        value_share.sum(axis=0),
        (description > 0).sum(axis=0),
        description_share.sum(axis=0),
        description_share.max(axis=0),
        any_sum,
        _ranks(any_sum),
        _ranks_in_table(any_sum, table_of, candidates),
        _exclusive(anything),
        _exclusive(value),
        np.minimum(exact.sum(axis=0), 1.0),
        shares(exact).sum(axis=0),
        ((exact > 0) & (exact >= exact_best - 1e-6)).sum(axis=0),
        (name * near).max(axis=0),
        (name * (nearest - near)).max(axis=0),
        (value * near).max(axis=0),
        hits.table_whole[table_of],
        np.minimum(hits.table.sum(axis=0), 1.0)[table_of],
        table_share.sum(axis=0)[table_of],
        table_sum[table_of] - names,
        table_any[table_of],
    ]
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """How many others score more; 0 for the best."""
    falling = -np.round(scores, 5)
    return np.searchsorted(np.sort(falling), falling, side="left").astype(np.float32)


def _ranks_in_table(
    scores: NDArray[np.float32], table_of: NDArray[np.intp], candidates: Candidates
) -> NDArray[np.float32]:
    """How many others of its table score more."""
    falling = -np.round(scores, 5)
    order = np.lexsort((falling, table_of))
    tables, ordered = table_of[order], falling[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (tables[1:] != tables[:-1]) | (ordered[1:] != ordered[:-1])
    equals = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    ranks = np.empty_like(scores)
    ranks[order] = equals - candidates.starts[tables]
    return ranks


def _exclusive(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Per column, the sum over the tokens that speak of it most of how much less they speak of any other."""
    if matrix.shape[1] < 2:
        return np.asarray(matrix.sum(axis=0), dtype=np.float32)
    two = np.partition(matrix, -2, axis=1)[:, -2:]
    second, best = two[:, :1], two[:, 1:]
    owned = np.where((matrix >= best - 1e-6) & (best > 0), best - second, 0.0)
    return np.asarray(owned.sum(axis=0), dtype=np.float32)

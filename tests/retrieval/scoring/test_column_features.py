"""Features of columns: what words say of each, and how that compares with the others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES, CUES, column_features, cues, shares
from tests.retrieval.scoring.scoring_inputs import Inputs, inputs
from tests.retrieval.scoring.trade import grounded, means, named, trade, valued


def _features(of: Inputs) -> np.ndarray:
    return column_features(of.graph, of.schema, of.candidates, of.texts, of.cue)


def _of(made: Inputs, table: str, column: str) -> dict[str, float]:
    return dict(zip(COLUMN_FEATURES, _features(made)[made.column(table, column)].tolist(), strict=True))


@pytest.fixture(scope="module")
def asked() -> Inputs:
    """The supplier's name, and a name that two columns share."""
    words = grounded(
        "India supplier name name",
        means(0, valued("India")),
        means(1, named("supplier")),
        means(1, named("supplier", "supplier_name"), last=3),
        means(3, named("customer", "customer_name", coverage=0.5), named("part", "part_name", coverage=0.5)),
    )
    return inputs(trade(), words)


def test_one_row_a_column_and_all_finite(asked: Inputs) -> None:
    found = _features(asked)
    assert found.shape == (asked.candidates.n_columns, len(COLUMN_FEATURES))
    assert found.dtype == np.float32
    assert np.isfinite(found).all()


def test_what_the_name_says(asked: Inputs) -> None:
    supplier = _of(asked, "supplier", "supplier_name")
    assert (supplier["question_whole_name"], supplier["question_name_words"]) == (1.0, 1.0)
    assert (supplier["question_name_share"], supplier["question_name_best"]) == (2.0, 2.0)
    assert supplier["question_name_margin"] == 0.0
    customer = _of(asked, "customer", "customer_name")
    assert (customer["question_name_share"], customer["question_name_words"]) == (0.5, 0.5)
    assert _of(asked, "part", "id")["question_name_words"] == 0.0


def test_what_the_value_says(asked: Inputs) -> None:
    country = _of(asked, "country", "country_name")
    assert (country["question_value"], country["question_value_tokens"], country["question_value_length"]) == (1, 1, 1)
    assert (country["question_value_share"], country["question_value_exclusive"]) == (1.0, 1.0)
    assert _of(asked, "supplier", "supplier_name")["question_value"] == 0.0


def test_the_best_has_rank_none_and_ties_share_a_rank(asked: Inputs) -> None:
    assert _of(asked, "supplier", "supplier_name")["question_any_rank"] == 0.0
    assert _of(asked, "country", "country_name")["question_any_rank"] == 1.0
    assert _of(asked, "customer", "customer_name")["question_any_rank"] == 2.0
    assert _of(asked, "part", "part_name")["question_any_rank"] == 2.0
    assert _of(asked, "part", "id")["question_any_rank"] == 4.0
    assert _of(asked, "part", "id")["question_any_rank_in_table"] == 1.0


def test_what_two_columns_share_is_neither_ones_own(asked: Inputs) -> None:
    assert _of(asked, "customer", "customer_name")["question_exclusive"] == 0.0
    assert _of(asked, "supplier", "supplier_name")["question_exclusive"] == 1.0


def test_a_column_beside_its_tables_name(asked: Inputs) -> None:
    supplier = _of(asked, "supplier", "supplier_name")
    assert supplier["question_beside_table"] == 0.5
    assert supplier["question_beside_other_table"] == 0.0
    assert _of(asked, "customer", "customer_name")["question_beside_table"] == 0.0
    assert _of(asked, "customer", "customer_name")["question_beside_other_table"] == 0.25
    assert supplier["question_table_name"] == 1.0


def test_without_notes_both_texts_say_the_same(asked: Inputs) -> None:
    found = _of(asked, "supplier", "supplier_name")
    own = {name.removeprefix("question_"): value for name, value in found.items() if name.startswith("question_")}
    both = {name.removeprefix("all_"): value for name, value in found.items() if name.startswith("all_")}
    assert own == both
    assert found["has_notes"] == 0.0


def test_notes_speak_beside_the_question() -> None:
    question = grounded("good parts", means(1, named("part")))
    made = inputs(trade(), question, grounded("part name", means(0, named("part", "part_name"), last=2)))
    found = _of(made, "part", "part_name")
    assert found["has_notes"] == 1.0
    assert (found["question_name_words"], found["all_name_words"]) == (0.0, 1.0)


def test_a_question_of_no_words_has_features() -> None:
    found = _features(inputs(trade(), grounded("")))
    assert not found[:, : COLUMN_FEATURES.index("primary_key")].any()


def _cue(question: str) -> dict[str, float]:
    return dict(zip(CUES, cues(grounded(question)).tolist(), strict=True))


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("how many lines", "how_many"),
        ("total units", "sum"),
        ("average cost", "mean"),
        ("cheapest part", "extreme"),
        ("since when", "when"),
        ("parts without lines", "not"),
        ("lines for each part", "each"),
    ],
)
def test_cues(question: str, cue: str) -> None:
    assert _cue(question)[cue] == 1.0
    assert _cue("widgets")[cue] == 0.0


def test_numbers_and_years() -> None:
    found = _cue("orders of 1997 above 250 or 1234")
    assert (found["numbers"], found["years"], found["tokens"]) == (3.0, 1.0, 7.0)


@given(
    rows=st.lists(st.lists(st.floats(0.0, 1.0, width=32), min_size=3, max_size=3), min_size=1, max_size=6),
)
@settings(deadline=None)
def test_shares_add_up_to_one_or_none(rows: list[list[float]]) -> None:
    found = shares(np.array(rows, np.float32))
    assert np.isfinite(found).all()
    for row, total in zip(rows, found.sum(axis=1).tolist(), strict=True):
        assert total == pytest.approx(1.0 if any(row) else 0.0, abs=1e-5)


@given(seed=st.integers(0, 2**16))
@settings(deadline=None)
def test_a_name_counts_by_the_part_of_it_that_is_said(seed: int) -> None:
    chance = np.random.default_rng(seed)
    parts = chance.random(3).tolist()
    names = (("customer", "customer_name"), ("part", "part_name"), ("supplier", "supplier_name"))
    phrases = [means(k, named(*name, coverage=part)) for k, (name, part) in enumerate(zip(names, parts, strict=True))]
    made = inputs(trade(), grounded("a b c", *phrases))
    words = {name: _of(made, *name)["question_name_words"] for name in names}
    assert [words[name] for name in names] == pytest.approx(parts, abs=1e-6)

"""Codes told by their shape: which n-grams are looked at, and which columns hold the like."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.retrieval.scoring.value_shapes import MOST_TOKENS, Shape, code_spans, shape, shapes_of_columns


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["tr047"], ("tr000",)),
        (["a1", "b", "22"], ("a0", "b", "00")),
        (["district", "3"], None),
        (["2001"], None),
        (["norway"], None),
        ([], None),
    ],
)
def test_the_shape_of_a_code(tokens: list[str], expected: Shape | None) -> None:
    assert shape(tokens) == expected


def _profile(*columns: ColumnProfile) -> TableProfile:
    return TableProfile("trip", 9, 9, False, columns)


def _held(name: str, *values: str, truncated: bool = True, personal: bool = False) -> ColumnProfile:
    return ColumnProfile(name, values=values, truncated=truncated, personal=personal)


def test_columns_by_the_shapes_of_their_values() -> None:
    found = shapes_of_columns(_profile(_held("a", "TR001", "TR012", "X9"), _held("b", "tr555", "none", "12")))
    assert found == {("tr000",): ("a", "b"), ("x0",): ("a",)}
    assert shapes_of_columns(None) == {}


def test_where_all_values_are_known_others_are_none_of_them() -> None:
    assert shapes_of_columns(_profile(_held("a", "TR001", truncated=False))) == {}


def test_personal_values_have_no_shape() -> None:
    assert shapes_of_columns(_profile(_held("a", "TR001", personal=True))) == {}


def test_long_values_are_no_codes_and_few_are_looked_at() -> None:
    long = " ".join(["tr001"] * (MOST_TOKENS + 1))
    late = [f"word{'x' * k}" for k in range(20)]
    assert shapes_of_columns(_profile(_held("a", long), _held("b", *late, "tr001"))) == {}


@given(tokens=st.lists(st.sampled_from(["tr001", "of", "12", "b2", "x"]), max_size=12))
def test_every_short_ngram_with_a_code_is_looked_at_once(tokens: list[str]) -> None:
    found = list(code_spans(tokens))
    expected = {
        (first, last)
        for first, last in combinations(range(len(tokens) + 1), 2)
        if last - first <= MOST_TOKENS and {"tr001", "b2"} & set(tokens[first:last])
    }
    assert {(first, last) for first, last, _ in found} == expected
    assert len(found) == len(expected)
    assert all(of == shape(tokens[first:last]) for first, last, of in found)

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.joins.inference.encoding import encode, text_hashes


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2], "int"),
        ([1.0, 2.0], "int"),
        ([Decimal("1.00")], "int"),
        ([1.5], "real"),
        ([float("nan")], "real"),
        ([Decimal("NaN")], "real"),
        ([2**70], "real"),
        (["a"], "text"),
        ([True], "other"),
        ([[1]], "other"),
        ([date(2020, 1, 1)], "date"),
        ([datetime(2020, 1, 1)], "date"),
        ([datetime(2020, 1, 1, 12)], "time"),
        ([], "other"),
    ],
)
def test_kinds(values: list[object], kind: str):
    assert encode(values)[0] == kind


def test_equal_values_of_other_types_are_equal_numbers():
    assert encode([7])[1].tolist() == encode([7.0])[1].tolist() == encode([Decimal("7.0")])[1].tolist() == [7]
    assert encode([date(2020, 1, 2)])[1].tolist() == encode([datetime(2020, 1, 2)])[1].tolist()
    assert encode(["007"], tolerant=True)[1].tolist() == [7]
    assert encode(["Ab "], tolerant=True)[1].tolist() == encode(["ab"], tolerant=True)[1].tolist()
    assert encode(["Ab"])[1].tolist() != encode(["ab"])[1].tolist()


@given(st.lists(st.text(max_size=8), max_size=30))
def test_texts_are_equal_where_their_numbers_are(texts: list[str]):
    _, numbers, _ = encode(texts)
    stripped = [text.strip() for text in texts]
    pairs = zip(stripped, numbers.tolist(), strict=True)
    assert len(set(pairs)) == len(set(stripped)) == len(set(numbers.tolist()))


@given(st.lists(st.text(max_size=70), min_size=1, max_size=20))
def test_a_text_has_its_number_whatever_stands_beside_it(texts: list[str]):
    together = text_hashes(texts).tolist()
    assert together == [text_hashes([text]).tolist()[0] for text in texts]


def test_numbers_of_texts_are_the_same_in_every_process():
    assert text_hashes(["", "abc", "x" * 65]).tolist() == [
        -8913894678513593765,
        7405245397763382662,
        3947904110462928320,
    ]

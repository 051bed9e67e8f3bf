from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.profiling.cleaning import clean_values
from gtr_core.profiling.value_counts import ValueCount


def counted(*values: str | tuple[str, int]) -> list[ValueCount]:
    return [ValueCount(*value) if isinstance(value, tuple) else ValueCount(value, 10) for value in values]


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        (["INDIA", "CHINA", "UNITED KINGDOM"], ["INDIA", "CHINA", "UNITED KINGDOM"]),
        (["  Red ", "red", "RED"], ["  Red ", "red", "RED"]),
        (["blue", "", "   ", "\t"], ["blue"]),
        (["blue", "N/A", "n/a", "NULL", "-", "not available", "?"], ["blue"]),
        (["NONE", "COLLECT COD"], ["NONE", "COLLECT COD"]),
        (["DE", "NA", "FR"], ["DE", "NA", "FR"]),
        (["Germany", "NA", "France"], ["Germany", "France"]),
        (["blue", "bl\x00ue", "blue\nred", "bl\ufffde"], ["blue"]),
        (["blue", "green", ("x" * 150, 1)], ["blue", "green"]),
        (["日本", "中国", "Österreich", "😀"], ["日本", "中国", "Österreich", "😀"]),
        ([], []),
    ],
)
def test_texts(values: list[str | tuple[str, int]], kept: list[str]):
    assert [one.value for one in clean_values(counted(*values), numeric=False)] == kept


def test_a_rare_number_far_outside_is_dropped_and_a_common_one_is_kept():
    near = [(str(number), 500) for number in range(1, 21)]
    values = counted(*near, ("999999", 1), ("-1000", 2000))
    kept = [one.value for one in clean_values(values, numeric=True)]
    assert "999999" not in kept
    assert "-1000" in kept
    assert kept[:20] == [str(number) for number in range(1, 21)]


@given(st.lists(st.tuples(st.text(max_size=300), st.integers(1, 1000)), unique_by=lambda pair: pair[0]), st.booleans())
def test_what_is_kept_is_as_it_was_and_in_its_order(pairs: list[tuple[str, int]], numeric: bool):
    values = counted(*pairs)
    kept = list(clean_values(values, numeric=numeric))
    positions = [values.index(one) for one in kept]
    assert positions == sorted(positions)
    assert not any(one.value.strip() == "" for one in kept)


@given(st.lists(st.tuples(st.text(max_size=60), st.integers(1, 1000)), unique_by=lambda pair: pair[0]))
def test_cleaning_twice_changes_nothing_for_texts_that_are_no_strays(pairs: list[tuple[str, int]]):
    values = [one for one in counted(*pairs) if len(one.value) <= 40 and one.value.strip().casefold() != "na"]
    once = clean_values(values, numeric=False)
    assert clean_values(once, numeric=False) == once

"""N-grams that are part of very many values."""

from __future__ import annotations

from pathlib import Path

from gtr_core.index.posting_order import MOST_PARTIAL
from tests.index.indexes import value, written


def test_no_more_parts_of_one_column_are_kept_than_the_bound(tmp_path: Path) -> None:
    values = [f"green part {i}" for i in range(30)] + [f"red thing {i}" for i in range(100)]
    index, statistics = written(tmp_path, map(value, values))
    assert len(index.lookup(("green",))) == MOST_PARTIAL
    assert statistics.crowded > 0
    assert [p.value for p in index.lookup(("green", "part", "29"))] == ["green part 29"]


def test_a_word_of_most_values_names_none_of_them(tmp_path: Path) -> None:
    values = [f"Customer#{i:09d}" for i in range(40)]
    index, _ = written(tmp_path, map(value, values))
    assert index.lookup(("customer",)) == []
    assert [p.value for p in index.lookup(("000000007",))] == ["Customer#000000007"]


def test_few_values_are_all_found_by_a_word_that_they_share(tmp_path: Path) -> None:
    index, _ = written(tmp_path, map(value, ["JUMBO BOX", "JUMBO BAG", "JUMBO JAR"]))
    assert len(index.lookup(("jumbo",))) == 3


def test_whole_values_are_never_crowded_out(tmp_path: Path) -> None:
    values = [f"x{'-' * i}" for i in range(1, 60)]
    index, _ = written(tmp_path, map(value, values))
    assert len(index.lookup(("x",))) == 59

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.evaluation.schema_file import database_catalog


def edges(pairs: list[tuple[str, str]], key: list[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    children = sorted({mine for mine, _ in pairs})
    parents = sorted({*key, *(theirs for _, theirs in pairs)})
    database = {
        "tables": [
            {"name": "c", "columns": [{"name": name} for name in children]},
            {"name": "p", "primary_key": key, "columns": [{"name": name} for name in parents]},
        ],
        "foreign_keys": [
            {"from_table": "c", "from_column": mine, "to_table": "p", "to_column": theirs} for mine, theirs in pairs
        ],
    }
    catalog, _ = database_catalog("d", database, {}, {})
    return [(edge.child_columns, edge.parent_columns) for edge in catalog.joins]


@pytest.mark.parametrize(
    ("pairs", "key", "expected"),
    [
        ([("a", "id")], ["id"], [(("a",), ("id",))]),
        ([("a", "id"), ("b", "id")], ["id"], [(("a",), ("id",)), (("b",), ("id",))]),
        ([("y", "year"), ("t", "team")], ["year", "team"], [(("y", "t"), ("year", "team"))]),
        # Columns stand in the key's order, whatever that of the entries.
        ([("t", "team"), ("y", "year")], ["year", "team"], [(("y", "t"), ("year", "team"))]),
        # Two roles that share a column of the key.
        (
            [("img", "img"), ("o2", "obj"), ("o1", "obj")],
            ["img", "obj"],
            [(("img", "o2"), ("img", "obj")), (("img", "o1"), ("img", "obj"))],
        ),
        # Part of a key alone is no composite edge.
        ([("y", "year")], ["year", "team"], [(("y",), ("year",))]),
        # A column beside the key is an edge of its own.
        (
            [("y", "year"), ("t", "team"), ("n", "name")],
            ["year", "team"],
            [(("y", "t"), ("year", "team")), (("n",), ("name",))],
        ),
        # Two and three cannot be paired.
        (
            [("y1", "year"), ("y2", "year"), ("t1", "team"), ("t2", "team"), ("t3", "team")],
            ["year", "team"],
            [
                (("y1",), ("year",)),
                (("y2",), ("year",)),
                (("t1",), ("team",)),
                (("t2",), ("team",)),
                (("t3",), ("team",)),
            ],
        ),
        # An entry that stands twice is one.
        ([("a", "id"), ("a", "id")], ["id"], [(("a",), ("id",))]),
        # No key is known.
        ([("a", "x"), ("b", "y")], [], [(("a",), ("x",)), (("b",), ("y",))]),
    ],
)
def test_entries_become_edges(pairs, key, expected):
    assert sorted(edges(pairs, key)) == sorted(expected)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz")), min_size=1, max_size=8),
    st.lists(st.sampled_from("wxyz"), max_size=3, unique=True),
)
def test_every_entry_is_in_an_edge_and_none_is_made_up(pairs: list[tuple[str, str]], key: list[str]):
    found = {pair for mine, theirs in edges(pairs, key) for pair in zip(mine, theirs, strict=True)}
    assert found == set(pairs)

"""Words that say the role of a key, and the trees in which they stand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Key, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import RetrievalOptions, retrieve
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.grounding import ground
from tests.retrieval.snapshots import OpenContext

_TABLES = {
    "pilots": ("pilot_id", "pilot_name", "captain_id", "tutor_id"),
    "hangars": ("hangar_id", "hangar_name", "keeper_id"),
    "gliders": ("glider_id", "glider_name", "hangar_id"),
    "upgrades": ("glider_id", "required_glider_id"),
}
_JOINS = [
    ("pilots", "captain_id", "pilots", "pilot_id"),
    ("pilots", "tutor_id", "pilots", "pilot_id"),
    ("hangars", "keeper_id", "pilots", "pilot_id"),
    ("gliders", "hangar_id", "hangars", "hangar_id"),
    ("upgrades", "glider_id", "gliders", "glider_id"),
    ("upgrades", "required_glider_id", "gliders", "glider_id"),
]
_VALUES = {
    "pilots": ("pilot_name", ("Ada Novak", "Bo Lind")),
    "gliders": ("glider_name", ("Falcon", "Heron")),
    "hangars": ("hangar_name", ("North Field", "East Field")),
}


@pytest.fixture(name="context")
def _context(tmp_path: Path) -> OpenContext:
    tables = [
        Table(
            name,
            Relation("db", "main", name),
            name,
            columns=tuple(
                Column(column, "VARCHAR", i, alias=column.replace("_", " ")) for i, column in enumerate(columns)
            ),
        )
        for name, columns in _TABLES.items()
    ]
    graph = ContextGraph(
        tables=tables,
        joins=[JoinEdge(child, (column,), parent, (key,)) for child, column, parent, key in _JOINS],
        keys=[Key(name, (columns[0],), "constraint", True) for name, columns in _TABLES.items() if name != "upgrades"],
        profiles={
            name: TableProfile(name, 9, 9, False, (ColumnProfile(column, values=values),))
            for name, (column, values) in _VALUES.items()
        },
    )
    write_index(index_entries(graph), tmp_path)
    return OpenContext(graph, ValueIndex.open(tmp_path))


@pytest.mark.parametrize(
    ("question", "instances", "keys"),
    [
        ("Who is the keeper of North Field?", {"hangars": 1, "pilots": 1}, ["keeper_id"]),
        ("number of hangars for each keeper", {"hangars": 1, "pilots": 1}, ["keeper_id"]),
        ("Who captains Ada Novak?", {"pilots": 2}, ["captain_id"]),
        ("Who was tutored by Ada Novak?", {"pilots": 2}, ["tutor_id"]),
        ("Which gliders require the Falcon?", {"upgrades": 1, "gliders": 2}, ["glider_id", "required_glider_id"]),
        ("the tutor of the keeper of North Field", {"hangars": 1, "pilots": 2}, ["keeper_id", "tutor_id"]),
    ],
)
def test_the_rows_that_roles_mean(
    question: str, instances: dict[str, int], keys: list[str], context: OpenContext
) -> None:
    options = RetrievalOptions(disambiguator=LocalDisambiguator())
    found = retrieve(question, context, options)  # type: ignore[arg-type]
    assert found.tree is not None, found.reason
    assert Counter(node.table for node in found.tree.nodes) == instances
    assert sorted(join.edge.child_columns[0] for join in found.tree.joins) == keys


def test_a_key_of_which_only_the_value_is_asked_means_no_row(context: OpenContext) -> None:
    found = retrieve("number of hangars with a keeper", context, RetrievalOptions(disambiguator=LocalDisambiguator()))  # type: ignore[arg-type]
    assert found.tree is not None
    assert found.tree.tables == ("hangars",)


def test_a_verb_that_says_a_role_is_grounded_to_its_key(context: OpenContext) -> None:
    found = ground("Who tutors Ada Novak?", context.graph, context.index)
    assert [token.role for token in found.tokens][:2] == ["function", "grounded"]
    posting = found.phrases[0].options[0].posting
    assert (posting.table, posting.column) == ("pilots", "tutor_id")


def test_a_verb_that_says_a_role_of_nothing_spoken_of_stays_unexplained(context: OpenContext) -> None:
    found = ground("Who keeps Falcon?", context.graph, context.index)
    assert [token.role for token in found.tokens][:2] == ["function", "unexplained"]


def test_who_does_something_is_the_table_of_those_who_do_it(context: OpenContext) -> None:
    def weight(question: str) -> float:
        found = ground(question, context.graph, context.index)
        return max(
            option.weight
            for phrase in found.phrases
            for option in phrase.options
            if option.posting.table == "pilots" and option.posting.column is None
        )

    asked = [weight(f"Which gliders are {verb} by whom?") for verb in ("piloting", "piloted")]
    plain = [weight(f"Which gliders are {verb} on Sundays?") for verb in ("piloting", "piloted")]
    assert all(one >= 0.5 for one in asked)
    assert all(one >= other for one, other in zip(asked, plain, strict=True))


def test_the_key_itself_means_no_row(context: OpenContext) -> None:
    options = RetrievalOptions(disambiguator=LocalDisambiguator())
    found = retrieve("number of hangars for each keeper id", context, options)  # type: ignore[arg-type]
    assert found.tree is not None
    assert found.tree.tables == ("hangars",)

"""What keys call the rows that they refer to."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import Column, Key, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.role_words import is_plain, role_book, role_words
from tests.context.shapes import edge, table


def _graph() -> ContextGraph:
    return ContextGraph(
        tables=[
            table("vets", "vet_id"),
            table("visits", "visit_id", "vet_id", "referring_vet_id"),
            table("ballots", "reeve_vote", "junior_reeve_vote", "clerk_vote"),
            table("members", "member_id", "mentor_id"),
            table("friends", "student_id", "friend_id"),
            table("pupils", "pupil_id"),
        ],
        joins=[
            edge("visits", "vet_id", "vets", "vet_id"),
            edge("visits", "referring_vet_id", "vets", "vet_id"),
            edge("ballots", "reeve_vote", "members", "member_id"),
            edge("ballots", "junior_reeve_vote", "members", "member_id"),
            edge("ballots", "clerk_vote", "members", "member_id"),
            edge("members", "mentor_id", "members", "member_id"),
            edge("friends", "student_id", "pupils", "pupil_id"),
            edge("friends", "friend_id", "pupils", "pupil_id"),
        ],
    )


def _words(graph: ContextGraph) -> dict[str, frozenset[str]]:
    return {one.child_columns[0]: role_words(graph, one) for one in graph.joins}


def test_words_are_those_that_the_parent_does_not_have() -> None:
    graph = _graph()
    assert _words(graph)["referring_vet_id"] == {"refer"}
    assert _words(graph)["mentor_id"] == {"mentor"}
    plain = {one.child_columns[0] for one in graph.joins if is_plain(graph, one)}
    assert plain == {"vet_id"}


def test_a_declared_role_does_not_make_a_plain_key_less_plain() -> None:
    graph = _graph()
    joins = [replace(one, role="treating vet") if one.child_columns == ("vet_id",) else one for one in graph.joins]
    declared = ContextGraph(tables=graph.tables, joins=joins)
    by_column = {one.child_columns[0]: one for one in declared.joins}
    assert role_words(declared, by_column["vet_id"]) == {"treat"}
    assert is_plain(declared, by_column["vet_id"])
    assert not is_plain(declared, by_column["referring_vet_id"])


def test_words_that_all_sisters_have_tell_nothing() -> None:
    words = _words(_graph())
    assert words["reeve_vote"] == {"reeve"}
    assert words["junior_reeve_vote"] == {"junior", "reeve"}
    assert words["clerk_vote"] == {"clerk"}


def test_a_key_called_as_its_relation_is_the_object_of_it() -> None:
    graph = _graph()
    book = role_book(graph)
    roles = {one.child_columns[0]: book.role(one) for one in graph.joins}
    assert [name for name, role in roles.items() if role.is_object] == ["friend_id"]
    assert roles["friend_id"].relation == {"friend", "friends"}
    assert roles["student_id"].sisters == roles["friend_id"].sisters
    assert (roles["student_id"].place, roles["friend_id"].place) == (0, 1)


def test_directions_are_read_from_names_and_labels() -> None:
    graph = ContextGraph(
        tables=[
            table("ports", "port_id"),
            Table(
                "trips",
                Relation("db", "main", "trips"),
                "trips",
                columns=(Column("p1", "INTEGER", 0, label="source port"), Column("to_port", "INTEGER", 1)),
            ),
        ],
        joins=[edge("trips", "p1", "ports", "port_id"), edge("trips", "to_port", "ports", "port_id")],
    )
    book = role_book(graph)
    assert [(book.role(one).starts, book.role(one).ends) for one in graph.joins] == [(True, False), (False, True)]


def test_an_edge_that_the_graph_does_not_have_has_no_sisters() -> None:
    graph = _graph()
    made = edge("friends", "student_id", "visits", "vet_id")
    assert role_book(graph).role(made).sisters == (made,)


def test_an_edge_to_other_columns_than_the_key_is_told_apart() -> None:
    graph = ContextGraph(
        tables=[table("lists", "list_id", "user_id"), table("opinions", "list_id", "user_id")],
        joins=[edge("opinions", "list_id", "lists", "list_id"), edge("opinions", "user_id", "lists", "user_id")],
        keys=[Key("lists", ("list_id",), "constraint", True)],
    )
    book = role_book(graph)
    assert [book.role(one).to_key for one in graph.joins] == [True, False]

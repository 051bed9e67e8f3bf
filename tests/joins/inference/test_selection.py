from __future__ import annotations

from gtr_core.joins.inference.composite import CompositeCandidate
from gtr_core.joins.inference.selection import (
    ScoredEdge,
    select_composites,
    select_possible,
    without_parts,
    without_second_keys,
)


def single(child: str, column: str, parent: str, parent_column: str, confidence: float = 0.9) -> ScoredEdge:
    return ScoredEdge(child, (column,), parent, (parent_column,), confidence, 1.0)


DRAFT = CompositeCandidate("history", ("doc", "draft"), "copies", ("doc", "draft"), 1.0, 0.5, 1.0, exact=True)


def test_a_single_edge_that_is_a_part_of_the_key_gives_way_to_the_whole():
    singles = (single("copies", "draft", "history", "draft"), single("history", "doc", "documents", "id"))
    composites = select_composites([DRAFT], singles, 0.5)
    assert [edge.child_columns for edge in composites] == [("doc", "draft")]
    assert without_parts(singles, composites) == singles[1:]


def test_a_single_edge_over_other_columns_makes_the_key_needless():
    singles = (single("history", "copy_id", "copies", "id"),)
    assert select_possible([DRAFT], singles) == ()
    assert select_composites([DRAFT], singles, 0.5) == ()
    assert without_parts(singles, ()) == singles


def test_who_knows_the_primary_key_refers_to_no_second_one():
    edges = (
        single("store", "closed_sk", "calendar", "date_sk"),
        single("store", "rec_start", "calendar", "full_date"),
        single("item", "rec_start", "calendar", "full_date"),
    )
    assert without_second_keys(edges, {("calendar", "date_sk")}) == (edges[0], edges[2])
    assert without_second_keys(edges, ()) == edges

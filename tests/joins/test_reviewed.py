from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Column, JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.joins.exceptions import InvalidReviewError, ReviewFileError
from gtr_core.joins.reviewed import Review, apply_reviews, read_reviews, with_reviewed_cardinality, write_reviews


def table(name: str, *columns: str) -> Table:
    return Table(f"model.shop.{name}", Relation(None, "main", name), name, columns=tuple(Column(c) for c in columns))


TABLES = (table("orders", "id", "customer_id", "ship_to"), table("customer", "id"), table("address", "id"))
DECLARED = JoinEdge(
    "model.shop.orders", ("customer_id",), "model.shop.customer", ("id",), ("relationships_test",), confidence=1.0
)
INFERRED = JoinEdge("model.shop.orders", ("ship_to",), "model.shop.customer", ("id",), ("inferred",), confidence=0.6)

text = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
columns = st.integers(1, 3).flatmap(lambda size: st.tuples(*[st.lists(text, min_size=size, max_size=size)] * 2))
reviews = st.builds(
    lambda child, parent, both, verdict, role, cardinality: Review(
        child, tuple(both[0]), parent, tuple(both[1]), verdict, role, cardinality
    ),
    text,
    text,
    columns,
    st.sampled_from(["accept", "reject"]),
    st.none() | text,
    st.sampled_from([None, "one_to_one", "many_to_one", "one_to_many", "many_to_many"]),
)


@given(st.lists(reviews, max_size=4))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, written: list[Review]):
    path = tmp_path_factory.mktemp("reviews") / "joins.yml"
    write_reviews(path, written)
    assert read_reviews(path) == tuple(written)


def test_no_file_holds_no_reviews(tmp_path: Path):
    assert read_reviews(tmp_path / "joins.yml") == ()


def test_a_rejected_edge_goes_in_whichever_direction_it_is_named():
    rejected = Review("customer", ("id",), "orders", ("ship_to",), "reject")
    edges, warnings = apply_reviews([DECLARED, INFERRED], [rejected], TABLES)
    assert (edges, warnings) == ((DECLARED,), ())


def test_a_rejection_overrules_a_declaration():
    edges, _ = apply_reviews([DECLARED], [Review("orders", ("customer_id",), "customer", ("id",), "reject")], TABLES)
    assert edges == ()


def test_an_accepted_edge_is_certain_and_keeps_its_origins():
    accepted = Review("model.shop.orders", ("SHIP_TO",), "model.shop.customer", ("id",), role="receiver")
    (edge,), _ = apply_reviews([INFERRED], [accepted], TABLES)
    assert (edge.origins, edge.confidence, edge.role) == (("reviewed", "inferred"), 1.0, "receiver")
    assert edge.child_columns == ("ship_to",)


def test_an_accepted_edge_that_nobody_states_is_added():
    edges, _ = apply_reviews([DECLARED], [Review("orders", ("ship_to",), "address", ("id",))], TABLES)
    assert [(edge.parent, edge.origins) for edge in edges] == [
        ("model.shop.address", ("reviewed",)),
        ("model.shop.customer", ("relationships_test",)),
    ]


@pytest.mark.parametrize(
    ("review", "named"),
    [
        (Review("order", ("ship_to",), "address", ("id",)), "no table order"),
        (Review("orders", ("ship",), "address", ("id",)), "no column ship"),
    ],
)
def test_what_does_not_exist_is_told(review: Review, named: str):
    edges, warnings = apply_reviews([DECLARED], [review], TABLES)
    assert edges == (DECLARED,)
    assert len(warnings) == 1
    assert named in warnings[0]


def test_a_cardinality_overrules_the_measured_one():
    measured = JoinEdge(
        *("model.shop.orders", ("ship_to",), "model.shop.address", ("id",)),
        measurement=JoinMeasurement("many_to_many", 1.0, 0.0, 0.0, 10),
    )
    given = Review("orders", ("ship_to",), "address", ("id",), cardinality="many_to_one")
    (edge,) = with_reviewed_cardinality([measured], [given], TABLES)
    assert edge.cardinality == "many_to_one"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("joins: [", ReviewFileError),
        ("- a", ReviewFileError),
        ("joins: {a: 1}", ReviewFileError),
        ("joins: [a]", InvalidReviewError),
        ("joins: [{child: a, parent: b}]", InvalidReviewError),
        ("joins: [{child: a, parent: b, child_columns: [x], parent_columns: [y, z]}]", InvalidReviewError),
        ("joins: [{child: a, parent: b, child_columns: x, parent_columns: y, verdict: perhaps}]", InvalidReviewError),
        ("joins: [{child: a, parent: b, child_columns: x, parent_columns: y, weight: 1}]", InvalidReviewError),
        ("joins: [{child: a, parent: b, child_columns: x, parent_columns: y, cardinality: one}]", InvalidReviewError),
    ],
)
def test_a_file_that_says_nothing_usable(tmp_path: Path, content: str, error: type[Exception]):
    path = tmp_path / "joins.yml"
    path.write_text(content)
    with pytest.raises(error, match="joins.yml"):
        read_reviews(path)

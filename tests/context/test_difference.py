from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import Column, JoinEdge, JoinMeasurement, Key, Relation, Table
from gtr_core.context.difference import Change, Difference, graph_difference
from gtr_core.context.difference_text import difference_markdown, difference_mermaid
from gtr_core.context.graph import ContextGraph

ORDERS = Table(
    "m.orders", Relation("db", "main", "orders"), "orders", columns=(Column("id", "INT"), Column("c", "INT"))
)
CUSTOMER = Table("m.customer", Relation("db", "main", "customer"), "customer", columns=(Column("id", "INT"),))
MEASURED = JoinMeasurement("many_to_one", 1.0, 0.0, 0.0, 10)
EDGE = JoinEdge("m.orders", ("c",), "m.customer", ("id",), ("constraint",), measurement=MEASURED)
BEFORE = ContextGraph(tables=[ORDERS, CUSTOMER], joins=[EDGE], keys=[Key("m.customer", ("id",), "tests", True)])


def test_a_graph_does_not_differ_from_itself() -> None:
    assert graph_difference(BEFORE, BEFORE) == ()
    assert difference_markdown(Difference("a", "b")) == "No change from `a` to `b`."
    assert difference_mermaid(Difference("a", "b"), BEFORE, BEFORE) == ""


def test_what_came_went_and_changed_is_told() -> None:
    orders = replace(ORDERS, columns=(Column("id", "BIGINT"), Column("total", "INT")), description="All.")
    nation = Table("m.nation", Relation("db", "main", "nation"), "nation")
    worse = replace(EDGE, measurement=replace(MEASURED, cardinality="many_to_many", match_rate=0.5), contradicted=True)
    after = ContextGraph(tables=[orders, CUSTOMER, nation], joins=[worse])
    assert graph_difference(BEFORE, after) == (
        Change("column", "removed", "m.orders", "c"),
        Change("column", "changed", "m.orders", "id", "type INT -> BIGINT"),
        Change("column", "added", "m.orders", "total"),
        Change(
            "join",
            "changed",
            "m.orders",
            "(c) to m.customer (id)",
            "many_to_one -> many_to_many; contradicted by the data now; match rate 1.000 -> 0.500",
        ),
        Change("key", "removed", "m.customer", "id"),
        Change("table", "added", "m.nation"),
        Change("table", "changed", "m.orders", "", "another description"),
    )


def test_rates_that_samples_may_give_are_no_change() -> None:
    near = replace(EDGE, measurement=replace(MEASURED, match_rate=0.998))
    assert graph_difference(BEFORE, ContextGraph(tables=[ORDERS, CUSTOMER], joins=[near], keys=BEFORE.keys)) == ()


def test_markdown_lists_by_kind_and_says_what_it_cuts() -> None:
    changes = (Change("table", "added", "a"), Change("table", "added", "b"), Change("column", "removed", "c", "d", "x"))
    text = difference_markdown(Difference("s1", "s2", changes), most=1)
    assert text.splitlines() == [
        "From `s1` to `s2`: 3 changes.",
        "",
        "### Tables",
        "- **added** `a`",
        "- and 1 more",
        "",
        "### Columns",
        "- **removed** `c` `d`: x",
    ]


def test_the_changed_part_is_drawn_with_its_partners() -> None:
    odd = replace(CUSTOMER, name='cust"omer')
    after = ContextGraph(tables=[ORDERS, odd])
    drawn = difference_mermaid(Difference("a", "b", graph_difference(BEFORE, after)), BEFORE, after)
    assert drawn.splitlines()[:4] == [
        "flowchart LR",
        '  t0["orders"]:::same',
        '  t1["cust\'omer"]:::same',
        '  t0 -.->|"c removed"| t1',
    ]


def test_counts_by_kind() -> None:
    counted = Difference("a", "b", graph_difference(BEFORE, ContextGraph(tables=[CUSTOMER])))
    assert counted.counts == {"join_removed": 1, "key_removed": 1, "table_removed": 1}
    assert counted.to_json()["changes"][0] == {
        "what": "join",
        "action": "removed",
        "table": "m.orders",
        "name": "(c) to m.customer (id)",
        "detail": "",
    }

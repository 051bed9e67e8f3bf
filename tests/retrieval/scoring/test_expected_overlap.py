"""The set of most expected overlap, by hand and among all that are looked at."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.expected_overlap import MOST_ADDED, most_overlap
from gtr_core.retrieval.scoring.schema_features import schema_features
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, table
from tests.retrieval.scoring.trade import members, trade


def _tables(graph: ContextGraph, **chances: float) -> dict[int, float]:
    return {position: chances.get(one.id, 0.0) for position, one in enumerate(graph.tables)}


def _most(graph: ContextGraph, sets: list[str], best: str, **chances: float) -> str:
    found = most_overlap(
        schema_features(graph),
        [members(graph, names) for names in sets],
        members(graph, best),
        _tables(graph, **chances),
    )
    return " ".join(sorted(graph.tables[position].id for position in bits(found)))


def test_of_the_candidates_the_one_with_most_of_what_is_likely() -> None:
    # 2 · 0.9 / (1 + 1.7) against 2 · 1.7 / (2 + 1.7)
    assert _most(trade(), ["supplier", "country supplier"], "supplier", supplier=0.9, country=0.8) == "country supplier"
    assert _most(trade(), ["supplier", "country supplier"], "supplier", supplier=0.9, country=0.1) == "supplier"


def test_sets_that_are_no_candidates_grow_from_the_best_one() -> None:
    chances = {"supplier": 0.9, "line": 0.8, "part": 0.7, "country": 0.05}
    assert _most(trade(), ["supplier"], "supplier", **chances) == "line part supplier"


def test_tables_that_are_not_joined_are_not_added() -> None:
    graph = ContextGraph(tables=[table("a", "id"), table("b", "id")], joins=[], keys=[])
    assert _most(graph, ["a"], "a", a=0.9, b=0.9) == "a"


def test_hidden_tables_and_such_as_are_no_candidates_are_not_added() -> None:
    tables = [table("a", "id", "b_id", "c_id"), table("b", "id", hidden=True), table("c", "id")]
    graph = ContextGraph(tables=tables, joins=[edge("a", "b_id", "b", "id"), edge("a", "c_id", "c", "id")], keys=[])
    assert _most(graph, ["a"], "a", a=0.9, b=0.9, c=0.0) == "a"
    assert most_overlap(schema_features(graph), [1], 1, {0: 0.9}) == 1


def test_of_equally_good_sets_the_smaller_stays() -> None:
    # 2 · 0.5 / (1 + 1) = 2 · 1 / (2 + 1) is not; 2 · 0 / ... is.
    assert _most(trade(), ["supplier country", "supplier"], "supplier country") == "supplier"


@given(graph=graphs(), data=st.data())
@settings(deadline=None)
def test_none_that_is_looked_at_is_expected_to_overlap_more(graph: ContextGraph, data: st.DataObject) -> None:
    n = len(graph.tables)
    visible = [position for position in range(n) if not graph.tables[position].hidden]
    tables = {position: data.draw(st.floats(0.0, 1.0)) for position in visible}
    sets = data.draw(st.lists(st.integers(1, (1 << n) - 1), min_size=1, max_size=6, unique=True))
    found = most_overlap(schema_features(graph), sets, sets[0], tables)

    def expected(whole: int) -> float:
        inside = sum(tables.get(position, 0.0) for position in bits(whole))
        return 2.0 * inside / (whole.bit_count() + sum(tables.values()))

    assert all(expected(found) >= expected(whole) - 1e-5 for whole in sets)
    assert found in sets or (found & sets[0] == sets[0] and (found ^ sets[0]).bit_count() <= MOST_ADDED)
    assert found == most_overlap(schema_features(graph), sets[:1] + sets[:0:-1], sets[0], tables)

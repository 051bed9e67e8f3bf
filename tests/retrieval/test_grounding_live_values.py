"""Values that the context does not keep: what may be one, and one look-up by a callable that is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gtr_core.context.snapshot import Snapshot
from gtr_core.retrieval.live_values import with_live_values
from gtr_core.retrieval.unknown_values import MOST_COLUMNS, MOST_UNKNOWN, Place, unknown_values
from tests.retrieval.grounded import best, context, grounded


@pytest.fixture
def shop(tmp_path: Path) -> Snapshot:
    tables = {
        "customer": {"customer_name": ("Acme",), "country": ("India",), "email": ()},
        "orders": {"reference": ("O-1",), "status": ("open",)},
    }
    return context(
        tmp_path / "shop",
        tables,
        truncated=frozenset({"customer_name", "email", "reference"}),
        personal=frozenset({"email"}),
    )


def _asked(question: str, snapshot: Snapshot) -> list[tuple[str, tuple[Place, ...]]]:
    found = unknown_values(question, grounded(question, snapshot), snapshot.graph)
    return [(value.text, value.places) for value in found]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("orders of Zenith Works", ["Zenith Works"]),
        ('orders of "zenith works"', ["zenith works"]),
        ("orders with X4711", ["X4711"]),
        ("Orders of Acme", []),
        ("orders that are open", []),
        ("Zyx orders", []),
    ],
)
def test_names_codes_and_quotations_that_nothing_explains_may_be_values(
    shop: Snapshot, question: str, texts: list[str]
) -> None:
    assert [text for text, _ in _asked(question, shop)] == texts


def test_only_truncated_columns_that_are_not_personal_may_hold_them(shop: Snapshot) -> None:
    (_, places), *_ = _asked("customer Zenith", shop)
    assert places == (("customer", "customer_name"), ("orders", "reference"))


def test_columns_of_the_tables_that_are_named_come_first(shop: Snapshot) -> None:
    (_, places), *_ = _asked("orders of Zenith", shop)
    assert places[0] == ("orders", "reference")


def test_what_is_asked_is_bounded(tmp_path: Path) -> None:
    wide = context(
        tmp_path / "wide", {"t": {f"c{i}": () for i in range(50)}}, truncated=frozenset(f"c{i}" for i in range(50))
    )
    names = " and ".join(f"Zq{i}a" for i in range(40))
    asked = _asked(f"rows of {names}", wide)
    assert len(asked) == MOST_UNKNOWN
    assert all(len(places) == MOST_COLUMNS for _, places in asked)


def test_a_value_that_the_look_up_finds_is_grounded_for_this_question(shop: Snapshot) -> None:
    calls: list[tuple[Sequence[Place], Sequence[str]]] = []

    def look_up(places: Sequence[Place], texts: Sequence[str]) -> list[tuple[Place, str]]:
        calls.append((places, texts))
        return [(("customer", "customer_name"), "ZENITH WORKS"), (("customer", "email"), "Zenith Works")]

    question = "orders of Zenith Works"
    found = best(question, with_live_values(question, shop, look_up))["Zenith Works"].posting
    assert (found.table, found.column, found.value) == ("customer", "customer_name", "ZENITH WORKS")
    assert len(calls) == 1
    assert "Zenith Works" not in best(question, shop)


def test_nothing_is_looked_up_where_nothing_may_be_a_value(shop: Snapshot) -> None:
    question = "open orders"
    assert with_live_values(question, shop, lambda places, texts: pytest.fail("asked")) is shop


def test_other_values_than_those_asked_for_are_left_out(shop: Snapshot) -> None:
    question = "orders of Zenith"
    same = with_live_values(question, shop, lambda places, texts: [(("customer", "customer_name"), "Other")])
    assert same is shop

from __future__ import annotations

import pytest

from gtr_core.joins.inference.keys import key_candidates
from gtr_core.joins.inference.models import key_model
from gtr_core.joins.inference.reading import table_values

ROWS = 60


def primary(table: str, **columns: list[object]) -> tuple[str, ...]:
    found = key_candidates(table_values(table, table, list(columns), list(columns.values())), key_model())
    return next((key.columns for key in found if key.primary), ())


NUMBERS = list(range(1, ROWS + 1))


@pytest.mark.parametrize(
    ("table", "columns", "key"),
    [
        ("customer", {"id": NUMBERS, "email": [f"a{n}@b.c" for n in NUMBERS]}, ("id",)),
        ("customer", {"email": [f"a{n}@b.c" for n in NUMBERS], "customer_id": NUMBERS}, ("customer_id",)),
        ("country", {"code": [f"C{n}" for n in NUMBERS], "name": [f"name {n}" for n in NUMBERS]}, ("code",)),
        ("visit", {"person_id": [n % 10 for n in NUMBERS], "place_id": [n // 10 for n in NUMBERS]},
         ("person_id", "place_id")),
        ("log", {"kind": ["x"] * ROWS, "amount": [1] * ROWS}, ()),
        ("log", {"id": [*NUMBERS[:-1], None], "kind": ["x"] * ROWS}, ()),
    ],
)  # fmt: skip
def test_the_primary_key(table: str, columns: dict[str, list[object]], key: tuple[str, ...]):
    assert primary(table, **columns) == key


def test_alternates_are_kept():
    table = table_values("t", "thing", ["id", "code"], [NUMBERS, [f"C{n}" for n in NUMBERS]])
    found = key_candidates(table, key_model())
    assert [(key.columns, key.primary) for key in found] == [(("id",), True), (("code",), False)]
    assert all(0 <= key.confidence <= 1 for key in found)

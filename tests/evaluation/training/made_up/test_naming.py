"""Spelling of tables, columns and keys."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gtr_core.evaluation.training.made_up.naming import NamingStyle, naming_style, plural

SNAKE = NamingStyle("snake", False, ("", "", ""), "{t} id", "{p} id", False, False, False, False)


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("order", "orders"),
        ("branch office", "branch offices"),
        ("piece of equipment", "pieces of equipment"),
        ("delivery", "deliveries"),
        ("survey", "surveys"),
        ("diagnosis", "diagnoses"),
        ("species", "species"),
        ("aircraft", "aircraft"),
    ],
)
def test_plurals(noun: str, many: str) -> None:
    assert plural(noun) == many


def test_letters() -> None:
    assert SNAKE.table("order line", "fact") == "order_line"
    assert replace(SNAKE, letters="camel", plurals=True).table("order line", "fact") == "OrderLines"
    assert replace(SNAKE, letters="upper", prefixes=("dim", "fct", "brg")).table("guest", "dimension") == "DIM_GUEST"
    assert replace(SNAKE, shortened=True).column("order date") == "ord_dt"
    assert replace(SNAKE, letters="camel").primary_key("guest") == "GuestID"


def test_roles_in_foreign_keys() -> None:
    assert SNAKE.foreign_key("dock", "") == "dock_id"
    assert SNAKE.foreign_key("dock", "pickup") == "pickup_dock_id"
    # A word for a person stands alone.
    assert SNAKE.foreign_key("employee", "manager") == "manager_id"


def test_styles_vary() -> None:
    styles = [naming_style(random.Random(seed)) for seed in range(60)]
    assert {style.letters for style in styles} == {"snake", "camel", "upper", "joined"}
    assert len({style.prefixes for style in styles}) > 2

"""The columns that name a row."""

from __future__ import annotations

import pytest

from gtr_core.catalog import Column, ColumnProfile, Relation, Table, TableProfile
from gtr_core.context.naming import naming_columns

CASES = [
    ("product", ["id", "name", "category_name"], ("id",), ("name",)),
    ("staff", ["id", "first_name", "last_name", "salary"], ("id",), ("first_name", "last_name")),
    ("film", ["film_id", "title", "year"], ("film_id",), ("title",)),
    ("customers", ["id", "customer_name", "parent_name"], ("id",), ("customer_name",)),
    ("payment", ["id", "amount"], ("id",), ("id",)),
    ("log", ["at", "text"], (), ("at",)),
]


@pytest.mark.parametrize(("name", "columns", "key", "expected"), CASES)
def test_naming_columns(name: str, columns: list[str], key: tuple[str, ...], expected: tuple[str, ...]) -> None:
    table = Table(
        name, Relation(None, None, name), name, columns=tuple(Column(c, "", i) for i, c in enumerate(columns))
    )
    assert naming_columns(table, None, key) == expected


def test_a_code_names_its_row_where_it_is_unique() -> None:
    table = Table("airport", Relation(None, None, "airport"), "airport", columns=(Column("id"), Column("code", "", 1)))
    unique = TableProfile("airport", 9, 9, False, (ColumnProfile("code", unique=True),))
    repeated = TableProfile("airport", 9, 9, False, (ColumnProfile("code"),))
    assert naming_columns(table, unique, ("id",)) == ("code",)
    assert naming_columns(table, repeated, ("id",)) == ("id",)


def test_a_column_that_is_called_as_its_table_names_its_rows() -> None:
    columns = (Column("r_regionkey"), Column("r_name", "", 1, label="Region"))
    table = Table("region", Relation(None, None, "region"), "region", columns=columns)
    assert naming_columns(table, None, ("r_regionkey",)) == ("r_name",)

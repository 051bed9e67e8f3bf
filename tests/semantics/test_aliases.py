"""Readable aliases."""

from __future__ import annotations

import pytest

from gtr_core.catalog import Catalog, Column, ColumnProfile, Relation, Table, TableProfile
from gtr_core.semantics import alias_catalog, alias_table


def _table(name: str, *columns: str, description: str = "") -> Table:
    made = tuple(Column(column, "", i) for i, column in enumerate(columns))
    return Table(name, Relation(None, None, name), name, columns=made, description=description)


@pytest.mark.parametrize(
    "columns", [("o_orderkey", "o_clerk", "o_totalprice"), ("ps_partkey", "ps_availqty", "ps_cost")]
)
def test_a_prefix_that_all_columns_share_is_dropped(columns: tuple[str, ...]) -> None:
    aliases = [column.alias for column in alias_table(_table("t", *columns)).columns]
    prefix = columns[0].split("_")[0]
    assert all(alias.split()[0] != prefix for alias in aliases)


def test_abbreviations_are_written_out() -> None:
    aliased = alias_table(_table("t", "x_acctbal", "x_qty", "x_mktsegment"))
    assert [column.alias for column in aliased.columns] == ["account balance", "quantity", "market segment"]


def test_surroundings_choose_among_meanings() -> None:
    street = alias_table(_table("address", "st", "city", "street"))
    status = alias_table(_table("ticket", "st", "status", "opened"))
    assert street.columns[0].alias != status.columns[0].alias


def test_columns_that_would_be_called_alike_are_told_apart() -> None:
    aliased = alias_table(_table("t", "a_qty", "a_quantity", "a_price", "quantity", "a_x"))
    aliases = [column.alias for column in aliased.columns]
    assert len(set(aliases)) >= 4


def test_a_date_is_called_one() -> None:
    profile = TableProfile("t", 1, 1, False, (ColumnProfile("shipped", semantic_type="date"),))
    assert alias_table(_table("t", "shipped"), profile).columns[0].alias == "shipped date"


def test_words_that_name_a_layer_are_dropped_from_a_table() -> None:
    assert alias_table(_table("dim_customer", "id")).alias == "customer"


def test_what_is_there_is_kept() -> None:
    column = Column("c_nm", label="Customer", alias="given by people")
    table = Table("t", Relation(None, None, "t"), "t", columns=(column,), alias="mine")
    aliased = alias_catalog(Catalog((table,)), {}).tables[0]
    assert aliased.alias == "mine"
    assert aliased.columns[0] == column

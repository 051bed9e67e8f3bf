"""Readable aliases of a catalog."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Catalog, Column, ColumnProfile, JoinEdge, Relation, Table, TableProfile
from gtr_core.semantics import alias_catalog


def _table(name: str, *columns: Column | str, table_id: str | None = None) -> Table:
    made = (Column(column) if isinstance(column, str) else column for column in columns)
    placed = tuple(replace(column, position=i) for i, column in enumerate(made))
    return Table(table_id or name, Relation(None, None, name), name, columns=placed)


def _columns(table: Table, *profiles: ColumnProfile) -> list[str]:
    known = {table.id: TableProfile(table.id, 1, 1, False, profiles)}
    return [column.alias for column in alias_catalog(Catalog((table,)), known).tables[0].columns]


def _tables(*tables: Table) -> list[str]:
    return [table.alias for table in alias_catalog(Catalog(tables), {}).tables]


def test_a_shared_prefix_is_dropped_and_abbreviations_are_written_out() -> None:
    table = _table("accounts", "a_acctkey", "a_name", "a_acctbal", "a_mktsegment")
    assert _columns(table) == ["account key", "name", "account balance", "market segment"]


def test_a_name_that_reads_as_it_is_has_no_alias() -> None:
    assert _columns(_table("orders", "order_date", "Status", "ship mode")) == ["", "", ""]
    assert _tables(_table("orders"), _table("line_items")) == ["", ""]


def test_a_label_or_an_alias_is_never_overruled() -> None:
    table = _table("t", Column("cust_nm", label="Client"), Column("cust_no", alias="given"), "cust_addr")
    assert _columns(table) == ["", "given", "customer address"]
    labelled = replace(_table("cust"), label="Clients")
    assert _tables(labelled, _table("emp")) == ["", "employee"]


@pytest.mark.parametrize(
    ("columns", "aliases"),
    [
        (("c_nm", "o_nm"), ["c name", "o name"]),
        (("cust_nm", "customer_name"), ["", ""]),
        (("custnm", "customer_name"), ["cust nm", ""]),
        ((Column("x", label="Customer Name"), "custnm"), ["", "cust nm"]),
        (("a_qty", "a_quantity", "a_price", "quantity", "a_x"), ["", "", "price", "", "x"]),
        (("a_b_c", "a_bc", "a_b"), ["b c", "bc", "b"]),
    ],
)
def test_columns_that_would_be_called_alike_are_told_apart(columns: tuple[str, ...], aliases: list[str]) -> None:
    assert _columns(_table("t", *columns)) == aliases


def test_dates_are_called_so() -> None:
    table = _table("t", "shipped", "created_at", "birthday", "dob")
    profiles = [ColumnProfile(column.name, semantic_type="date") for column in table.columns]
    assert _columns(table, *profiles) == ["shipped date", "", "", "date of birth"]


def test_a_key_is_read_by_the_table_that_it_refers_to() -> None:
    tables = (_table("goods", "prod_id"), _table("production", "id"))
    edge = JoinEdge("goods", ("prod_id",), "production", ("id",))
    aliased = alias_catalog(Catalog(tables, joins=(edge,)), {})
    assert aliased.tables[0].columns[0].alias == "production id"


@pytest.mark.parametrize(
    ("names", "aliases"),
    [
        (("dim_customer", "fct_orders"), ["customer", "orders"]),
        (("customers_dim", "sales_fact"), ["customers", "sales"]),
        (("lineitem", "partsupp"), ["line item", "part supplier"]),
        (("stg_orders", "orders"), ["staging orders", ""]),
        (("stg_orders", "dim_orders"), ["staging orders", "dimension orders"]),
        (("int_rates",), ["rates"]),
        (("zqx_cust", "zqx_orders", "zqx_emp"), ["customer", "orders", "employee"]),
        (("stg",), [""]),
    ],
)
def test_tables(names: tuple[str, ...], aliases: list[str]) -> None:
    assert _tables(*map(_table, names)) == aliases


def test_tables_of_one_name_in_two_schemas_have_one_alias() -> None:
    assert _tables(_table("lineitem", table_id="raw.lineitem"), _table("lineitem", table_id="mart.lineitem")) == [
        "line item",
        "line item",
    ]


def test_a_table_that_another_is_preferred_to_leaves_it_the_name() -> None:
    staging = replace(_table("stg_cust"), preferred="dim_cust")
    assert _tables(staging, _table("dim_cust")) == ["staging customer", "customer"]


def test_a_hidden_table_takes_no_name() -> None:
    assert _tables(replace(_table("lineitem", table_id="old"), hidden=True), _table("line_item"))[1] == ""
    assert _tables(replace(_table("stg_cust"), hidden=True), _table("dim_cust"))[1] == "customer"


_PARTS = st.sampled_from(["c", "cust", "customer", "nm", "name", "Name", "no", "st", "qty", "2"])
_NAMES = st.lists(
    st.one_of(st.text(max_size=12), st.lists(_PARTS, max_size=4).map("_".join)),
    max_size=8,
    unique=True,
)


@given(st.dictionaries(st.sampled_from(["stg_cust", "dim_cust", "customer", "t"]), _NAMES, max_size=4))
def test_what_always_holds(names: dict[str, list[str]]) -> None:
    catalog = Catalog(tuple(_table(name, *columns) for name, columns in names.items()))
    aliased = alias_catalog(catalog, {})
    assert alias_catalog(aliased, {}) == aliased
    bare = tuple(
        replace(table, alias="", columns=tuple(replace(column, alias="") for column in table.columns))
        for table in aliased.tables
    )
    assert replace(aliased, tables=bare) == catalog
    for table in aliased.tables:
        given_aliases = [column.alias for column in table.columns if column.alias]
        assert len(set(given_aliases)) == len(given_aliases)
        assert all("_" not in alias and alias == alias.strip() for alias in given_aliases)
        assert not {column.name for column in table.columns if not column.alias} & set(given_aliases)

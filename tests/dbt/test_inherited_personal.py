"""Personal columns are personal in what is built from them."""

from __future__ import annotations

from gtr_core.catalog import Catalog, Column, Relation, Table
from gtr_core.dbt.inherited_personal import inherit_personal


def _table(name: str, *columns: Column, depends_on: tuple[str, ...] = ()) -> Table:
    return Table(name, Relation(None, None, name), name, columns=columns, depends_on=depends_on)


def test_a_mark_is_handed_on_through_models_in_any_order() -> None:
    catalog = Catalog(
        (
            _table("c_mart", Column("Remark"), Column("amount"), depends_on=("b_view",)),
            _table("b_view", Column("REMARK"), depends_on=("a_source", "gone")),
            _table("a_source", Column("remark", personal=True), Column("amount")),
        )
    )
    marks = {
        (table.id, column.name): column.personal
        for table in inherit_personal(catalog).tables
        for column in table.columns
    }
    assert marks == {
        ("c_mart", "Remark"): True,
        ("c_mart", "amount"): None,
        ("b_view", "REMARK"): True,
        ("a_source", "remark"): True,
        ("a_source", "amount"): None,
    }


def test_what_the_project_frees_stays_free_and_hands_nothing_on() -> None:
    catalog = Catalog(
        (
            _table("source", Column("city", personal=True)),
            _table("model", Column("city", personal=False), depends_on=("source",)),
            _table("report", Column("city"), depends_on=("model",)),
        )
    )
    assert [table.columns[0].personal for table in inherit_personal(catalog).tables] == [True, False, None]


def test_a_cycle_of_wrong_lineage_ends() -> None:
    catalog = Catalog(
        (
            _table("a", Column("x", personal=True), depends_on=("b",)),
            _table("b", Column("x"), depends_on=("a",)),
        )
    )
    assert [table.columns[0].personal for table in inherit_personal(catalog).tables] == [True, True]

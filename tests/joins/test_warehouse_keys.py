from __future__ import annotations

from gtr_core.catalog import Catalog, ColumnProfile, Key, Relation, Table, TableProfile
from gtr_core.joins import contradicted_keys, with_warehouse_keys
from gtr_core.warehouse import DeclaredKey

RELATION = Relation("db", "main", "customer")
TABLE = Table("customer", RELATION, "customer")
PRIMARY = DeclaredKey("primary", Relation("DB", "MAIN", "CUSTOMER"), ("ID",))


def test_keys_of_the_warehouse_join_those_of_the_project():
    catalog = Catalog((TABLE,), keys=(Key("customer", ("name",), "unique_test"),))
    declared = (
        PRIMARY,
        DeclaredKey("unique", RELATION, ("NAME",)),
        DeclaredKey("unique", RELATION, ("a", "b")),
        DeclaredKey("foreign", RELATION, ("c",), RELATION, ("id",)),
        DeclaredKey("primary", Relation("db", "main", "elsewhere"), ("id",)),
    )
    assert with_warehouse_keys(catalog, declared) == (
        Key("customer", ("name",), "unique_test"),
        Key("customer", ("ID",), "warehouse_key", primary=True),
        Key("customer", ("a", "b"), "warehouse_key"),
    )


def test_the_project_s_primary_key_stays_the_primary_key():
    catalog = Catalog((TABLE,), keys=(Key("customer", ("code",), "meta", primary=True),))
    assert with_warehouse_keys(catalog, (PRIMARY,))[1] == Key("customer", ("ID",), "warehouse_key")


def profile(**keywords: object) -> dict[str, TableProfile]:
    column = ColumnProfile("id", rows=10, **keywords)  # type: ignore[arg-type]
    return {"customer": TableProfile("customer", 10, 10, False, (column,))}


def test_a_key_that_the_data_contradict_is_told():
    key = Key("customer", ("id",), "unique_test", primary=True)
    assert contradicted_keys((key,), profile(distinct=10, unique=True)) == ()
    assert "occur twice" in contradicted_keys((key,), profile(distinct=9))[0]
    assert "nulls" in contradicted_keys((key,), profile(distinct=9, unique=True, null_share=0.1))[0]


def test_what_was_not_looked_at_contradicts_nothing():
    keys = (Key("customer", ("id",), "meta"), Key("customer", ("id", "x"), "meta"), Key("ghost", ("id",), "meta"))
    assert contradicted_keys(keys, profile(distinct=9, distinct_exact=False)) == ()
    assert contradicted_keys(keys, {}) == ()

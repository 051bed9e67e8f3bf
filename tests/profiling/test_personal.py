from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.profiling.personal import declared_personal, personal_by_name, personal_by_values
from gtr_core.profiling.personal_values import may_be_personal_numbers
from gtr_core.profiling.type_group import TypeGroup
from gtr_core.warehouse.duckdb_opening import open_duckdb
from tests.profiling.labelled import COLUMNS, write_labelled
from tests.warehouse.databases import stored_table


def table(name: str = "listing", *, tags: tuple[str, ...] = ()) -> Table:
    return Table(name, Relation(None, "main", name), name, tags=tags)


@pytest.mark.parametrize(
    ("column", "table_tags", "declared"),
    [
        (Column("a"), (), None),
        (Column("a", personal=True), (), True),
        (Column("a", personal=False, tags=("pii",)), (), False),
        (Column("a", tags=("PII",)), (), True),
        (Column("a", tags=("policy:personal-data",)), (), True),
        (Column("a", tags=("nightly",)), (), None),
        (Column("a"), ("gdpr",), True),
    ],
)
def test_what_the_project_declares(column: Column, table_tags: tuple[str, ...], declared: bool | None):
    assert declared_personal(table(tags=table_tags), column) is declared


@pytest.mark.parametrize(
    ("table_name", "column", "kind"),
    [
        ("customer", "c_phone", "phone"),
        ("customer", "c_address", "address"),
        ("customer", "EMAIL", "email"),
        ("customer", "primaryEmail", "email"),
        ("customer", "customer_first_name", "name"),
        ("customer", "date_of_birth", "birth_date"),
        ("employees", "name", "name"),
        ("shop", "employee_name", "name"),
        ("log", "ip_address", "ip_address"),
        ("log", "mac_address", None),
        ("log", "web_address", None),
        ("customer", "email_opt_in", None),
        ("customer", "phone_type", None),
        ("customer", "birth_country", None),
        ("customer", "name", None),
        ("product", "name", None),
        ("product", "product_name", None),
        ("product", "brand", None),
        ("orders", "order_id", None),
        ("dim_date", "last_day", None),
        ("store", "store_address", None),
        ("stores", "phone", None),
        ("stores", "owner_phone", "phone"),
        ("stores", "email", "email"),
        ("building", "building_full_name", None),
        ("listing", "l_name", None),
    ],
)
def test_what_a_name_makes_sure(table_name: str, column: str, kind: str | None):
    found = personal_by_name(table(table_name), Column(column), "text")
    assert (found.kind if found else None) == kind


def test_letters_before_name_count_only_as_a_pair():
    pair = Table("s", Relation(None, "main", "s"), "s", columns=(Column("Fname"), Column("LName")))
    assert personal_by_name(pair, Column("LName"), "text") is not None
    assert personal_by_name(pair, Column("LName"), "integer") is None


def test_a_name_counts_only_for_types_that_can_hold_it():
    assert personal_by_name(table(), Column("email"), "boolean") is None
    assert personal_by_name(table(), Column("phone"), "integer") is not None
    assert personal_by_name(table(), Column("birth_date"), "date") is not None
    assert personal_by_name(table(), Column("email"), "integer") is None


def test_one_word_names_count_where_a_column_or_table_tells_of_persons():
    values = ["Anna", "Peter", "Olga", "Carlos"]
    assert personal_by_values(table("assignment"), Column("manager"), values) is not None
    assert personal_by_values(table("storm"), Column("name"), values) is None


@pytest.mark.parametrize(
    ("column", "group", "values", "kind"),
    [
        ("a", "text", ["Lee, A.", "Smith, J. R.", "van Dyck, P."], "name"),
        ("a", "text", ["A. Lee", "J. R. Smith", "P. O'Neil"], "name"),
        ("a", "text", ["E. coli", "S. aureus", "D. rerio"], None),
        ("a", "text", ["@anna_k", "@bob", "@c.ivanova"], "user_name"),
        ("a", "text", ["anna.lee", "bob_2001", "maria.de.souza"], "user_name"),
        ("updated_by", "text", ["alee", "jsmith", "etl"], "user_name"),
        ("sorted_by", "text", ["price", "name"], None),
        ("a", "integer", ["491701234567", "447912345678", "33612345678"], "phone"),
        ("a", "text", ["491701234567", "447912345678", "33612345678"], "phone"),
        ("contact_no", "integer", ["2125550123", "4155550199"], "phone"),
        ("order_no", "integer", ["2125550123", "4155550199"], None),
        ("a", "integer", ["4111111111111111", "5500005555555559", "4012888888881881"], "account"),
    ],
)
def test_what_values_show(column: str, group: TypeGroup, values: list[str], kind: str | None):
    found = personal_by_values(table(), Column(column), values, group)
    assert (found.kind if found else None) == kind


@pytest.mark.parametrize(
    ("words", "smallest", "largest", "may_be"),
    [
        (("a",), "491700000000", "491799999999", True),
        (("a",), "12345678", "99999999999", True),
        (("a",), "1", "99999999999", False),
        (("a",), "100", "99999", False),
        (("a",), None, None, False),
        (("a",), "-5000000000", "5000000000", False),
        (("a",), "491700000000.5", "491799999999", False),
        (("invoice", "no"), "491700000000", "491799999999", False),
    ],
)
def test_numbers_are_looked_at_only_in_the_range_of_telephones_and_identity_numbers(words, smallest, largest, may_be):
    assert may_be_personal_numbers(words, smallest, largest) is may_be


def test_telephones_as_numbers_keep_no_value_whatever_their_type(tmp_path: Path):
    types = ("BIGINT", "DOUBLE", "HUGEINT", "DECIMAL(15, 0)")
    number = "(491700000000 + hash(i) % 99999999)"
    columns = ", ".join(f"{number}::{kind} AS {name}_{n}" for n, kind in enumerate(types) for name in ("phone", "x"))
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute(f"CREATE TABLE t AS SELECT {columns}, {number}::BIGINT AS order_id FROM range(500) r(i)")
    with open_duckdb({"path": str(tmp_path / "d.duckdb")}) as warehouse:
        profile = profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(values="all"))
    told = {column.name: (column.personal, column.minimum, column.mean) for column in profile.columns}
    assert {name for name, seen in told.items() if seen != (True, None, None)} == {"order_id"}


def test_no_values_show_nothing():
    assert personal_by_values(table(), Column("a"), []) is None


def test_labelled_columns_are_told_apart(tmp_path: Path):
    with open_duckdb({"path": str(write_labelled(tmp_path / "labelled.duckdb"))}) as warehouse:
        profile = profile_table(warehouse, stored_table(warehouse, "listing"), ProfilingSettings(values="all"))
    flagged = {column.name for column in profile.columns if column.personal}
    assert flagged == {name for name, _, personal, _ in COLUMNS if personal}


def test_nothing_of_a_personal_column_is_in_the_profile_but_counts(tmp_path: Path):
    with open_duckdb({"path": str(write_labelled(tmp_path / "labelled.duckdb"))}) as warehouse:
        profile = profile_table(warehouse, stored_table(warehouse, "listing"), ProfilingSettings(values="all"))
    told = repr([column for column in profile.columns if column.personal]) + repr(profile.limits)
    for name, _, personal, value in COLUMNS:
        column = profile.column(name)
        assert column is not None
        if personal:
            assert (column.minimum, column.maximum, column.values) == (None, None, ())
            assert column.distinct > 0
            assert column.personal_reason
            assert not any(str(value(i)) in told for i in range(300))

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import validate

from gtr_core.catalog import JoinEdge
from gtr_core.cli.main import main
from gtr_core.joins.inference import InferenceSettings, Inferred, infer_joins
from gtr_core.schemas.library import load_schema
from tests.warehouse.databases import open_database, stored_table

Infer = Callable[..., Inferred]


@pytest.fixture
def infer(tmp_path: Path) -> Infer:
    def run(**statements: str) -> Inferred:
        sql = [f"CREATE TABLE {name} AS {select}" for name, select in statements.items()]
        with open_database(tmp_path / "made.duckdb", *sql) as warehouse:
            return infer_joins(warehouse, [stored_table(warehouse, name) for name in statements])

    return run


CUSTOMER = "SELECT range AS customer_id, 'name ' || range AS full_name FROM range(1, 201)"
EMPLOYEE = (
    "SELECT range AS employee_id, 'e' || range AS surname, CASE WHEN range > 3 THEN range % 3 + 1 END AS manager_id "
    "FROM range(1, 101)"
)


def pairs(found: Inferred) -> set[str]:
    return {described(edge) for edge in found.joins}


def described(edge: JoinEdge) -> str:
    return f"{edge.child}({', '.join(edge.child_columns)}) -> {edge.parent}({', '.join(edge.parent_columns)})"


def test_a_foreign_key_and_the_keys_of_both_tables(infer: Infer):
    found = infer(
        customer=CUSTOMER,
        orders="SELECT range AS order_id, range * 7 % 200 + 1 AS customer_id, range % 2 AS is_web, "
        "range % 9 AS quantity FROM range(1, 1001)",
    )
    assert pairs(found) == {"orders(customer_id) -> customer(customer_id)"}
    assert {key.table: key.columns for key in found.keys if key.primary} == {
        "customer": ("customer_id",),
        "orders": ("order_id",),
    }
    (edge,) = found.joins
    assert edge.origins == ("inferred",)
    assert 0.35 <= edge.confidence <= 1
    assert edge.measurement is not None
    assert (edge.measurement.cardinality, edge.measurement.match_rate) == ("many_to_one", 1.0)


def test_two_roles(infer: Infer):
    found = infer(
        address="SELECT range AS address_id, 'street ' || range AS street FROM range(1, 101)",
        orders="SELECT range AS order_id, range * 7 % 100 + 1 AS ship_address_id, range * 3 % 100 + 1 AS "
        "bill_address_id FROM range(1, 501)",
    )
    assert {edge.child_columns[0]: edge.role for edge in found.joins} == {
        "ship_address_id": "ship_address",
        "bill_address_id": "bill_address",
    }


def test_a_bridge_table_has_a_key_of_two_columns(infer: Infer):
    found = infer(
        student="SELECT range AS student_id, 's' || range AS full_name FROM range(1, 81)",
        course="SELECT range AS course_id, 'c' || range AS title FROM range(1, 41)",
        enrolment="SELECT s.range AS student_id, c.range AS course_id FROM range(1, 81) s, range(1, 41) c "
        "WHERE (s.range * 7 + c.range * 3) % 5 = 0",
    )
    assert pairs(found) == {
        "enrolment(student_id) -> student(student_id)",
        "enrolment(course_id) -> course(course_id)",
    }
    assert {key.columns for key in found.keys if key.table == "enrolment" and key.primary} == {
        ("student_id", "course_id")
    }


def test_a_composite_key_is_one_edge(infer: Infer):
    stock = "SELECT p.range AS part_id, s.range AS depot_id, 10 AS held FROM range(1, 41) p, range(1, 11) s"
    found = infer(
        stock=stock + " WHERE (p.range + s.range) % 3 > 0",
        movement="SELECT row_number() OVER () AS movement_id, part_id, depot_id FROM "
        f"({stock} WHERE (p.range + s.range) % 3 = 1), range(3)",
    )
    assert pairs(found) == {"movement(part_id, depot_id) -> stock(part_id, depot_id)"}


def test_a_table_without_a_key_has_none(infer: Infer):
    found = infer(
        customer=CUSTOMER,
        visits="SELECT range % 50 + 1 AS customer_id, 'x' AS kind FROM range(500)",
    )
    assert not [key for key in found.keys if key.table == "visits"]
    assert pairs(found) == {"visits(customer_id) -> customer(customer_id)"}


def test_orphans_do_not_hide_a_join(infer: Infer):
    found = infer(
        customer=CUSTOMER,
        orders="SELECT range AS order_id, CASE WHEN range % 200 = 0 THEN 100000 + range ELSE range * 7 % 200 + 1 END "
        "AS customer_id FROM range(1, 2001)",
    )
    (edge,) = found.joins
    assert described(edge) == "orders(customer_id) -> customer(customer_id)"
    assert edge.measurement is not None
    assert edge.measurement.orphan_rate == pytest.approx(0.005)


def test_keys_that_are_spelled_otherwise_are_marked_and_are_no_edge(infer: Infer):
    found = infer(
        customer=CUSTOMER,
        orders="SELECT range AS order_id, lpad((range * 7 % 200 + 1)::VARCHAR, 6, '0') AS customer_id "
        "FROM range(1, 1001)",
    )
    assert not found.joins
    (marked,) = found.tolerant
    assert (marked.child, marked.child_column, marked.parent) == ("orders", "customer_id", "customer")
    assert (marked.contained, marked.exactly) == (1.0, 0.0)


def test_a_date_joins_the_calendar(infer: Infer):
    found = infer(
        calendar="SELECT (DATE '2020-01-01' + range::INTEGER)::DATE AS calendar_date, "
        "'day ' || range AS label FROM range(1000)",
        payment="SELECT range AS payment_id, (DATE '2020-01-01' + (range * 7 % 900)::INTEGER)::DATE AS paid_date "
        "FROM range(1, 1001)",
    )
    assert "payment(paid_date) -> calendar(calendar_date)" in pairs(found)


def test_coincidences_are_no_joins(infer: Infer):
    found = infer(
        customer=CUSTOMER,
        region="SELECT range AS region_id, 'region ' || range AS label FROM range(1, 6)",
        sale="SELECT range AS sale_id, range % 5 + 1 AS rating, range % 2 AS is_web, 2000 + range % 20 AS year, "
        "range % 90 + 10 AS amount FROM range(1, 1001)",
    )
    assert not found.joins


def test_an_empty_table_and_one_of_a_single_column(infer: Infer):
    found = infer(empty="SELECT 1 AS empty_id WHERE FALSE", one="SELECT 1 AS x")
    assert not found.joins


def test_large_tables_are_judged_by_the_warehouse(infer: Infer):
    found = infer(
        account="SELECT range * 3 AS account_id, 'a' || range AS label FROM range(1, 60001)",
        transfer="SELECT range AS transfer_id, (range * 7919 % 60000 + 1) * 3 AS account_id FROM range(1, 90001)",
        ticket="SELECT range AS ticket_id, (range * 7919 % 60000 + 1) * 3 + 1 AS account_id FROM range(1, 90001)",
    )
    assert pairs(found) == {"transfer(account_id) -> account(account_id)"}
    assert {key.columns for key in found.keys if key.primary} == {("account_id",), ("transfer_id",), ("ticket_id",)}


def test_the_same_rows_give_the_same_answer(infer: Infer, tmp_path: Path):
    statements = {"customer": CUSTOMER, "employee": EMPLOYEE}
    first = infer(**statements)
    (tmp_path / "made.duckdb").unlink()
    assert infer(**statements) == first


def test_the_command(tmp_path: Path, capsys):
    path = tmp_path / "made.duckdb"
    with open_database(
        path,
        "CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, full_name VARCHAR)",
        "INSERT INTO customer SELECT range, 'c' || range FROM range(1, 51)",
        "CREATE TABLE orders (nr INTEGER, buyer INTEGER REFERENCES customer (customer_id))",
        "INSERT INTO orders SELECT range, range % 50 + 1 FROM range(200)",
    ):
        pass
    assert main(["infer-joins", str(path), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    validate(form, load_schema("infer_joins"))
    assert [(join["from_columns"], join["origin"]) for join in form["joins"]] == [(["buyer"], "warehouse_key")]
    assert main(["infer-joins", str(tmp_path / "nothing.duckdb")]) == 2
    assert "nothing.duckdb" in capsys.readouterr().err


def test_a_self_reference(infer: Infer):
    found = infer(employee=EMPLOYEE)
    (edge,) = found.joins
    assert (described(edge), edge.role) == ("employee(manager_id) -> employee(employee_id)", "manager")


def test_a_part_of_a_row_under_the_same_name_refers_to_its_whole(infer: Infer):
    found = infer(
        apartment="SELECT range AS apt_id, 'apartment ' || range AS label FROM range(1, 201)",
        apartment_facility="SELECT range * 2 AS apt_id, ['gym', 'pool', 'sauna'][1 + range % 3] AS facility_code "
        "FROM range(1, 61)",
    )
    assert pairs(found) == {"apartment_facility(apt_id) -> apartment(apt_id)"}


def test_a_table_that_knows_the_calendar_by_its_key_does_not_refer_to_it_by_plain_dates(infer: Infer):
    found = infer(
        calendar="SELECT 20000 + range AS calendar_id, (DATE '2020-01-01' + range::INTEGER)::DATE AS calendar_date "
        "FROM range(1000)",
        store="SELECT range AS store_id, 20000 + range * 7 % 900 AS opened_calendar_id, "
        "(DATE '2020-01-01' + (range * 11 % 900)::INTEGER)::DATE AS record_date FROM range(1, 301)",
    )
    assert pairs(found) == {"store(opened_calendar_id) -> calendar(calendar_id)"}


def test_a_key_of_two_columns_of_a_large_table_is_counted_on_sampled_values(infer: Infer):
    line = "SELECT range // 4 AS order_id, range % 4 AS line_number, range // 4 % 97 AS quantity FROM range({})"
    twice = f"SELECT * REPLACE (CASE WHEN order_id % 500 = 0 THEN 0 ELSE line_number END AS line_number) FROM ({line})"
    found = infer(line=line.format(1_200_000), double_line=twice.format(1_200_000))
    keys = {key.table: key.columns for key in found.keys if key.primary}
    assert keys == {"line": ("order_id", "line_number")}


def test_nothing_is_read_once_the_time_is_over(tmp_path: Path):
    with open_database(
        tmp_path / "made.duckdb",
        f"CREATE TABLE customer AS {CUSTOMER}",
        "CREATE TABLE orders AS SELECT range AS order_id, range * 7 % 200 + 1 AS customer_id FROM range(1, 1001)",
    ) as warehouse:
        tables = [stored_table(warehouse, name) for name in ("customer", "orders")]
        found = infer_joins(warehouse, tables, InferenceSettings(budget_s=0.0))
        assert (found.joins, found.keys, found.late) == ((), (), ("customer", "orders"))


def test_a_pair_of_settled_tables_is_not_looked_at(tmp_path: Path):
    with open_database(
        tmp_path / "made.duckdb",
        f"CREATE TABLE customer AS {CUSTOMER}",
        "CREATE TABLE orders AS SELECT range AS order_id, range * 7 % 200 + 1 AS customer_id FROM range(1, 1001)",
        "CREATE TABLE visit AS SELECT range AS visit_id, range * 3 % 200 + 1 AS customer_id FROM range(1, 501)",
    ) as warehouse:
        tables = [stored_table(warehouse, name) for name in ("customer", "orders", "visit")]
        assert pairs(infer_joins(warehouse, tables, settled=["customer", "orders"])) == {
            "visit(customer_id) -> customer(customer_id)"
        }

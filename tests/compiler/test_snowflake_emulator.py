"""Compiled SQL runs on the Snowflake emulator, over tables that are stored there in upper case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gtr_core.compiler import compile_query, spec_from_json
from tests.compiler import shop, small_tpch
from tests.compiler.fixture_pairs import comparable, pairs

fakesnow = pytest.importorskip("fakesnow")
PAIRS = [(title, fields) for title, fields in pairs("passes") if "sql" in fields]


@pytest.fixture(scope="module", name="emulated")
def _emulated():
    with fakesnow.patch():
        import snowflake.connector

        connection = snowflake.connector.connect(database="WAREHOUSE", schema="MAIN")
        for schema in (small_tpch, shop):
            for statement in schema.STATEMENTS.split(";"):
                if statement.strip():
                    connection.cursor().execute(statement)
        graphs = {}
        for name, schema in (("tpch", small_tpch), ("shop", shop)):
            with schema.connection() as database:
                graphs[name] = schema.graph(database)
        yield connection, graphs
        connection.close()


@pytest.mark.parametrize("pair", [fields for _, fields in PAIRS], ids=[title for title, _ in PAIRS])
def test_snowflake_gives_what_duckdb_gives(pair, emulated):
    connection, graphs = emulated
    schema = {"tpch": small_tpch, "shop": shop}[pair["schema"]]
    tree, spec = schema.tree(pair["tree"]), spec_from_json(json.loads(pair["spec"]))
    compiled = compile_query(tree, spec, graphs[pair["schema"]], "snowflake")
    rows = connection.cursor().execute(compiled.sql).fetchall()
    with schema.connection() as database:
        expected = database.execute(compile_query(tree, spec, graphs[pair["schema"]], "duckdb").sql).fetchall()
    ordered = "ordered" in pair
    assert comparable(rows, ordered=ordered) == comparable(expected, ordered=ordered)


def test_the_fixtures_are_there():
    assert Path(__file__).with_name("fixtures").is_dir()
    assert len(PAIRS) > 50

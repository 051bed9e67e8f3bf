"""What is compiled for PostgreSQL gives there what is compiled for DuckDB gives in DuckDB."""

from __future__ import annotations

import json

import pytest

from gtr_core.compiler import compile_query, spec_from_json
from tests.compiler import shop, small_tpch, trap_schemas
from tests.compiler.fixture_pairs import comparable, pairs
from tests.compiler.loaded_postgres import load
from tests.postgres_server import postgres

pytest.importorskip("psycopg")
PAIRS = [(title, fields) for title, fields in pairs("passes") if "sql" in fields]
CASES = trap_schemas.cases()


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory):
    with postgres(tmp_path_factory.mktemp("postgres")) as settings:
        yield settings


@pytest.fixture(scope="module", name="opened")
def _opened(server):
    """DuckDB connection, context graph and PostgreSQL connection by schema; names of databases are DuckDB's."""
    opened = {}
    for name, module in (("tpch", small_tpch), ("shop", shop)):
        opened[name] = _both(module.connection(), module.graph, server, name)
    for name in trap_schemas.DATABASES:
        opened[name] = _both(
            trap_schemas.connection(name), lambda database, name=name: trap_schemas.graph(name, database), server, name
        )
    yield opened
    for database, _, target in opened.values():
        database.close()
        target.close()


def _both(database, graph_of, server, name):
    # Every database is called "warehouse" in DuckDB; in one server each needs a name of its own.
    graph = graph_of(database)
    return database, graph, load(database, server, name)


def _rows(opened, schema, tree, spec):
    database, graph, target = opened[schema]
    expected = database.execute(compile_query(tree, spec, graph, "duckdb").sql).fetchall()
    sql = compile_query(tree, spec, graph, "postgres").sql.replace("warehouse.main.", "main.")
    return target.execute(sql).fetchall(), expected


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_trap_schemas(case, opened):
    tree, spec = trap_schemas.tree(case.schema, case.tree), spec_from_json(case.spec)
    rows, expected = _rows(opened, case.schema, tree, spec)
    ordered = bool(case.spec.get("order"))
    assert expected
    assert comparable(rows, ordered=ordered) == comparable(expected, ordered=ordered)


@pytest.mark.parametrize("pair", [fields for _, fields in PAIRS], ids=[title for title, _ in PAIRS])
def test_fixture_pairs(pair, opened):
    schema = {"tpch": small_tpch, "shop": shop}[pair["schema"]]
    tree, spec = schema.tree(pair["tree"]), spec_from_json(json.loads(pair["spec"]))
    rows, expected = _rows(opened, pair["schema"], tree, spec)
    assert comparable(rows, ordered="ordered" in pair) == comparable(expected, ordered="ordered" in pair)

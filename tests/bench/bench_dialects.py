"""In how many dialects the compiler's specifications are written, and on how many engines they run with equal rows.

    python -m tests.bench.bench_dialects

All fixture pairs and the trap schemas: written in six dialects and parsed back; run on the Snowflake emulator
(where fakesnow is installed), with DuckDB's rows. ``tests/compiler/test_postgres.py`` holds PostgreSQL against DuckDB.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator

import duckdb
from sqlglot import exp, parse_one

from gtr_core.compiler import QuerySpec, compile_query, spec_from_json
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from tests.compiler import shop, small_tpch, trap_schemas
from tests.compiler.fixture_pairs import comparable, pairs

DIALECTS = ("duckdb", "postgres", "snowflake", "bigquery", "redshift", "databricks")
Case = tuple[str, JoinTree, QuerySpec]


def main() -> None:
    """Print the counts."""
    warnings.simplefilter("ignore")
    databases = {name: module.connection() for name, module in (("tpch", small_tpch), ("shop", shop))}
    graphs = {name: module.graph(databases[name]) for name, module in (("tpch", small_tpch), ("shop", shop))}
    for name in trap_schemas.DATABASES:
        databases[name] = trap_schemas.connection(name)
        graphs[name] = trap_schemas.graph(name, databases[name])
    cases = list(_cases())
    for dialect in DIALECTS:
        counts = Counter(_written(tree, spec, graphs[schema], dialect) for schema, tree, spec in cases)
        sys.stdout.write(f"{dialect:10} {dict(counts)} of {len(cases)}\n")
    _emulate(cases, databases, graphs)


def _cases() -> Iterator[Case]:
    for _, fields in pairs("passes"):
        module = {"tpch": small_tpch, "shop": shop}[fields["schema"]]
        yield fields["schema"], module.tree(fields["tree"]), spec_from_json(json.loads(fields["spec"]))
    for case in trap_schemas.cases():
        yield case.schema, trap_schemas.tree(case.schema, case.tree), spec_from_json(case.spec)


def _written(tree: JoinTree, spec: QuerySpec, graph: ContextGraph, dialect: str) -> str:
    compiled = compile_query(tree, spec, graph, dialect)
    if compiled.refused:
        own = compile_query(tree, spec, graph, graph.dialect)
        return "refused in every dialect" if own.refused else "refused in this dialect"
    return "parsed back" if isinstance(parse_one(compiled.sql, read=dialect), exp.Select) else "not one SELECT"


def _emulate(
    cases: list[Case], databases: dict[str, duckdb.DuckDBPyConnection], graphs: dict[str, ContextGraph]
) -> None:
    try:
        import fakesnow
    except ImportError:
        sys.stdout.write("fakesnow is not installed: nothing is emulated\n")
        return
    counts: Counter[str] = Counter()
    for schema in databases:
        with fakesnow.patch():
            import snowflake.connector

            connection = snowflake.connector.connect(database="WAREHOUSE", schema="MAIN")
            _load(connection, databases[schema])
            for of, tree, spec in cases:
                if of == schema:
                    counts[_emulated(connection, databases[schema], graphs[schema], tree, spec)] += 1
            connection.close()
    sys.stdout.write(f"Snowflake emulator: {dict(counts)} of {len(cases)}\n")


def _emulated(
    connection: object, database: duckdb.DuckDBPyConnection, graph: ContextGraph, tree: JoinTree, spec: QuerySpec
) -> str:
    import snowflake.connector

    sql = compile_query(tree, spec, graph, "snowflake").sql
    if not sql:
        return "refused"
    expected = database.execute(compile_query(tree, spec, graph, "duckdb").sql).fetchall()
    try:
        rows = connection.cursor().execute(sql).fetchall()  # type: ignore[attr-defined]
    except snowflake.connector.Error as error:
        sys.stdout.write(f"  emulator: {str(error)[:150]}\n")
        return "fails"
    same = comparable(rows, ordered=False) == comparable(expected, ordered=False)
    return "runs with equal rows" if same else "runs with other rows"


def _load(connection: object, database: duckdb.DuckDBPyConnection) -> None:
    """The tables of a database, stored in upper case in the emulator."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    listed = database.execute(
        "SELECT table_name, string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position)"
        " FROM information_schema.columns WHERE table_catalog = current_database() AND table_schema = 'main' GROUP BY 1"
    ).fetchall()
    for table, columns in listed:
        cursor.execute(f"CREATE TABLE {table} ({columns})")
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        for start in range(0, len(rows), 500):
            values = ", ".join(
                "(" + ", ".join(_literal(value) for value in row) + ")" for row in rows[start : start + 500]
            )
            cursor.execute(f"INSERT INTO {table} VALUES {values}")


def _literal(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[value]
    if isinstance(value, int | float) or type(value).__name__ == "Decimal":
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"


if __name__ == "__main__":
    main()

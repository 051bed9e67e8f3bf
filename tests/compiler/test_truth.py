"""Truth by execution: what is compiled gives the rows of SQL that was written by hand, in another way.

The same trees and specifications are joined naively as well, to see how many answers that would have made wrong.
"""

from __future__ import annotations

import pytest

from gtr_core.compiler import compile_query, spec_from_json
from tests.compiler import trap_schemas
from tests.compiler.fixture_pairs import comparable
from tests.compiler.naive import naive_sql

CASES = trap_schemas.cases()
# Joined naively, these of the sixty answers come out wrong: what the compiler saves its users from.
NAIVELY_WRONG = [
    *("wholesale/02", "wholesale/03", "wholesale/05", "wholesale/12", "wholesale/15", "wholesale/17", "wholesale/20"),
    *("college/01", "college/05", "college/06", "college/11", "college/15"),
    *("bank/06", "bank/08", "bank/16"),
]


@pytest.fixture(scope="module", name="opened")
def _opened():
    databases = {schema: trap_schemas.connection(schema) for schema in trap_schemas.DATABASES}
    graphs = {schema: trap_schemas.graph(schema, database) for schema, database in databases.items()}
    yield databases, graphs
    for database in databases.values():
        database.close()


def _compiled(case, graphs, dialect="duckdb"):
    tree = trap_schemas.tree(case.schema, case.tree)
    return compile_query(tree, spec_from_json(case.spec), graphs[case.schema], dialect)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_compiled_rows_are_those_of_sql_written_by_hand(case, opened):
    databases, graphs = opened
    compiled = _compiled(case, graphs)
    assert compiled.sql, compiled.verdicts
    ordered = bool(case.spec.get("order"))
    rows = databases[case.schema].execute(compiled.sql).fetchall()
    expected = databases[case.schema].execute(case.sql).fetchall()
    assert expected
    assert comparable(rows, ordered=ordered) == comparable(expected, ordered=ordered), compiled.sql


def test_naive_joins_get_these_wrong(opened):
    databases, graphs = opened
    wrong = []
    for case in CASES:
        sql = naive_sql(trap_schemas.tree(case.schema, case.tree), spec_from_json(case.spec))
        ordered = bool(case.spec.get("order"))
        rows = databases[case.schema].execute(sql).fetchall()
        expected = databases[case.schema].execute(case.sql).fetchall()
        if comparable(rows, ordered=ordered) != comparable(expected, ordered=ordered):
            wrong.append(case.id)
            assert _compiled(case, graphs).verdicts, f"{case.id}: it is compiled away without a word"
    assert wrong == NAIVELY_WRONG


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_gold_tables_joins_and_roles_are_those_of_the_gold_tree(case):
    tree = trap_schemas.tree(case.schema, case.tree)
    assert case.gold_tables == tree.tables
    joins = [
        tuple(sorted((f"{join.edge.child}.{child}", f"{join.edge.parent}.{parent}")))
        for join in tree.joins
        for child, parent in join.edge.pairs
    ]
    assert case.gold_joins == tuple(sorted(joins))
    instances = [node.table for node in tree.nodes]
    counts = {table: instances.count(table) for table in tree.tables}
    assert case.gold_roles == (counts if len(counts) < len(instances) else None)

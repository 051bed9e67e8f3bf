"""What joins that are written naively get wrong, over trees and specifications whose true rows are known.

    python -m tests.bench.bench_naive_joins

The trap schemas' 60 questions, and the compiler's fixture pairs over TPC-H and the shop; each has SQL written by
hand. Metrics, grains and having have no naive form and are left out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator

import duckdb

from gtr_core.compiler import QuerySpec, compile_query, spec_from_json
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from tests.compiler import shop, small_tpch, trap_schemas
from tests.compiler.fixture_pairs import comparable, pairs
from tests.compiler.naive import naive_sql


def main() -> None:
    """Count per schema, and name what is wrong."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    for schema, title, database, graph, tree, spec, sql in _cases():
        expected = _rows(database, sql)
        counts[schema, "all"] += 1
        counts[schema, "compiled"] += _rows(database, compile_query(tree, spec, graph, "duckdb").sql) == expected
        # Naive text lets a hostile literal out of its quotes: what that does to the tables is undone.
        database.begin()
        naive = _rows(database, naive_sql(tree, spec))
        database.rollback()
        counts[schema, "naive"] += naive == expected
        counts[schema, "failed"] += isinstance(naive, str)
        counts[schema, "measuring"] += any(measure.aggregate != "none" for measure in spec.measures)
        if naive != expected and not isinstance(naive, str):
            wrong.append(f"{schema}: {title}")
    for schema in sorted({schema for schema, _ in counts}):
        total = counts[schema, "all"]
        failed = counts[schema, "failed"]
        wrong_answers = total - counts[schema, "naive"] - failed
        sys.stdout.write(
            f"{schema:10} {total:3} specifications ({counts[schema, 'measuring']} with measures): compiled right "
            f"{counts[schema, 'compiled']}, naive wrong {wrong_answers}, naive without a result {failed}\n"
        )
    sys.stdout.write("\n".join(["naively wrong:", *wrong]) + "\n")


Case = tuple[str, str, duckdb.DuckDBPyConnection, ContextGraph, JoinTree, QuerySpec, str]


def _cases() -> Iterator[Case]:
    for name in trap_schemas.DATABASES:
        database = trap_schemas.connection(name)
        graph = trap_schemas.graph(name, database)
        for case in trap_schemas.cases():
            if case.schema == name:
                tree = trap_schemas.tree(name, case.tree)
                yield name, case.question, database, graph, tree, spec_from_json(case.spec), case.sql
    for name, module in (("tpch", small_tpch), ("shop", shop)):
        database = module.connection()
        graph = module.graph(database)
        for title, fields in pairs("passes"):
            if fields["schema"] != name or "sql" not in fields:
                continue
            spec = spec_from_json(json.loads(fields["spec"]))
            tree = module.tree(fields["tree"])
            if _has_naive_form(tree, spec):
                yield name, title, database, graph, tree, spec, fields["sql"]


def _has_naive_form(tree: JoinTree, spec: QuerySpec) -> bool:
    cut = any(dimension.grain for dimension in spec.dimensions)
    of_root = f"NotExists(node='{tree.root}'" in repr(spec)
    return not (spec.having or cut or of_root or any(measure.metric for measure in spec.measures))


def _rows(database: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[object, ...]] | str:
    try:
        return comparable(database.execute(sql).fetchall(), ordered=False)
    except duckdb.Error as error:
        return type(error).__name__


if __name__ == "__main__":
    main()

"""Samples in the dialects of engines that are reached through dbt's adapters."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.sampling import Sample, columns_of, engine_sample, limit_sample, whole_sample

__all__ = ["dialect_sample"]

_AS_STANDARD = frozenset({"duckdb", "postgres", "snowflake"})
_METHODS = {"athena": "BERNOULLI", "bigquery": "SYSTEM", "presto": "BERNOULLI", "trino": "BERNOULLI"}
_WITHOUT_METHOD = frozenset({"databricks", "fabric", "hive", "spark", "tsql"})
_SEEDED = frozenset({"databricks", "tsql"})


def dialect_sample(dialect: str, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
    """About ``rows`` rows, drawn as the dialect can: by a share of the table, else by a LIMIT.

    MySQL, Redshift, ClickHouse and others have no sampling that takes any table; of them, and of what has no known
    size, the first rows are taken. A table that is known to be no larger is read whole.
    """
    size = listed.row_count if listed.kind == "table" else None
    if dialect in _AS_STANDARD:
        return engine_sample(listed, columns, rows, seed)
    if rows is None or (size is not None and size <= rows):
        return whole_sample(listed, columns)
    if size is None or not (dialect in _METHODS or dialect in _WITHOUT_METHOD):
        return limit_sample(listed, columns, rows)
    share = f"{min(100.0, 100.0 * rows / size):.8f}".rstrip("0").rstrip(".")
    method = _METHODS.get(dialect)
    node = exp.TableSample(
        method=None if method is None else exp.var(method),
        percent=exp.Literal.number(share),
        seed=exp.Literal.number(seed) if dialect in _SEEDED else None,
    )
    select = columns_of(listed.relation, columns)
    select.args["from_"].this.set("sample", node)
    return Sample(select, whole=False, most_rows=None, form="row" if method == "BERNOULLI" else "block")

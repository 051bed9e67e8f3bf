from __future__ import annotations

import pytest

from gtr_core.profiling.type_group import type_group

GROUPS = {
    "duckdb": {
        "VARCHAR": "text", "ENUM('a', 'b')": "text", "BIGINT": "integer", "UTINYINT": "integer", "HUGEINT": "integer",
        "DECIMAL(15,2)": "decimal", "DECIMAL(18,0)": "integer", "DOUBLE": "float", "FLOAT": "float",
        "BOOLEAN": "boolean", "DATE": "date", "TIMESTAMP": "timestamp", "TIMESTAMP WITH TIME ZONE": "timestamp",
        "TIMESTAMP_NS": "timestamp", "TIME": "time", "UUID": "uuid", "JSON": "json", "BLOB": "other", "BIT": "other",
        "INTERVAL": "other", "INTEGER[]": "other", "STRUCT(a INTEGER, b VARCHAR)": "other",
        "MAP(VARCHAR, INTEGER)": "other", "UNION(a INTEGER, b VARCHAR)": "other", "": "other", "what is this": "other",
    },
    "postgres": {
        "character varying(20)": "text", "text": "text", "citext": "text", "integer": "integer", "numeric": "decimal",
        "double precision": "float", "timestamp without time zone": "timestamp", "jsonb": "json", "bytea": "other",
        "text[]": "other", "uuid": "uuid",
    },
    "snowflake": {
        "TEXT": "text", "NUMBER(38,0)": "integer", "NUMBER(12,2)": "decimal", "FLOAT": "float",
        "TIMESTAMP_NTZ": "timestamp", "VARIANT": "json", "BOOLEAN": "boolean",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("dialect", "data_type", "group"),
    [(dialect, data_type, group) for dialect, groups in GROUPS.items() for data_type, group in groups.items()],
)
def test_each_type_has_its_group(dialect: str, data_type: str, group: str):
    assert type_group(data_type, dialect) == group

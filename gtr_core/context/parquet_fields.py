"""The columns of a snapshot's Parquet files, by file.

Names are those of the nouns' attributes. A column's own and its profile's fields stand in one row of
columns.parquet, a table's and its profile's in one row of tables.parquet, an edge's and its measurement's in
one row of joins.parquet; where profile or measurement is missing, their fields are null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "COLUMN_FIELDS",
    "COLUMN_PROFILE_FIELDS",
    "JOIN_FIELDS",
    "KEY_FIELDS",
    "MEASUREMENT_FIELDS",
    "METRIC_FIELDS",
    "RELATION_FIELDS",
    "TABLE_FIELDS",
    "TABLE_PROFILE_FIELDS",
    "VALUE_FIELDS",
    "FieldType",
    "arrow_schema",
]

FieldType = Literal["text", "texts", "pairs", "flag", "whole", "real"]
Fields = dict[str, FieldType]

RELATION_FIELDS: Final[Fields] = {"database": "text", "schema": "text", "identifier": "text"}
TABLE_FIELDS: Final[Fields] = {
    "id": "text",
    "name": "text",
    "kind": "text",
    "description": "text",
    "label": "text",
    "alias": "text",
    "also": "texts",
    "tags": "texts",
    "synonyms": "texts",
    "glossary": "pairs",
    "hidden": "flag",
    "materialized": "text",
    "depends_on": "texts",
    "group": "text",
    "access": "text",
    "owners": "texts",
    "checksum": "text",
}
TABLE_PROFILE_FIELDS: Final[Fields] = {
    "row_count": "whole",
    "rows": "whole",
    "sampled": "flag",
    "seconds": "real",
    "limits": "texts",
}
COLUMN_FIELDS: Final[Fields] = {
    "name": "text",
    "data_type": "text",
    "position": "whole",
    "description": "text",
    "label": "text",
    "alias": "text",
    "tags": "texts",
    "synonyms": "texts",
    "known_values": "texts",
    "glossary": "pairs",
    "declared_personal": "flag",
    "hidden": "flag",
    "role": "text",
}
COLUMN_PROFILE_FIELDS: Final[Fields] = {
    "rows": "whole",
    "null_share": "real",
    "distinct": "whole",
    "distinct_exact": "flag",
    "minimum": "text",
    "maximum": "text",
    "truncated": "flag",
    "semantic_type": "text",
    "use": "text",
    "unique": "flag",
    "personal": "flag",
    "personal_reason": "text",
}
VALUE_FIELDS: Final[Fields] = {"table": "text", "column": "text", "truncated": "flag", "values": "texts"}
JOIN_FIELDS: Final[Fields] = {
    "child": "text",
    "child_columns": "texts",
    "parent": "text",
    "parent_columns": "texts",
    "origins": "texts",
    "role": "text",
    "conditions": "texts",
    "severity": "text",
    "enabled": "flag",
    "confidence": "real",
    "problem": "text",
}
MEASUREMENT_FIELDS: Final[Fields] = {
    "cardinality": "text",
    "match_rate": "real",
    "orphan_rate": "real",
    "null_rate": "real",
    "measured_rows": "whole",
    "sampled": "flag",
}
KEY_FIELDS: Final[Fields] = {"table": "text", "columns": "texts", "origin": "text", "primary": "flag"}
METRIC_FIELDS: Final[Fields] = {
    "name": "text",
    "kind": "text",
    "tables": "texts",
    "aggregate": "text",
    "expression": "text",
    "label": "text",
    "description": "text",
    "filter": "text",
    "inputs": "texts",
    "time_column": "text",
    "non_additive_dimension": "text",
    "synonyms": "texts",
}


def arrow_schema(fields: Fields) -> pa.Schema:
    """The Arrow schema of those fields."""
    import pyarrow as pa

    types: dict[FieldType, pa.DataType] = {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "pairs": pa.list_(pa.struct([("phrase", pa.string()), ("meaning", pa.string())])),
        "flag": pa.bool_(),
        "whole": pa.int64(),
        "real": pa.float64(),
    }
    return pa.schema([(name, types[kind]) for name, kind in fields.items()])

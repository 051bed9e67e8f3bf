"""The nouns: relations, tables, columns, keys, join edges, metrics, and their profiles."""

from gtr_core.catalog.catalog import Catalog, LeftOut
from gtr_core.catalog.column import Column
from gtr_core.catalog.join_edge import Cardinality, JoinEdge, JoinMeasurement, Origin
from gtr_core.catalog.key import Key
from gtr_core.catalog.metric import Metric, MetricInput
from gtr_core.catalog.profile import ColumnProfile, TableProfile
from gtr_core.catalog.relation import Relation
from gtr_core.catalog.table import Table

__all__ = [
    "Cardinality",
    "Catalog",
    "Column",
    "ColumnProfile",
    "JoinEdge",
    "JoinMeasurement",
    "Key",
    "LeftOut",
    "Metric",
    "MetricInput",
    "Origin",
    "Relation",
    "Table",
    "TableProfile",
]

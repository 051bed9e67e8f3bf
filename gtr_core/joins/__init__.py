"""Join edges: collected from all who declare them, and measured on the data."""

from gtr_core.joins.contradiction import contradiction, with_contradictions
from gtr_core.joins.declared import DeclaredJoins, collect_declared, declared_joins
from gtr_core.joins.measurement import MeasurementSettings, measure_join, planned_measurement
from gtr_core.joins.roles import name_roles
from gtr_core.joins.warehouse_keys import contradicted_keys, with_warehouse_keys

__all__ = [
    "DeclaredJoins",
    "MeasurementSettings",
    "collect_declared",
    "contradicted_keys",
    "contradiction",
    "declared_joins",
    "measure_join",
    "planned_measurement",
    "name_roles",
    "with_contradictions",
    "with_warehouse_keys",
]

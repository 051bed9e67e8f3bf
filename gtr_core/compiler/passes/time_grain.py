"""Cut dates to the grain that a dimension asks for."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.exceptions import MisplacedReferenceError
from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.plan import Plan, PlannedDimension

__all__ = ["time_grain"]


def time_grain(plan: Plan) -> Plan:
    """Dimensions with a grain become the first day of their year, quarter, month or week, as dates.

    A column of years is its own year. Texts are read as ISO dates.

    Raises:
        MisplacedReferenceError: The column holds no times.
    """
    return replace(plan, dimensions=tuple(_cut(plan, dimension) for dimension in plan.dimensions))


def _cut(plan: Plan, dimension: PlannedDimension) -> PlannedDimension:
    if dimension.grain is None:
        return dimension
    kind = kind_of(dimension.column.data_type, plan.graph.dialect)
    profile = plan.graph.column_profile(plan.instance(dimension.node).table, dimension.column.name)
    holds_years = profile is not None and profile.semantic_type == "year"
    if dimension.grain == "year" and kind in ("number", "text") and holds_years:
        return dimension
    if kind in ("number", "boolean", "other"):
        raise MisplacedReferenceError(
            f"{dimension.node}.{dimension.column.name} ({dimension.column.data_type}) holds no times: "
            f"it has no {dimension.grain}.",
            "Leave the grain out, or choose a date column.",
        )
    subject = dimension.expression.copy()
    if kind == "text":
        subject = exp.cast(subject, exp.DataType.Type.DATE)
    node = exp.DateTrunc if kind in ("date", "text") else exp.TimestampTrunc
    whole: exp.Expr = node(this=subject, unit=exp.var(dimension.grain.upper()))
    return replace(dimension, expression=exp.cast(whole, exp.DataType.Type.DATE))

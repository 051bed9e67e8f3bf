"""A query specification in words, for people to check."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.spec import AnyOf, Comparison, Dimension, Filter, Measure, NotExists, QuerySpec, Stated, Versus

__all__ = ["in_words"]

_AGGREGATES = {
    "sum": "sum of",
    "avg": "average of",
    "min": "minimum of",
    "max": "maximum of",
    "median": "median of",
    "count": "number of",
    "count_distinct": "number of different",
    "none": "",
}


_WHOLE = {"avg": "average", "min": "minimum", "max": "maximum"}


def in_words(spec: QuerySpec) -> str:
    """One line: measures, per dimensions, where filters hold, in which order, how many.

    >>> in_words(QuerySpec(measures=(Measure("n", "count", "orders"),), dimensions=(Dimension("customer", "c_name"),)))
    'number of orders, per customer.c_name'
    """
    measured = [_measure(measure) for measure in spec.measures]
    dimensions = [_dimension(dimension) for dimension in spec.dimensions]
    lists = all(measure.aggregate == "none" for measure in spec.measures)
    parts = [", ".join([*dimensions, *measured] if lists else measured)]
    if dimensions and not lists:
        parts.append("per " + " and ".join(dimensions))
    if spec.filters:
        parts.append("where " + " and ".join(_filter(condition) for condition in spec.filters))
    parts += [f"{having.measure} {_test(having.op, having.values)}" for having in spec.having]
    parts += [f"{'largest' if order.direction == 'desc' else 'smallest'} {order.by} first" for order in spec.order]
    parts += [f"also where there is no {alias}" for alias in spec.optional]
    if spec.distinct:
        parts.append("each once")
    if spec.limit is not None:
        parts.append("the first only" if spec.limit == 1 else f"the first {spec.limit}")
    return ", ".join(parts)


def _measure(measure: Measure) -> str:
    if measure.share_of:
        name = "percentage" if measure.scale == 100 else "share"
        holding = " and ".join(_filter(condition) for condition in measure.share_of)
        return f"{name} of {_measure(replace(measure, share_of=()))} with {holding}"
    if measure.per is not None:
        return f"average number of {measure.node} per {measure.per} that has any"
    if measure.metric is not None:
        return f"metric {measure.metric}"
    of = measure.node if measure.column is None else f"{measure.node}.{measure.column}"
    return f"{_AGGREGATES[str(measure.aggregate)]} {of}".strip()


def _dimension(dimension: Dimension) -> str:
    of = f"{dimension.node}.{dimension.column}"
    return of if dimension.grain is None else f"{dimension.grain} of {of}"


def _filter(condition: Filter) -> str:
    match condition:
        case Comparison():
            return f"{condition.node}.{condition.column} {_test(condition.op, condition.values)}"
        case Versus():
            return f"{condition.node}.{condition.column} {condition.op} its {_WHOLE[condition.aggregate]}"
        case Stated():
            return f"{condition.node} is {condition.phrase}"
        case AnyOf():
            return "(" + " or ".join(_filter(part) for part in condition.any) + ")"
        case NotExists():
            inner = " and ".join(_filter(part) for part in condition.filters)
            return f"there is no {condition.node}" + (f" with {inner}" if inner else "")


def _test(op: str, values: tuple[object, ...]) -> str:
    match op:
        case "is_null":
            return "is missing"
        case "not_null":
            return "is there"
        case "between":
            return f"between {values[0]} and {values[1]}"
        case "in" | "not_in":
            return ("one of " if op == "in" else "none of ") + ", ".join(str(value) for value in values)
        case "ilike":
            return f"like {values[0]}"
        case _:
            return f"{op} {values[0]}"

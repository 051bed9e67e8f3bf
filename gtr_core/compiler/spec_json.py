"""Query specifications from and to their JSON form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from gtr_core.compiler.exceptions import SpecFormError
from gtr_core.compiler.spec import (
    AGGREGATES,
    DIRECTIONS,
    GRAINS,
    OPERATORS,
    Aggregate,
    AnyOf,
    Comparison,
    Dimension,
    Direction,
    Filter,
    Grain,
    Having,
    Measure,
    NotExists,
    Operator,
    Order,
    QuerySpec,
    Scalar,
    Scale,
    Stated,
    Versus,
)
from gtr_core.compiler.spec_fields import choice_of, each_of, object_at, optional_text, text_of

__all__ = ["spec_from_json", "spec_to_json"]

_MAX_DEPTH = 20


def spec_from_json(document: object) -> QuerySpec:
    """A query specification from its JSON form (DESIGN.md, Forms), already parsed.

    Raises:
        SpecFormError: A field is unknown, missing or of another type; it names where.
    """
    known = ("measures", "dimensions", "filters", "having", "order", "limit", "distinct", "optional")
    fields = object_at(document, "", optional=known)
    distinct = fields.get("distinct", False)
    if not isinstance(distinct, bool):
        raise SpecFormError("distinct", "true or false is expected")
    return QuerySpec(
        measures=each_of(fields, "measures", _measure),
        dimensions=each_of(fields, "dimensions", _dimension),
        filters=each_of(fields, "filters", lambda value, path: _filter(value, path, 0)),
        having=each_of(fields, "having", _having),
        order=each_of(fields, "order", _order),
        limit=_limit(fields.get("limit")),
        distinct=distinct,
        optional=each_of(fields, "optional", _alias),
    )


def spec_to_json(spec: QuerySpec) -> dict[str, Any]:
    """The JSON form; ``spec_from_json`` gives the same specification back."""
    form = {
        "measures": [_measure_to_json(measure) for measure in spec.measures],
        "dimensions": [{"node": d.node, "column": d.column, "grain": d.grain} for d in spec.dimensions],
        "filters": [_filter_to_json(condition) for condition in spec.filters],
        "having": [{"measure": h.measure, "op": h.op, "values": list(h.values)} for h in spec.having],
        "order": [{"by": order.by, "direction": order.direction} for order in spec.order],
        "limit": spec.limit,
        "distinct": spec.distinct,
    }
    return {**form, "optional": list(spec.optional)} if spec.optional else form


def _measure_to_json(measure: Measure) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": measure.name}
    if measure.metric is not None:
        fields["metric"] = measure.metric
    else:
        fields["aggregate"] = measure.aggregate
    if measure.node is not None or measure.metric is None:
        fields["node"] = measure.node
    if measure.column is not None:
        fields["column"] = measure.column
    if measure.share_of:
        fields["share_of"] = [_filter_to_json(condition) for condition in measure.share_of]
        fields["scale"] = measure.scale
    if measure.per is not None:
        fields["per"] = measure.per
    return fields


def _filter_to_json(condition: Filter) -> dict[str, Any]:
    match condition:
        case AnyOf():
            return {"any": [_filter_to_json(part) for part in condition.any]}
        case NotExists():
            return {"not_exists": {"node": condition.node, "filters": [_filter_to_json(f) for f in condition.filters]}}
        case Stated():
            return {"node": condition.node, "stated": condition.phrase}
        case Versus():
            fields = {"node": condition.node, "column": condition.column, "op": condition.op}
            return {**fields, "versus": condition.aggregate}
        case Comparison():
            return {
                "node": condition.node,
                "column": condition.column,
                "op": condition.op,
                "values": list(condition.values),
            }


def _measure(value: object, path: str) -> Measure:
    known = ("name", "aggregate", "node", "column", "metric", "share_of", "scale", "per")
    fields = object_at(value, path, optional=known)
    name = text_of(fields, "name", path)
    share = each_of(fields, "share_of", lambda inner, where: _filter(inner, where, 0), path)
    scale = _scale(fields, path, is_share=bool(share))
    if "metric" in fields:
        if any(fields.get(name) is not None for name in ("aggregate", "column", "per")):
            raise SpecFormError(path, "a metric has its own aggregate and column")
        return Measure(name, metric=text_of(fields, "metric", path), node=optional_text(fields, "node", path),
                       share_of=share, scale=scale)  # fmt: skip
    aggregate = cast(Aggregate, choice_of(fields, "aggregate", path, AGGREGATES))
    column = optional_text(fields, "column", path)
    if column is None and aggregate not in ("count", "count_distinct"):
        raise SpecFormError(f"{path}.column", f"the aggregate {aggregate} needs a column")
    if share and aggregate not in ("count", "count_distinct", "sum"):
        raise SpecFormError(f"{path}.share_of", f"a share is of a count or a sum, not of {aggregate}")
    per = optional_text(fields, "per", path)
    if per is not None and (aggregate != "count" or column is not None or share):
        raise SpecFormError(f"{path}.per", "only a count of rows is averaged")
    return Measure(name, aggregate, text_of(fields, "node", path), column, share_of=share, scale=scale, per=per)


def _scale(fields: Mapping[str, Any], path: str, *, is_share: bool) -> Scale:
    value = fields.get("scale", 1)
    if isinstance(value, bool) or value not in (1, 100):
        raise SpecFormError(f"{path}.scale", "1 or 100 is expected")
    if value == 100 and not is_share:
        raise SpecFormError(f"{path}.scale", "only a share has a scale", "Give share_of, too.")
    return 100 if value == 100 else 1


def _dimension(value: object, path: str) -> Dimension:
    fields = object_at(value, path, required=("node", "column"), optional=("grain",))
    grain = None if fields.get("grain") is None else cast(Grain, choice_of(fields, "grain", path, GRAINS))
    return Dimension(text_of(fields, "node", path), text_of(fields, "column", path), grain)


def _filter(value: object, path: str, depth: int) -> Filter:
    if depth > _MAX_DEPTH:
        raise SpecFormError(path, f"filters are nested more than {_MAX_DEPTH} deep")

    def deeper(inner: object, where: str) -> Filter:
        return _filter(inner, where, depth + 1)

    if isinstance(value, Mapping) and "any" in value:
        fields = object_at(value, path, required=("any",))
        parts = each_of(fields, "any", deeper, path)
        if not parts:
            raise SpecFormError(f"{path}.any", "it is empty")
        return AnyOf(parts)
    if isinstance(value, Mapping) and "not_exists" in value:
        inner = object_at(object_at(value, path, required=("not_exists",))["not_exists"], f"{path}.not_exists",
                        required=("node",), optional=("filters",))  # fmt: skip
        return NotExists(
            text_of(inner, "node", f"{path}.not_exists"), each_of(inner, "filters", deeper, f"{path}.not_exists")
        )
    if isinstance(value, Mapping) and "stated" in value:
        fields = object_at(value, path, required=("node", "stated"))
        return Stated(text_of(fields, "node", path), text_of(fields, "stated", path))
    if isinstance(value, Mapping) and "versus" in value:
        return _versus(value, path)
    fields = object_at(value, path, required=("node", "column", "op"), optional=("values",))
    op = cast(Operator, choice_of(fields, "op", path, OPERATORS))
    return Comparison(
        text_of(fields, "node", path), text_of(fields, "column", path), op, _values(op, fields.get("values", []), path)
    )


def _versus(value: object, path: str) -> Versus:
    fields = object_at(value, path, required=("node", "column", "op", "versus"))
    op = cast(Operator, choice_of(fields, "op", path, ("=", "!=", "<", "<=", ">", ">=")))
    aggregate = cast(Literal["avg", "min", "max"], choice_of(fields, "versus", path, ("avg", "min", "max")))
    return Versus(text_of(fields, "node", path), text_of(fields, "column", path), op, aggregate)


def _having(value: object, path: str) -> Having:
    fields = object_at(value, path, required=("measure", "op"), optional=("values",))
    op = cast(Operator, choice_of(fields, "op", path, OPERATORS))
    return Having(text_of(fields, "measure", path), op, _values(op, fields.get("values", []), path))


def _order(value: object, path: str) -> Order:
    fields = object_at(value, path, required=("by",), optional=("direction",))
    direction = cast(Direction, choice_of({"direction": "asc", **fields}, "direction", path, DIRECTIONS))
    return Order(text_of(fields, "by", path), direction)


def _alias(value: object, path: str) -> str:
    if not isinstance(value, str) or not value:
        raise SpecFormError(path, "an alias is expected")
    return value


def _limit(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**31:
        raise SpecFormError("limit", "a whole number from 1 to 2147483647, or null, is expected")
    return value


def _values(op: str, value: object, path: str) -> tuple[Scalar, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise SpecFormError(f"{path}.values", "a list is expected")
    for position, item in enumerate(value):
        if not isinstance(item, str | int | float | bool):
            raise SpecFormError(f"{path}.values[{position}]", "a text, number or boolean is expected")
    number = {"is_null": (0, 0), "not_null": (0, 0), "between": (2, 2), "in": (1, None), "not_in": (1, None)}
    least, most = number.get(op, (1, 1))
    if len(value) < least or (most is not None and len(value) > most):
        expected = f"{least} or more" if most is None else str(least)
        raise SpecFormError(f"{path}.values", f"the operator {op} takes {expected} values, {len(value)} given")
    return tuple(value)

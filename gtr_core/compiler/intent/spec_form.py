"""The JSON schema of query specifications over one join tree: its instances, columns and metrics are all there are."""

from __future__ import annotations

from typing import Any

from gtr_core.compiler.spec import AGGREGATES, DIRECTIONS, GRAINS, OPERATORS
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree

__all__ = ["spec_form"]


def spec_form(tree: JoinTree, graph: ContextGraph) -> dict[str, Any]:
    """The schema, in the strict form that endpoints take: all fields required, what may be left out nullable.

    A column is any of the tree's; that it is the node's own is checked afterwards, as all else is.
    """
    tables = [graph.table(node.table) for node in tree.nodes]
    columns = sorted({column.name for table in tables for column in table.columns if not column.hidden})
    held = {table.id for table in tables}
    metrics = sorted(metric.name for metric in graph.metrics if metric.tables and set(metric.tables) <= held)
    node = _one_of([instance.alias for instance in tree.nodes])
    column = _one_of(columns)
    text, value = {"type": "string"}, {"type": ["string", "number", "boolean"]}
    values = {"type": "array", "items": value}
    operator = _one_of(list(OPERATORS))
    comparison = _object(node=node, column=column, op=operator, values=values)
    plain = _object(name=text, aggregate=_one_of(list(AGGREGATES)), node=node, column=_or_null(column))
    measures: list[dict[str, Any]] = [plain]
    if metrics:
        measures.append(_object(name=text, metric=_one_of(metrics)))
    absent = _object(not_exists=_object(node=node, filters=_list(comparison)))
    return _object(
        measures=_list({"anyOf": measures}),
        dimensions=_list(_object(node=node, column=column, grain=_or_null(_one_of(list(GRAINS))))),
        filters=_list({"anyOf": [comparison, _object(any=_list(comparison)), absent]}),
        having=_list(_object(measure=text, op=operator, values=values)),
        order=_list(_object(by=text, direction=_one_of(list(DIRECTIONS)))),
        limit={"type": ["integer", "null"]},
        distinct={"type": "boolean"},
    )


def _object(**properties: Any) -> dict[str, Any]:  # noqa: ANN401 (JSON)
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _one_of(names: list[str]) -> dict[str, Any]:
    return {"type": "string", "enum": names}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}

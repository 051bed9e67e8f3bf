"""Look every reference of the specification up in the tree and the graph."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sqlglot import exp

from gtr_core.compiler.exceptions import MisplacedReferenceError, UnknownReferenceError
from gtr_core.compiler.passes.averages import average_output
from gtr_core.compiler.passes.metrics import metric_output
from gtr_core.compiler.passes.shares import share_output
from gtr_core.compiler.plan import Output, Plan, PlannedDimension, Term
from gtr_core.compiler.spec import Dimension, Measure
from gtr_core.compiler.tree import looked_up

__all__ = ["resolve"]

_UNITS = frozenset({"date", "day", "time", "timestamp", "at", "on", "month", "year"})


def resolve(plan: Plan) -> Plan:
    """Dimensions, terms and outputs with their columns found and their names made unique.

    Raises:
        UnknownReferenceError: An alias, column, metric or join is not there.
        UnknownTableError: The tree names a table that the graph does not hold.
        MisplacedReferenceError: Rows and aggregates are mixed, or nothing is asked for.
    """
    plan = replace(plan, tree=looked_up(plan.tree, plan.graph))
    plan = replace(plan, kept=tuple(node.alias for node in plan.tree.nodes))
    plan = _dimensions(plan)
    for measure in plan.spec.measures:
        plan = _measure(plan, measure)
    _check_outputs(plan)
    return _without_lost(plan)


def _dimensions(plan: Plan) -> Plan:
    uses = Counter(_called(dimension) for dimension in set(plan.spec.dimensions))
    taken = {measure.name for measure in plan.spec.measures}
    planned: list[PlannedDimension] = []
    for dimension in dict.fromkeys(plan.spec.dimensions):
        column = plan.column(dimension.node, dimension.column)
        name = _called(replace(dimension, column=column.name))
        name = name if uses[_called(dimension)] == 1 else f"{dimension.node}_{name}"
        if name in taken:
            name = next(f"{name}_{i}" for i in range(2, 1000) if f"{name}_{i}" not in taken)
        taken.add(name)
        reference = exp.column(column.name, table=dimension.node, quoted=True)
        planned.append(PlannedDimension(dimension.node, column, dimension.grain, name, reference))
    return replace(plan, dimensions=tuple(planned))


def _called(dimension: Dimension) -> str:
    """The column's name; of a date that is cut to a grain, the grain's in place of the date's own unit."""
    if dimension.grain in (None, "day"):
        return dimension.column
    stem, separator, last = dimension.column.rpartition("_")
    if separator and last.casefold() in _UNITS and stem:
        return f"{stem}_{dimension.grain}"
    return f"{dimension.column}_{dimension.grain}"


def _measure(plan: Plan, measure: Measure) -> Plan:
    if any(output.name == measure.name for output in plan.outputs):
        raise MisplacedReferenceError(f"Two measures are called {measure.name!r}.", "Give each a name of its own.")
    if measure.metric is not None:
        if plan.graph.metric(measure.metric) is None:
            known = (metric.name for metric in plan.graph.metrics)
            raise UnknownReferenceError("metric", measure.metric, "the context", known)
        return share_output(metric_output(plan, measure), measure)
    if measure.node is None or measure.aggregate is None:
        raise MisplacedReferenceError(f"The measure {measure.name!r} has no metric and no instance.")
    plan.instance(measure.node)
    if measure.per is not None:
        return average_output(plan, measure)
    function, argument = str(measure.aggregate), None
    if measure.column is not None:
        argument = exp.column(plan.column(measure.node, measure.column).name, table=measure.node, quoted=True)
    elif function == "count_distinct":
        function = "count"
    elif function != "count":
        raise MisplacedReferenceError(f"The measure {measure.name!r} ({function}) has no column.")
    term = Term(measure.name, measure.node, function, argument)
    output = Output(measure.name, exp.Placeholder(this=term.name), (term.name,))
    return share_output(replace(plan, terms=(*plan.terms, term), outputs=(*plan.outputs, output)), measure)


def _check_outputs(plan: Plan) -> None:
    shown = [term.name for term in plan.terms if term.function == "none"]
    if shown and not plan.is_list:
        raise MisplacedReferenceError(
            f"The measure {shown[0]!r} shows a column beside measures that aggregate.", "Make it a dimension."
        )
    if not plan.spec.measures and not plan.dimensions:
        raise MisplacedReferenceError("The query specification asks for nothing.", "Give a measure or a dimension.")


def _without_lost(plan: Plan) -> Plan:
    """Refused where a measure that could not be used is all that was asked, or decides on rows or their order."""
    there = {output.name for output in plan.outputs}
    lost = [measure.name for measure in plan.spec.measures if measure.name not in there]
    needed = {having.measure for having in plan.spec.having} | {order.by for order in plan.spec.order}
    for name in lost:
        if not there or name in needed:
            text = f"Without {name!r} the query would answer another question."
            return plan.with_verdict("not_understood", name, "refused", text)
    return plan

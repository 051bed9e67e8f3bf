"""Turn a metric of the semantic layer into terms and a formula."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Metric, MetricInput
from gtr_core.compiler.exceptions import MisplacedReferenceError
from gtr_core.compiler.expression import RejectedExpression, scalar_expression
from gtr_core.compiler.metric_filter import filtered_argument, metric_filter
from gtr_core.compiler.passes.additivity import is_one_time
from gtr_core.compiler.plan import Output, Plan, Term
from gtr_core.compiler.spec import Measure
from gtr_core.compiler.verdict import Action

__all__ = ["metric_output", "safe_division"]

_FUNCTIONS = frozenset({"sum", "avg", "min", "max", "count", "count_distinct", "median", "sum_boolean"})
_AVERAGE = frozenset({"average", "mean"})
_FORMULA = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Paren, exp.Neg, exp.Literal, exp.Column, exp.Identifier, exp.Nullif)
_MAX_INPUTS = 12


@dataclass(frozen=True, slots=True)
class _Unusable:
    """Why a metric cannot be compiled. ``refused`` where leaving it out would answer another question."""

    reason: str
    action: Action = "reported"


@dataclass(frozen=True, slots=True)
class _Formula:
    expression: exp.Expr
    terms: tuple[Term, ...]


def metric_output(plan: Plan, measure: Measure) -> Plan:
    """The plan with the metric as one more output, or with the verdict that says why it is left out."""
    metric = plan.graph.metric(measure.metric or "")
    assert metric is not None
    built = _build(plan, measure, metric, measure.name, (metric.name,))
    if isinstance(built, _Unusable):
        text = f"The metric {metric.name!r} is not used: {built.reason}."
        return plan.with_verdict("not_understood", measure.name, built.action, text)
    output = Output(measure.name, built.expression, tuple(term.name for term in built.terms))
    return replace(plan, terms=(*plan.terms, *built.terms), outputs=(*plan.outputs, output))


def _build(plan: Plan, measure: Measure, metric: Metric, name: str, within: tuple[str, ...]) -> _Formula | _Unusable:
    if metric.kind == "simple":
        return _simple(plan, measure, metric, name)
    if metric.filter:
        return _Unusable(f"it has a filter of its own ({metric.filter.strip()}) over other metrics", "refused")
    if metric.kind == "ratio" and len(metric.inputs) == 2:
        return _combined(plan, measure, metric, name, within, None)
    if metric.kind == "derived" and metric.inputs and metric.expression:
        return _combined(plan, measure, metric, name, within, metric.expression)
    reason = {
        "cumulative": "it adds up over a window of time, which no SELECT here is written for",
        "conversion": "it follows events from one to the other, which no SELECT here is written for",
    }
    return _Unusable(reason.get(metric.kind, f"its kind {metric.kind!r} is not known"), "refused")


def _simple(plan: Plan, measure: Measure, metric: Metric, name: str) -> _Formula | _Unusable:
    function = "avg" if metric.aggregate in _AVERAGE else metric.aggregate
    if function not in _FUNCTIONS:
        return _Unusable(f"its aggregate {metric.aggregate!r} is not supported")
    if not metric.tables:
        return _Unusable("it names no table")
    alias = _alias(plan, measure, metric)
    if metric.non_additive_dimension and not is_one_time(plan, alias, _time(metric)):
        return _Unusable(
            f"it does not add up over {metric.non_additive_dimension}: ask for one day, or for each day", "refused"
        )
    if metric.expression.strip() in ("", "*"):
        if function != "count":
            return _Unusable("it has no expression")
        argument: exp.Expr | None = None
    else:
        table = plan.graph.table(metric.tables[0])
        scalar = scalar_expression(metric.expression, table, alias, plan.graph.dialect)
        if isinstance(scalar, RejectedExpression):
            return _Unusable(scalar.reason)
        argument = scalar
    if isinstance(argument, exp.Literal) and argument.sql() == "1" and function in ("sum", "count"):
        function, argument = "count", None
    if metric.filter:
        table = plan.graph.table(metric.tables[0])
        condition = metric_filter(metric.filter, table, alias, plan.graph.dialect, metric.time_column)
        if isinstance(condition, RejectedExpression):
            return _Unusable(condition.reason, "refused")
        argument = filtered_argument(argument, condition)
    return _Formula(exp.Placeholder(this=name), (Term(name, alias, function, argument),))


def _time(metric: Metric) -> tuple[str, ...]:
    """The columns by which a dimension over which a metric does not add up may go."""
    return tuple(name for name in (metric.non_additive_dimension, metric.time_column) if name)


def _alias(plan: Plan, measure: Measure, metric: Metric) -> str:
    table = metric.tables[0]
    if measure.node is not None and plan.instance(measure.node).table == table:
        return measure.node
    aliases = [node.alias for node in plan.tree.nodes if node.table == table]
    if len(aliases) == 1:
        return aliases[0]
    if not aliases:
        raise MisplacedReferenceError(
            f"The metric {metric.name!r} is computed from {table!r}, which is not in the join tree.",
            "Ask for a tree that holds it.",
        )
    raise MisplacedReferenceError(
        f"The metric {metric.name!r} could be of {' or '.join(aliases)}.", "Say which in the measure's node."
    )


def _combined(
    plan: Plan, measure: Measure, metric: Metric, name: str, within: tuple[str, ...], text: str | None
) -> _Formula | _Unusable:
    """A ratio (``text`` None: the first input by the second, null where that is zero) or a derived metric."""
    parts: dict[str, _Formula] = {}
    for position, used in enumerate(_inputs(metric)):
        other = plan.graph.metric(used.name)
        if other is None or used.name in within or len(within) > _MAX_INPUTS:
            return _Unusable(f"its input {used.name!r} is not a metric of the project that could be computed")
        if used.offset:
            return _Unusable(f"its input {used.name!r} is of another time ({used.offset})", "refused")
        if used.filter:
            both = f"({other.filter}) AND ({used.filter})" if other.filter else used.filter
            other = replace(other, filter=both)
        built = _build(plan, measure, other, f"{name}_{position + 1}", (*within, used.name))
        if isinstance(built, _Unusable):
            return _Unusable(f"its input {used.name!r} is not usable: {built.reason}", built.action)
        parts[used.alias] = built
    terms = tuple(term for part in parts.values() for term in part.terms)
    if text is None:
        above, below = (part.expression for part in parts.values())
        return _Formula(safe_division(above, below), terms)
    formula = _formula(text, parts, plan.graph.dialect)
    return formula if isinstance(formula, _Unusable) else _Formula(formula, terms)


def _inputs(metric: Metric) -> tuple[MetricInput, ...]:
    """The metrics that it uses, under distinct aliases."""
    used = metric.uses or tuple(MetricInput(name, name) for name in metric.inputs)
    if metric.kind != "ratio":
        return used
    return tuple(replace(one, alias=alias) for one, alias in zip(used, ("numerator", "denominator"), strict=False))


def _formula(text: str, parts: dict[str, _Formula], dialect: str) -> exp.Expr | _Unusable:
    """A derived metric's arithmetic, names of inputs replaced by their own formulas."""
    try:
        parsed = parse_one(text, read=dialect)
    except (SqlglotError, RecursionError, ValueError):
        return _Unusable("its expression cannot be parsed")
    for node in parsed.walk():
        if not isinstance(node, _FORMULA):
            return _Unusable(f"{node.key.upper()} is not among the scalars that are let through")
        if isinstance(node, exp.Column) and (node.name not in parts or node.args.get("table") is not None):
            return _Unusable(f"{node.name!r} is not among its inputs")
    return parsed.transform(lambda node: _replaced(node, parts))


def _replaced(node: exp.Expr, parts: dict[str, _Formula]) -> exp.Expr:
    if isinstance(node, exp.Column):
        return exp.Paren(this=parts[node.name].expression.copy())
    if isinstance(node, exp.Div):
        return safe_division(node.this, node.expression)
    return node


def safe_division(above: exp.Expr, below: exp.Expr) -> exp.Expr:
    """Division without loss of fractions, null where the divisor is zero."""
    divisor = exp.Nullif(this=below.copy(), expression=exp.Literal.number("0"))
    return exp.Div(this=exp.cast(above.copy(), exp.DataType.Type.DOUBLE), expression=divisor)

"""Write the blocks as SELECTs and put them together as one statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from gtr_core.compiler.plan import Block, Plan, PlannedJoin, Term
from gtr_core.compiler.relations import all_of, joined, table_of
from gtr_core.compiler.walk import path_between, steps_from

__all__ = ["select_list"]


@dataclass(frozen=True, slots=True)
class _Source:
    """A SELECT without its list, and what dimensions and terms are called in its scope."""

    query: exp.Select
    dimensions: dict[str, exp.Expr]
    terms: dict[str, exp.Expr]
    grouped: bool


def select_list(plan: Plan) -> Plan:
    """The plan with its statement: dimensions, then measures; order and limit are still to come.

    One block is one SELECT, over a common table expression of distinct rows where it is deduplicated. Several
    blocks become one expression each, joined on the dimensions to all combinations of those that the shared
    instances hold (a left join each, so that a fact without rows there leaves no gap).
    """
    expressions: dict[str, exp.Select] = {}
    names = _Names(plan)
    if len(plan.blocks) == 1:
        source = _source(plan, plan.blocks[0], names, expressions)
    else:
        source = _combined(plan, names, expressions)
    query = source.query
    outputs = {output.name: _filled(output.formula, source.terms) for output in plan.outputs}
    for name, expression in (source.dimensions | outputs).items():
        query = query.select(exp.alias_(expression.copy(), name, quoted=True), copy=False)
    if source.grouped and not plan.is_list:
        query = query.group_by(*(expression.copy() for expression in source.dimensions.values()), copy=False)
    if plan.spec.distinct and plan.is_list:
        query = query.distinct(copy=False)
    for name, expression in expressions.items():
        query = query.with_(exp.to_identifier(name, quoted=True), as_=expression, copy=False)
    return replace(plan, statement=query)


class _Names:
    """Names of common table expressions that clash with nothing in the query."""

    def __init__(self, plan: Plan) -> None:
        self.taken = {node.alias.casefold() for node in plan.tree.nodes}
        self.taken |= {plan.relation(node.alias).identifier.casefold() for node in plan.tree.nodes}

    def fresh(self, name: str) -> str:
        """The name, or the first free one that begins with it."""
        candidates = (name if i == 1 else f"{name}_{i}" for i in range(1, 10_000))
        chosen = next(candidate for candidate in candidates if candidate.casefold() not in self.taken)
        self.taken.add(chosen.casefold())
        return chosen


def _source(plan: Plan, block: Block, names: _Names, expressions: dict[str, exp.Select]) -> _Source:
    query = _joined(plan, block.nodes, block.root, block.joins)
    dimensions = {dimension.name: dimension.expression for dimension in plan.dimensions}
    terms = [plan.term(name) for name in block.terms]
    if not block.deduplicated:
        aggregates = {term.name: _aggregate(term, _argument(term, block)) for term in terms}
        return _Source(query, dimensions, aggregates, grouped=True)
    rows = names.fresh(f"{block.name}_rows")
    for name, expression in dimensions.items():
        query = query.select(exp.alias_(expression.copy(), name, quoted=True), copy=False)
    for position, column in enumerate(plan.graph.primary_key(plan.instance(block.fact).table)):
        key = exp.column(column, table=block.fact, quoted=True)
        query = query.select(exp.alias_(key, _free(f"key_{position + 1}", plan), quoted=True), copy=False)
    for term in terms:
        if term.argument is not None:
            query = query.select(exp.alias_(term.argument.copy(), term.name, quoted=True), copy=False)
    expressions[rows] = query.distinct(copy=False)
    aggregates = {
        term.name: _aggregate(term, None if term.argument is None else exp.column(term.name, table=rows, quoted=True))
        for term in terms
    }
    over = exp.select().from_(exp.table_(exp.to_identifier(rows, quoted=True)))
    return _Source(over, {name: exp.column(name, table=rows, quoted=True) for name in dimensions}, aggregates, True)


def _combined(plan: Plan, names: _Names, expressions: dict[str, exp.Select]) -> _Source:
    """Every block as a common table expression of its own, joined on the dimensions."""
    totals: list[tuple[str, Block]] = []
    for block in plan.blocks:
        source = _source(plan, block, names, expressions)
        query = source.query
        for name, expression in (source.dimensions | source.terms).items():
            query = query.select(exp.alias_(expression.copy(), name, quoted=True), copy=False)
        query = query.group_by(*(expression.copy() for expression in source.dimensions.values()), copy=False)
        total = names.fresh(f"{block.name}_totals")
        expressions[total] = query
        totals.append((total, block))
    base = next((total for total, block in totals if _has_all_groups(plan, block)), None)
    if base is None and plan.dimensions:
        base = names.fresh("groups")
        expressions[base] = _groups(plan)
    base = base or totals[0][0]
    rest = [total for total, _ in totals if total != base]
    over = exp.select().from_(exp.table_(exp.to_identifier(base, quoted=True)))
    for total in rest:
        over.append("joins", _beside(plan, base, total))
    terms = {
        name: _value(plan.term(name), exp.column(name, table=total, quoted=True), total != base)
        for total, block in totals
        for name in block.terms
    }
    dimensions = {d.name: exp.column(d.name, table=base, quoted=True) for d in plan.dimensions}
    return _Source(over, {**dimensions}, terms, grouped=False)


def _has_all_groups(plan: Plan, block: Block) -> bool:
    """Whether every group of any other block is one of this block: what it joins, they all join as well."""
    return all(block.nodes <= other.nodes for other in plan.blocks)


def _groups(plan: Plan) -> exp.Select:
    """All combinations of the dimensions in the instances that every block shares."""
    shared = frozenset(plan.kept).intersection(*(block.nodes for block in plan.blocks))
    wanted = {dimension.node for dimension in plan.dimensions}
    wanted |= {node for condition in plan.conditions if condition.nodes <= shared for node in condition.nodes}
    start = plan.dimensions[0].node
    region = frozenset({start} | {step.target for node in wanted for step in path_between(plan.tree, start, node)})
    root = next(alias for alias in plan.kept if alias in region)
    joins = tuple(PlannedJoin(step, "inner") for step in steps_from(plan.tree, root, region))
    query = _joined(plan, region, root, joins)
    for dimension in plan.dimensions:
        query = query.select(exp.alias_(dimension.expression.copy(), dimension.name, quoted=True), copy=False)
    return query.distinct(copy=False)


def _joined(plan: Plan, nodes: frozenset[str], root: str, joins: tuple[PlannedJoin, ...]) -> exp.Select:
    """FROM, the joins, and all conditions that concern these instances."""
    query = joined(plan, exp.select().from_(table_of(plan, root)), joins)
    holding = [condition.expression.copy() for condition in plan.conditions if condition.nodes <= nodes]
    return query.where(all_of(holding), copy=False) if holding else query


def _beside(plan: Plan, base: str, total: str) -> exp.Join:
    """A left join on all dimensions, nulls equal; a cross join of single rows where there is none."""
    table = exp.table_(exp.to_identifier(total, quoted=True))
    if not plan.dimensions:
        return exp.Join(this=table, kind="CROSS")
    on = all_of(
        [
            exp.NullSafeEQ(
                this=exp.column(dimension.name, table=base, quoted=True),
                expression=exp.column(dimension.name, table=total, quoted=True),
            )
            for dimension in plan.dimensions
        ]
    )
    return exp.Join(this=table, on=on, side="LEFT")


def _argument(term: Term, block: Block) -> exp.Expr | None:
    """What a term aggregates. Rows behind a left join are counted by their key, which is null where none is."""
    join = next((join for join in block.joins if join.step.target == term.node and join.kind == "left"), None)
    if term.argument is None and join is not None:
        return exp.column(join.step.on[0][1], table=term.node, quoted=True)
    return None if term.argument is None else term.argument.copy()


def _aggregate(term: Term, argument: exp.Expr | None) -> exp.Expr:
    """The term's function over the argument."""
    if argument is None:
        return exp.Count(this=exp.Star())
    simple: Mapping[str, type[exp.AggFunc]] = {
        "sum": exp.Sum,
        "avg": exp.Avg,
        "min": exp.Min,
        "max": exp.Max,
        "count": exp.Count,
        "median": exp.Median,
    }
    match term.function:
        case "none":
            return argument
        case "count_distinct":
            return exp.Count(this=exp.Distinct(expressions=[argument]))
        case "sum_boolean":
            one = exp.If(this=argument, true=exp.Literal.number("1"))
            return exp.Sum(this=exp.Case(ifs=[one], default=exp.Literal.number("0")))
        case function:
            return simple[function](this=argument)


def _value(term: Term, column: exp.Expr, optional: bool) -> exp.Expr:
    """A term in the scope of the joined expressions: a count that found nothing is zero."""
    if optional and term.function in ("count", "count_distinct"):
        return exp.Coalesce(this=column, expressions=[exp.Literal.number("0")])
    return column


def _filled(formula: exp.Expr, terms: Mapping[str, exp.Expr]) -> exp.Expr:
    """The formula with its placeholders replaced by the terms."""
    return formula.copy().transform(lambda node: terms[node.name].copy() if isinstance(node, exp.Placeholder) else node)


def _free(name: str, plan: Plan) -> str:
    taken: Iterable[str] = {dimension.name for dimension in plan.dimensions} | {term.name for term in plan.terms}
    return name if name not in taken else next(f"{name}_{i}" for i in range(2, 1000) if f"{name}_{i}" not in taken)

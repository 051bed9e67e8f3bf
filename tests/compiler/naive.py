"""SQL as it is often written: every table of the tree joined, then aggregated over whatever rows come out.

What must not exist is taken out by NOT EXISTS, which is right, so that only joins and aggregates differ from
what the compiler writes.
"""

from __future__ import annotations

from gtr_core.compiler.spec import AnyOf, Comparison, Filter, Measure, NotExists, QuerySpec, Stated, Versus
from gtr_core.compiler.walk import Step, beyond, steps_from
from gtr_core.context.join_tree import JoinTree


def naive_sql(tree: JoinTree, spec: QuerySpec) -> str:
    """One SELECT over inner joins of all instances of the tree that stay."""
    everything = [node.alias for node in tree.nodes]
    absent = [condition for condition in spec.filters if isinstance(condition, NotExists)]
    kept = [alias for alias in everything if all(alias not in _behind(tree, one.node) for one in absent)]
    select = [f'{_reference(d.node, d.column)} AS "{d.node}_{d.column}"' for d in spec.dimensions]
    select += [f'{_aggregate(measure)} AS "{measure.name}"' for measure in spec.measures]
    query = f"SELECT {'DISTINCT ' if spec.distinct else ''}{', '.join(select)} {_from(tree, kept[0], kept)}"
    conditions = [_condition(tree, condition) for condition in spec.filters]
    if conditions:
        query += " WHERE " + " AND ".join(conditions)
    if spec.measures and spec.dimensions:
        query += " GROUP BY " + ", ".join(str(i + 1) for i in range(len(spec.dimensions)))
    if spec.order:
        query += " ORDER BY " + ", ".join(f'"{_output(spec, order.by)}" {order.direction}' for order in spec.order)
    return query if spec.limit is None else f"{query} LIMIT {spec.limit}"


def _behind(tree: JoinTree, node: str) -> frozenset[str]:
    everything = [other.alias for other in tree.nodes]
    join = tree.join_to(node)
    if join is None:
        return frozenset({node})
    return beyond(tree, Step(join.left, node, join), everything)


def _from(tree: JoinTree, root: str, nodes: list[str]) -> str:
    tables = {node.alias: f'"{node.table}" AS "{node.alias}"' for node in tree.nodes}
    text = f"FROM {tables[root]}"
    for step in steps_from(tree, root, nodes):
        text += f" JOIN {tables[step.target]} ON {_on(step)}"
    return text


def _on(step: Step) -> str:
    return " AND ".join(f"{_reference(step.source, a)} = {_reference(step.target, b)}" for a, b in step.on)


def _reference(node: str, column: str) -> str:
    return f'"{node}"."{column}"'


def _aggregate(measure: Measure) -> str:
    assert measure.node is not None
    if measure.column is None:
        return "count(*)"
    reference = _reference(measure.node, measure.column)
    return (
        f"count(DISTINCT {reference})" if measure.aggregate == "count_distinct" else f"{measure.aggregate}({reference})"
    )


def _condition(tree: JoinTree, condition: Filter) -> str:
    match condition:
        case Comparison():
            return _comparison(condition)
        case Versus():
            table = next(node.table for node in tree.nodes if node.alias == condition.node)
            total = f'(SELECT {condition.aggregate}("{condition.column}") FROM "{table}")'
            return f"{_reference(condition.node, condition.column)} {condition.op} {total}"
        case Stated():
            raise NotImplementedError("naive joins know no glossary")
        case AnyOf():
            return "(" + " OR ".join(_condition(tree, part) for part in condition.any) + ")"
        case NotExists():
            inner = _behind(tree, condition.node)
            nodes = [condition.node, *(node.alias for node in tree.nodes if node.alias in inner - {condition.node})]
            join = tree.join_to(condition.node)
            assert join is not None
            holding = [_on(Step(join.left, join.right, join))]
            holding += [_condition(tree, part) for part in condition.filters]
            return f"NOT EXISTS (SELECT 1 {_from(tree, condition.node, nodes)} WHERE {' AND '.join(holding)})"


def _comparison(condition: Comparison) -> str:
    values = [str(value) if isinstance(value, bool | int | float) else f"'{value}'" for value in condition.values]
    subject = _reference(condition.node, condition.column)
    match condition.op:
        case "is_null" | "not_null":
            return f"{subject} IS {'NOT ' if condition.op == 'not_null' else ''}NULL"
        case "in" | "not_in":
            return f"{subject} {condition.op.replace('_', ' ')} ({', '.join(values)})"
        case "between":
            return f"{subject} BETWEEN {values[0]} AND {values[1]}"
        case _:
            return f"{subject} {condition.op} {values[0]}"


def _output(spec: QuerySpec, by: str) -> str:
    return next((f"{d.node}_{d.column}" for d in spec.dimensions if by in (d.column, f"{d.node}.{d.column}")), by)

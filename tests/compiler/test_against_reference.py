"""Random specifications over random rows: the compiled SQL gives what a slow evaluator in Python gives.

The evaluator joins by nested loops and, for each group, aggregates over the distinct rows of the measure's own
instance: what fan-out must not change. It knows nothing of SQL, keys or cardinalities. ``GTR_RANDOM_CASES`` is the
number of specifications of each kind, 200 unless it is set.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from dataclasses import replace

import duckdb
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gtr_core.catalog import Column, JoinEdge, Key, Relation, Table
from gtr_core.compiler import compile_query
from gtr_core.compiler.spec import Comparison, Dimension, Measure, NotExists, QuerySpec
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin

# Each table has an id, a number, a tag, and the keys of its parents.
PARENTS = {
    "item": ("sale", "product"),
    "sale": ("buyer", "town"),
    "buyer": ("town",),
    "product": ("maker",),
    "maker": ("town",),
    "town": (),
}
EDGES = {
    (child, parent): JoinEdge(child, (f"{parent}_id",), parent, ("id",), ("constraint",))
    for child, parents in PARENTS.items()
    for parent in parents
}
COLUMNS = {table: ("id", "number", "tag", *(f"{p}_id" for p in parents)) for table, parents in PARENTS.items()}
RANDOM_CASES = int(os.environ.get("GTR_RANDOM_CASES", "200"))
AGGREGATES = ("sum", "avg", "min", "max", "count", "count_distinct")


def _graph() -> ContextGraph:
    tables = [
        Table(
            name,
            Relation("memory", "main", name),
            name,
            columns=tuple(Column(c, "VARCHAR" if c == "tag" else "INTEGER") for c in columns),
        )
        for name, columns in COLUMNS.items()
    ]
    keys = [Key(name, ("id",), "constraint", primary=True) for name in COLUMNS]
    return ContextGraph(tables=tables, joins=tuple(EDGES.values()), keys=keys)


GRAPH = _graph()


@pytest.fixture(scope="module", name="database")
def _database():
    with duckdb.connect() as database:
        for name, columns in COLUMNS.items():
            types = ", ".join(f"{c} {'VARCHAR' if c == 'tag' else 'INTEGER'}" for c in columns)
            database.execute(f"CREATE TABLE {name} ({types})")
        yield database


@st.composite
def _rows(draw):
    """Up to eight rows a table, dense enough for joins to repeat them; a few keys are null or lead nowhere."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    sizes = {"item": 8, "sale": 5, "buyer": 3, "product": 3, "maker": 3, "town": 2}
    return {
        name: [
            (
                i,
                chance.choice([None, -2, -1, 1, 1, 2, 3]),
                chance.choice("xxy"),
                *(chance.choice([None, 99, *range(sizes[parent]), *range(sizes[parent])]) for parent in parents),
            )
            for i in range(chance.choice([0, sizes[name], sizes[name], sizes[name]]))
        ]
        for name, parents in PARENTS.items()
    }


@st.composite
def _trees(draw):
    """From a random root to random parents; towns may stand several times."""
    root = draw(st.sampled_from(["item", "item", "sale", "buyer", "product"]))
    nodes = [Instance(root, root, Relation(None, None, ""))]
    joins = []
    for node in nodes:
        for parent in PARENTS[node.table]:
            if draw(st.integers(0, 3)):
                alias = parent if all(other.alias != parent for other in nodes) else f"{node.alias}_{parent}"
                nodes.append(Instance(alias, parent, Relation(None, None, "")))
                joins.append(TreeJoin(node.alias, alias, EDGES[node.table, parent]))
    return JoinTree(root, tuple(nodes), tuple(joins))


@st.composite
def _cases(draw):
    tree = draw(_trees())
    alias = st.sampled_from([node.alias for node in tree.nodes])
    measures = []
    for i in range(draw(st.integers(1, 3))):
        aggregate = draw(st.sampled_from(AGGREGATES))
        column = None if aggregate == "count" and draw(st.booleans()) else "number"
        measures.append(Measure(f"m{i}", aggregate, draw(alias), column))
    dimensions = draw(
        st.lists(st.builds(Dimension, alias, st.sampled_from(["tag", "number"])), max_size=2, unique=True)
    )
    by_number = st.builds(Comparison, alias, st.just("number"), st.sampled_from(["<", ">=", "!="]), st.just((0,)))
    by_tag = st.builds(Comparison, alias, st.just("tag"), st.just("="), st.sampled_from([("x",), ("y",)]))
    filters = draw(st.lists(by_number | by_tag, max_size=2))
    return tree, QuerySpec(tuple(measures), tuple(dimensions), tuple(filters)), draw(_rows())


@settings(max_examples=RANDOM_CASES, deadline=None)
@given(case=_cases())
def test_aggregates_are_those_of_the_reference(case, database):
    tree, spec, rows = case
    _fill(database, rows)
    compiled = compile_query(tree, spec, GRAPH, "duckdb")
    assert _sorted(database.execute(compiled.sql).fetchall()) == _sorted(_reference(tree, spec, rows)), compiled.sql


@st.composite
def _shares(draw):
    tree = draw(_trees())
    alias = st.sampled_from([node.alias for node in tree.nodes])
    by_number = st.builds(Comparison, alias, st.just("number"), st.sampled_from(["<", ">=", "!="]), st.just((0,)))
    by_tag = st.builds(Comparison, alias, st.just("tag"), st.just("="), st.sampled_from([("x",), ("y",)]))
    condition = tuple(draw(st.lists(by_number | by_tag, min_size=1, max_size=2)))
    aggregate = draw(st.sampled_from(["sum", "count", "count_distinct"]))
    column = None if aggregate == "count" and draw(st.booleans()) else "number"
    measure = Measure("m", aggregate, draw(alias), column, share_of=condition, scale=draw(st.sampled_from([1, 100])))
    dimensions = draw(st.lists(st.builds(Dimension, alias, st.just("tag")), max_size=1))
    filters = draw(st.lists(by_number | by_tag, max_size=1))
    return tree, QuerySpec((measure,), tuple(dimensions), tuple(filters)), draw(_rows())


@settings(max_examples=RANDOM_CASES, deadline=None)
@given(case=_shares())
def test_shares_are_those_of_the_reference(case, database):
    tree, spec, rows = case
    _fill(database, rows)
    compiled = compile_query(tree, spec, GRAPH, "duckdb")
    assert _sorted(database.execute(compiled.sql).fetchall()) == _sorted(_shared(tree, spec, rows)), compiled.sql


def _shared(tree, spec, rows):
    """The share of each group: rows that have nothing of what only the condition asks for are in the whole."""
    (measure,) = spec.measures
    asked = [part.node for part in (*spec.dimensions, *spec.filters)]
    region = set().union(*(_way(tree, measure.node, node) for node in [measure.node, *asked]))
    ways = [_way(tree, measure.node, condition.node) for condition in measure.share_of]
    gates = {next((node for node in way if node not in region), None) for way in ways} - {None}
    behind = {node.alias for node in tree.nodes if gates & set(_way(tree, measure.node, node.alias))}
    base = {node.alias for node in tree.nodes} - behind
    whole = _groups(_part_of(tree, base), spec, rows)
    part = _groups(_part_of(tree, base.union(*ways)), replace(spec, filters=spec.filters + measure.share_of), rows)
    found = []
    for group in whole:
        above, below = (_aggregated(of.get(group, []), tree, measure) for of in (part, whole))
        share = None if not below else measure.scale * float(above or 0) / below
        found.append((*group, share))
    return found


@st.composite
def _averages(draw):
    tree = draw(_trees())
    alias = st.sampled_from([node.alias for node in tree.nodes])
    node, per = draw(st.sampled_from([(join.left, join.right) for join in tree.joins] or [(tree.root, None)]))
    above = [join.right for join in tree.joins if join.left == per]
    owner = draw(st.sampled_from([per, *above]))
    dimensions = draw(st.lists(st.builds(Dimension, alias, st.just("tag")), max_size=1))
    filters = draw(st.lists(st.builds(Comparison, alias, st.just("number"), st.just(">="), st.just((0,))), max_size=1))
    return tree, QuerySpec((Measure("m", "count", node, per=owner),), tuple(dimensions), tuple(filters)), draw(_rows())


@settings(max_examples=RANDOM_CASES, deadline=None)
@given(case=_averages())
def test_averages_of_counts_are_those_of_the_reference(case, database):
    tree, spec, rows = case
    (measure,) = spec.measures
    assume(measure.per is not None)
    _fill(database, rows)
    compiled = compile_query(tree, spec, GRAPH, "duckdb")
    expected = []
    for group, members in _groups(tree, spec, rows).items():
        counts = defaultdict(set)
        for joined in members:
            counts[joined[measure.per][0]].add(joined[measure.node][0])
        average = sum(map(len, counts.values())) / len(counts) if counts else None
        expected.append((*group, average))
    assert _sorted(database.execute(compiled.sql).fetchall()) == _sorted(expected), compiled.sql


def _way(tree, start, end):
    """The instances from one to another, both included."""
    ways = {start: [start]}
    while end not in ways:
        for join in tree.joins:
            for one, other in ((join.left, join.right), (join.right, join.left)):
                if one in ways and other not in ways:
                    ways[other] = [*ways[one], other]
    return ways[end]


def _part_of(tree, kept):
    joins = tuple(join for join in tree.joins if join.left in kept and join.right in kept)
    root = next(node.alias for node in tree.nodes if node.alias in kept - {join.right for join in joins})
    nodes = sorted((node for node in tree.nodes if node.alias in kept), key=lambda node: node.alias != root)
    return JoinTree(root, tuple(nodes), joins)


# Chains of children below a town, each named by the table whose rows it ends in.
CHAINS = (("buyer",), ("buyer", "sale"), ("sale",), ("sale", "item"), ("maker",), ("maker", "product"))


@st.composite
def _descents(draw):
    """From a town down to children of children, one chain or two: facts that share nothing but the town."""
    first = draw(st.sampled_from(CHAINS))
    others = [chain for chain in CHAINS if not set(chain) & set(first)]
    chains = [first, draw(st.sampled_from(others))] if draw(st.booleans()) else [first]
    nodes, joins = [Instance("town", "town", Relation(None, None, ""))], []
    for chain in chains:
        for above, name in zip(("town", *chain), chain, strict=False):
            nodes.append(Instance(name, name, Relation(None, None, "")))
            joins.append(TreeJoin(above, name, EDGES[name, above], fan_out=True))
    alias = st.sampled_from([node.alias for node in nodes])
    ends = [chain[-1] for chain in chains]
    chosen = [*ends, *draw(st.lists(alias, max_size=2))]
    measures = [Measure(f"m{i}", draw(st.sampled_from(AGGREGATES)), node, "number") for i, node in enumerate(chosen)]
    dimensions = draw(st.lists(st.sampled_from([Dimension("town", "tag"), Dimension("town", "id")]), max_size=1))
    filters = draw(st.lists(st.just(Comparison("town", "tag", "=", ("x",))), max_size=1))
    tree = JoinTree("town", tuple(nodes), tuple(joins))
    return tree, QuerySpec(tuple(measures), tuple(dimensions), tuple(filters)), draw(_rows())


@settings(max_examples=RANDOM_CASES, deadline=None)
@given(case=_descents())
def test_facts_below_one_dimension_are_those_of_the_reference(case, database):
    tree, spec, rows = case
    _fill(database, rows)
    compiled = compile_query(tree, spec, GRAPH, "duckdb")
    found = database.execute(compiled.sql).fetchall()
    assert _sorted(found) == _sorted(_descended(tree, spec, rows)), compiled.sql


def _descended(tree, spec, rows):
    """One row for each group of towns, those included that have no children."""
    below = {join.right: join for join in tree.joins}
    groups = defaultdict(list)
    for town in rows["town"]:
        if all(_holds(town, tree, condition) for condition in spec.filters):
            groups[tuple(_value(town, tree, "town", d.column) for d in spec.dimensions)].append(town)
    if not spec.dimensions and not groups:
        groups[()] = []

    def belonging(alias, towns):
        if alias == "town":
            return towns
        above = {row[0] for row in belonging(below[alias].left, towns)}
        column = f"{below[alias].left}_id"
        return [row for row in rows[alias] if _value(row, tree, alias, column) in above]

    return [
        (*group, *(_aggregated([{m.node: row} for row in belonging(m.node, towns)], tree, m) for m in spec.measures))
        for group, towns in groups.items()
    ]


@settings(max_examples=60, deadline=None)
@given(rows=_rows(), tag=st.sampled_from([None, "x"]))
def test_absence_is_that_of_the_reference(rows, tag, database):
    _fill(database, rows)
    tree = JoinTree(
        "sale",
        (Instance("sale", "sale", Relation(None, None, "")), Instance("buyer", "buyer", Relation(None, None, ""))),
        (TreeJoin("sale", "buyer", EDGES["sale", "buyer"]),),
    )
    inner = () if tag is None else (Comparison("sale", "tag", "=", (tag,)),)
    spec = QuerySpec(dimensions=(Dimension("buyer", "id"),), filters=(NotExists("sale", inner),))
    compiled = compile_query(tree, spec, GRAPH, "duckdb")
    buyers = {row[3] for row in rows["sale"] if tag is None or row[2] == tag}
    expected = [(row[0],) for row in rows["buyer"] if row[0] not in buyers]
    assert _sorted(database.execute(compiled.sql).fetchall()) == _sorted(expected)


def _fill(database, rows):
    for name, of_table in rows.items():
        database.execute(f"DELETE FROM {name}")
        if of_table:
            marks = ", ".join("?" for _ in COLUMNS[name])
            database.executemany(f"INSERT INTO {name} VALUES ({marks})", of_table)


def _reference(tree, spec, rows):
    """Rows of the answer: one a group, or one in all where nothing groups.

    Each measure is computed over its own part of the tree: children that are only measured beside it are not joined.
    """
    of_measure = [_groups(_own_part(tree, spec, measure.node), spec, rows) for measure in spec.measures]
    groups = {group: None for found in of_measure for group in found}
    return [
        (
            *group,
            *(_aggregated(found.get(group, []), tree, m) for found, m in zip(of_measure, spec.measures, strict=True)),
        )
        for group in groups
    ]


def _own_part(tree, spec, alias):
    """The tree without the sides of children that hold another measure, no filter and no dimension."""
    asked = {part.node for part in (*spec.dimensions, *spec.filters)}
    measured = {measure.node for measure in spec.measures}
    left = {join.right: join.left for join in tree.joins}

    def inside(root):
        kept = {root}
        for join in tree.joins:
            if join.left in kept:
                kept.add(join.right)
        return kept

    root = alias
    while True:
        outside = {node.alias for node in tree.nodes} - inside(root)
        if outside & measured and not outside & asked or root not in left:
            break
        root = left[root]
    kept = inside(root)
    joins = tuple(join for join in tree.joins if join.left in kept)
    return JoinTree(
        root, tuple(node for node in sorted(tree.nodes, key=lambda n: n.alias != root) if node.alias in kept), joins
    )


def _groups(tree, spec, rows):
    groups = defaultdict(list)
    for joined in _joined(tree, rows):
        if all(_holds(joined[f.node], tree, f) for f in spec.filters):
            groups[tuple(_value(joined[d.node], tree, d.node, d.column) for d in spec.dimensions)].append(joined)
    if not spec.dimensions and not groups:
        groups[()] = []
    return groups


def _joined(tree, rows):
    combinations = [{tree.root: row} for row in rows[tree.nodes[0].table]]
    for join in tree.joins:
        parent = tree.node(join.right).table
        combinations = [
            {**joined, join.right: row}
            for joined in combinations
            for row in rows[parent]
            if row[0] == _value(joined[join.left], tree, join.left, f"{parent}_id")
        ]
    return combinations


def _aggregated(members, tree, measure):
    own = {joined[measure.node][0]: joined[measure.node] for joined in members}.values()
    if measure.column is None:
        return len(own)
    values = [value for row in own if (value := _value(row, tree, measure.node, measure.column)) is not None]
    match measure.aggregate:
        case "count":
            return len(values)
        case "count_distinct":
            return len(set(values))
        case "sum":
            return sum(values) if values else None
        case "avg":
            return sum(values) / len(values) if values else None
        case "min":
            return min(values, default=None)
        case _:
            return max(values, default=None)


def _holds(row, tree, condition):
    value = _value(row, tree, condition.node, condition.column)
    if value is None:
        return False
    other = condition.values[0]
    return {"<": lambda: value < other, ">=": lambda: value >= other, "!=": lambda: value != other}.get(
        condition.op, lambda: value == other
    )()


def _value(row, tree, alias, column):
    return row[COLUMNS[tree.node(alias).table].index(column)]


def _sorted(rows):
    return sorted((tuple(round(v, 9) if isinstance(v, float) else v for v in row) for row in rows), key=repr)

"""The left-join tree of a table: every instance that is reached from it along join edges."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.sibling_edges import sibling_edges

__all__ = ["LeftJoinTree", "Step", "TreeInstance", "left_join_tree"]

MAX_INSTANCES = 400
MAX_DEPTH = 9


@dataclass(frozen=True, slots=True)
class Step:
    """One edge as it is walked: from child to parent, or (``fan_out``) from parent to child."""

    edge: JoinEdge
    fan_out: bool = False

    @property
    def reaches(self) -> str:
        """The table at its end."""
        return self.edge.child if self.fan_out else self.edge.parent

    @property
    def columns_left(self) -> tuple[str, ...]:
        """The columns at its start."""
        return self.edge.parent_columns if self.fan_out else self.edge.child_columns

    @property
    def columns_reached(self) -> tuple[str, ...]:
        """The columns at its end."""
        return self.edge.child_columns if self.fan_out else self.edge.parent_columns


@dataclass(slots=True)
class TreeInstance:
    """A table in a role: an occurrence in a left-join tree.

    Attributes:
        index: Its place in the tree's list; parents come before their children.
        table: Position of the table in the graph.
        above: Index of the instance that it hangs below, -1 for the root.
        step: The step that reaches it, None for the root.
        depth: Number of steps from the root.
        fan_outs: Number of those that fan out.
        copies: For its columns that are known to equal a column higher up, where that stands:
            column -> (index of the instance, column).
    """

    index: int
    table: int
    above: int
    step: Step | None
    depth: int
    fan_outs: int = 0
    copies: dict[str, tuple[int, str]] = field(default_factory=dict)


@dataclass(slots=True)
class LeftJoinTree:
    """All instances below a root, in breadth-first order; ``truncated`` where a limit cut some."""

    root: int
    instances: list[TreeInstance]
    truncated: bool = False

    def chain(self, index: int) -> list[int]:
        """Indices from that instance up to the root, both included."""
        chain = []
        while index >= 0:
            chain.append(index)
            index = self.instances[index].above
        return chain


def left_join_tree(
    graph: ContextGraph,
    root: int,
    targets: int,
    *,
    fan_out_to: int = 0,
    within: int | None = None,
    siblings: bool = False,
    max_instances: int = MAX_INSTANCES,
    max_depth: int = MAX_DEPTH,
) -> LeftJoinTree:
    """Enumerate the instances from which a join tree rooted at a table is cut.

    One instance stands for one path of edges from child to parent, so that a table that plays two roles
    has two. Branches that reach none of the targets are left out. Cycles and self references end where an
    edge would be walked twice on one path. Two paths that lead to the same parent row, because a composite
    key hands on a column that also refers to the parent directly, are one instance: the shorter.

    Hidden tables are never reached.

    Args:
        graph: The context graph.
        root: Position of the root.
        targets: Bit set of the tables that are wanted.
        fan_out_to: Bit set of tables that may also be reached by walking at most two edges from parent
            to child, for targets that the root does not reach many-to-one.
        within: Bit set of the only tables that may be reached; None for all.
        siblings: Whether tables that refer to the same parent may be joined without it
            (``gtr_core.context.sibling_edges``).
        max_instances: Limit on the number of instances.
        max_depth: Limit on the steps from the root.

    Source: Guided Table Retrieval, sections 2.2 (join trees) and 3.3 (path enumeration); the roles and the
    walk from parent to child are ours.
    """
    first = TreeInstance(0, root, -1, None, 0)
    tree = LeftJoinTree(root, [first])
    seen: set[tuple[object, ...]] = set()
    queue = deque([first])
    wanted = targets | fan_out_to
    while queue:
        instance = queue.popleft()
        steps = _steps(graph, tree, instance, wanted, fan_out_to)
        if siblings:
            steps += _sibling_steps(graph, tree, instance, wanted)
        for step in steps:
            if within is not None and not within >> graph.positions[step.reaches] & 1:
                continue
            if len(tree.instances) >= max_instances or instance.depth >= max_depth:
                tree.truncated = True
                break
            identity = _identity(instance, step)
            if identity in seen:
                continue
            seen.add(identity)
            reached = TreeInstance(
                len(tree.instances),
                graph.positions[step.reaches],
                instance.index,
                step,
                instance.depth + 1,
                instance.fan_outs + step.fan_out,
                _copies(instance, step),
            )
            tree.instances.append(reached)
            queue.append(reached)
    return tree


def _steps(graph: ContextGraph, tree: LeftJoinTree, instance: TreeInstance, wanted: int, fan_out_to: int) -> list[Step]:
    walked = {
        id(step.edge)
        for step in (tree.instances[index].step for index in tree.chain(instance.index))
        if step is not None
    }
    steps = []
    for edge in graph.successors[instance.table]:
        parent = graph.positions[edge.parent]
        if id(edge) not in walked and graph.reachability[parent] & wanted and not graph.tables[parent].hidden:
            steps.append(Step(edge))
    if fan_out_to and instance.fan_outs < 2:
        for edge in graph.predecessors[instance.table]:
            child = graph.positions[edge.child]
            if id(edge) not in walked and fan_out_to >> child & 1 and not graph.tables[child].hidden:
                steps.append(Step(edge, fan_out=True))
    return steps


def _sibling_steps(graph: ContextGraph, tree: LeftJoinTree, instance: TreeInstance, wanted: int) -> list[Step]:
    above = {tree.instances[index].table for index in tree.chain(instance.index)}
    steps = []
    for other, edge in sibling_edges(graph, instance.table):
        if wanted >> other & 1 and other not in above and not graph.tables[other].hidden:
            steps.append(Step(edge, fan_out=edge.child != graph.tables[instance.table].id))
    return steps


def _origin(instance: TreeInstance, column: str) -> tuple[int, str]:
    """Where a column's value first stands on the way from the root."""
    return instance.copies.get(column, (instance.index, column))


def _identity(instance: TreeInstance, step: Step) -> tuple[object, ...]:
    """Two steps of the same identity lead to the same rows."""
    if step.fan_out:
        return (instance.index, step.edge.child, step.edge.child_columns, step.edge.parent_columns, True)
    origins = tuple(_origin(instance, column) for column in step.columns_left)
    return (step.edge.parent, origins, step.edge.parent_columns, False)


def _copies(instance: TreeInstance, step: Step) -> dict[str, tuple[int, str]]:
    pairs = zip(step.columns_left, step.columns_reached, strict=True)
    return {reached: _origin(instance, left) for left, reached in pairs}

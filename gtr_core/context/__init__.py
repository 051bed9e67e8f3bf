"""The context graph, its join trees, and what of it is indexed and stored."""

from gtr_core.context.exceptions import UnknownColumnError, UnknownTableError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin

__all__ = ["ContextGraph", "Instance", "JoinTree", "TreeJoin", "UnknownColumnError", "UnknownTableError"]

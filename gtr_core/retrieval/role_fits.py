"""How well the instances of a left-join tree fit the roles of which the words at a phrase speak."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.catalog import JoinEdge
from gtr_core.context.left_join_tree import LeftJoinTree, Step
from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.said_roles import SaidRoles

__all__ = ["RoleFits"]


class RoleFits:
    """What phrases earn and pay on the instances of one tree, by the roles in which these stand.

    Args:
        tree: The left-join tree.
        chains: Per instance, those from it up to the root as bits.
        said: What the question says of roles.
    """

    def __init__(self, tree: LeftJoinTree, chains: Sequence[int], said: SaidRoles) -> None:
        self._tree = tree
        self._chains = chains
        self._said = said
        # The edges to each table by which it is reached, but for those of a table to itself.
        self._into: dict[str, list[JoinEdge]] = {}
        for step in (instance.step for instance in tree.instances):
            if step is not None and not step.fan_out and step.edge.child != step.edge.parent:
                edges = self._into.setdefault(step.edge.parent, [])
                if not any(step.edge is edge for edge in edges):
                    edges.append(step.edge)
        self._selves = _selves(tree)

    def of(self, phrase: Phrase) -> list[float]:
        """Per instance, what the phrase earns on it, or pays where negative."""
        own: dict[int, float] = {}
        for edges in self._into.values():
            own.update(zip(map(id, edges), self._said.fits(edges, phrase), strict=True))
        fits: list[float] = []
        for instance in self._tree.instances:
            fit = fits[instance.above] if instance.above >= 0 else 0.0
            if instance.step is not None and not instance.step.fan_out:
                fit += own.get(id(instance.step.edge), 0.0)
            fits.append(fit)
        for edge, reached, others in self._selves:
            referred, refers = self._said.self_fits(edge, phrase)
            if referred or refers:
                for k, chain in enumerate(self._chains):
                    fits[k] += referred if chain & reached else refers if chain & others else 0.0
        return fits


def _selves(tree: LeftJoinTree) -> list[tuple[JoinEdge, int, int]]:
    """References of a table to itself, the instances that each reaches, and the table's other ones, as bits."""
    steps: dict[int, Step] = {}
    reached: dict[int, int] = {}
    tables: dict[int, int] = {}
    for instance in tree.instances:
        step = instance.step
        if step is not None and not step.fan_out and step.edge.child == step.edge.parent:
            steps[id(step.edge)] = step
            reached[id(step.edge)] = reached.get(id(step.edge), 0) | 1 << instance.index
            tables[id(step.edge)] = instance.table
    found = []
    for key, step in steps.items():
        instances = sum(1 << instance.index for instance in tree.instances if instance.table == tables[key])
        found.append((step.edge, reached[key], instances & ~reached[key]))
    return found

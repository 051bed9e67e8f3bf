"""Steps 5 to 8: phrases put to the instances of a source's left-join tree, by beam search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree
from gtr_core.retrieval.beam_search import BeamSearch, State
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.said_roles import SaidRoles

__all__ = ["Assignment", "Costs", "assign"]


@dataclass(frozen=True, slots=True)
class Costs:
    """What a tree pays and earns beside the weights of its phrases.

    Attributes:
        bridge: For an instance of which no phrase speaks.
        instance: For an instance of which some phrase speaks.
        fan_out: For a join walked from parent to child.
        attached: Earned where a phrase stands on, or many-to-one below, the instance that it is attached
            to; half of it is paid where it does not.
        related: Earned where a sure value is related many-to-many to what it is attached to.
        contradiction: For two values of one column demanded of one row.
        apart: For coordinated values put to different instances of one table; earned where what is asked of a table
            and what is given of it are put so.
        pointless: Where they are put to one.
        regret: Share, of what the meaning chosen weighs less than the phrase's best one, that is paid on top.
    """

    bridge: float = 0.22
    instance: float = 0.06
    fan_out: float = 0.65
    attached: float = 0.6
    related: float = 0.05
    contradiction: float = 1.3
    apart: float = 0.5
    pointless: float = 0.5
    regret: float = 1.0


@dataclass(frozen=True, slots=True)
class Assignment:
    """A choice of meaning and instance for each phrase.

    Attributes:
        score: Higher is better; comparable between sources of one question.
        choices: Per phrase, (option, index of the instance), or None where it is left out.
        used: Bit set of the instances on the paths from the root to those chosen.
        anchors: Instances that belong to the tree though no phrase was put to them.
    """

    score: float
    choices: tuple[tuple[Option, int] | None, ...]
    used: int
    anchors: tuple[int, ...] = ()


def assign(
    graph: ContextGraph,
    tree: LeftJoinTree,
    phrases: Sequence[Phrase],
    strong: Sequence[int],
    costs: Costs,
    said: SaidRoles,
) -> list[Assignment]:
    """The best assignments below one root, best first.

    The strong phrases are placed in the order of the question, each on one of the instances of a table
    that it may mean, or left out. An assignment earns the weights of its phrases and what ``Costs`` says.
    Beam search: O(phrases · BEAM · places).

    Args:
        graph: The context graph.
        tree: The left-join tree of one source.
        phrases: All phrases of the question.
        strong: Indices of those that are placed.
        costs: See there.
        said: What the question says of roles.
    """
    search = BeamSearch(graph, tree, phrases, costs, said)
    states = [State(0.0, (), 1, 0, search.total(0.0, 1, 0))]
    for i in strong:
        states = search.grown(states, i)
    scored = []
    for state in states:
        choices: list[tuple[Option, int] | None] = [None] * len(phrases)
        for i, pick in zip(strong, state.picks, strict=True):
            choices[i] = None if pick is None else (pick.option, pick.instance)
        # Whose adviser is meant has to be there, where an adviser is.
        above = {tree.instances[pick.instance].above for pick in state.picks if pick is not None and pick.option.role}
        scored.append(Assignment(round(state.total, 6), tuple(choices), state.used, tuple(sorted(above))))
    return sorted(scored, key=lambda state: (-state.score, state.used))

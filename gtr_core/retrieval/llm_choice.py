"""Steps 5 to 8 with a language model: it chooses among the readings that the local disambiguator lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gtr_core.context.graph import ContextGraph
from gtr_core.llm import Choice as ModelChoice
from gtr_core.llm import LanguageModel, LanguageModelError
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice, Disambiguator
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.exploration import Source
from gtr_core.retrieval.learned import LearnedDisambiguator
from gtr_core.retrieval.merging import Merged
from gtr_core.retrieval.outcome import decide
from gtr_core.retrieval.reading_text import reading_text

__all__ = ["MAX_READINGS", "SURE", "ModelDisambiguator", "ModelQuestion", "WhenAsked"]

WhenAsked: TypeAlias = Literal["never", "uncertain", "always"]
"""When the model is asked: not at all; where the local choice is not sure, or ties; wherever there is a choice."""

Reading: TypeAlias = tuple[Choice, Merged]

MAX_READINGS: Final = 5
# From this confidence on the local choice stands unasked: a perfect model then loses next to nothing against asking
# always (tests/bench/bench_llm_choice.py).
SURE: Final = 0.9

_TABLES_TASK: Final = (
    "A question is to be answered from a database. Each reading below is a set of tables with the joins between them "
    "and what the question's phrases would mean there. Choose the reading whose tables are just those that the "
    "question needs: every table that a phrase asks for or that connects two of them, and no other."
)
_PATHS_TASK: Final = (
    "A question is to be answered from a database. The readings below use the same tables, joined by other keys or in "
    "other roles. Choose the reading whose joins and roles are those that the question speaks of."
)


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """A question that was put to the model, and what came of it.

    Attributes:
        about: Sets of tables (steps 5 and 6), or the joins and roles of one set (step 8).
        readings: The tables of each reading that was listed.
        chosen: Its number; None where no usable answer came, so that the local choice stands.
        problem: Why none came; empty where one did.
    """

    about: Literal["tables", "paths"]
    readings: tuple[tuple[str, ...], ...]
    chosen: int | None
    problem: str = ""

    def to_json(self) -> dict[str, Any]:
        """Its form in a trace."""
        return {
            "about": self.about,
            "readings": [list(tables) for tables in self.readings],
            "chosen": self.chosen,
            "problem": self.problem,
        }


class ModelDisambiguator:
    """Chooses for one question: the local disambiguator lists the readings, the model takes one of them.

    The readings are the distinct trees that the local choices make, at most ``MAX_READINGS``. Where they are of
    several sets of tables the model chooses the set, and then the joins and roles where several trees on that set
    remain: so the guided paper asks for sources and targets first (steps 5 and 6), for paths then (step 8). Readings
    that it did not take are dropped, so that nothing ties with its choice. The confidence remains that of the
    local scorer: what the model's word adds to it is not calibrated. A question that the local choice leaves
    unresolved is not put to the model, which could not answer it with what is listed either.

    Args:
        question: As the user wrote it.
        model: Whom to ask.
        use: When.
        evidence: What is known of the question's words, if anything.
        local: What lists the readings; ``LearnedDisambiguator`` where None.
        sure: Confidence from which ``uncertain`` does not ask.

    Attributes:
        asked: The questions that were put to the model, in order.
        calls: Calls of the model that they took, tries that failed included.
    """

    def __init__(
        self,
        question: str,
        model: LanguageModel,
        use: WhenAsked,
        *,
        evidence: str = "",
        local: Disambiguator | None = None,
        sure: float = SURE,
    ) -> None:
        self.asked: list[ModelQuestion] = []
        self.calls = 0
        self._data = {"question": question} | ({"what is known of its words": evidence} if evidence else {})
        self._model = model
        self._use = use
        self._local = local or LearnedDisambiguator()
        self._sure = sure

    def choose(self, graph: ContextGraph, grounding: Grounding, sources: Sequence[Source]) -> list[Choice]:
        """The local choices where the model is not asked or gives no usable answer; else those that it leaves."""
        choices = self._local.choose(graph, grounding, sources)
        if self._use == "never":
            return choices
        trees = distinct_trees(graph, choices)
        if not trees or decide(graph, grounding, trees).status == "unresolved":
            return choices
        left = self._of_one_set(graph, grounding, trees)
        if left is None:
            return choices
        tables = left[0][1].tree.tables
        same = _of_tables(left, tables)
        chosen = self._of_one_path(graph, grounding, same)
        if chosen is not None:
            others = [reading for reading in left if reading[1].tree.tables != tables]
            return [choice for choice, _ in (chosen, *others)]
        return choices if left is trees else [choice for choice, _ in left]

    def trace(self) -> dict[str, Any]:
        """What was asked and answered, and how often the local choice had to stand, for a retrieval's trace."""
        return {
            "model": self._model.name,
            "questions": [question.to_json() for question in self.asked],
            "fallbacks": sum(question.chosen is None for question in self.asked),
        }

    def _of_one_set(self, graph: ContextGraph, grounding: Grounding, trees: list[Reading]) -> list[Reading] | None:
        """The readings on the tables that the model took; all where it was not asked, None where it failed."""
        firsts: dict[tuple[str, ...], Reading] = {}
        for reading in trees:
            firsts.setdefault(reading[1].tree.tables, reading)
        listed = list(firsts.values())[:MAX_READINGS]
        if len(listed) < 2 or not (self._use == "always" or self._unsure(graph, grounding, trees)):
            return trees
        number = self._ask("tables", graph, grounding, listed)
        return None if number is None else _of_tables(trees, listed[number][1].tree.tables)

    def _unsure(self, graph: ContextGraph, grounding: Grounding, trees: Sequence[Reading]) -> bool:
        outcome = decide(graph, grounding, trees)
        tables = trees[0][1].tree.tables
        return outcome.confidence < self._sure or any(one.tree.tables != tables for one in outcome.alternatives)

    def _of_one_path(self, graph: ContextGraph, grounding: Grounding, same: Sequence[Reading]) -> Reading | None:
        """The reading that the model took among those of the same tables; None where it was not asked or failed."""
        listed = list(same[:MAX_READINGS])
        if self._use == "uncertain":
            tied = {id(one.tree) for one in decide(graph, grounding, same).alternatives}
            listed = [same[0], *(reading for reading in same[1:] if id(reading[1].tree) in tied)]
        if len(listed) < 2:
            return None
        number = self._ask("paths", graph, grounding, listed)
        return None if number is None else listed[number]

    def _ask(
        self,
        about: Literal["tables", "paths"],
        graph: ContextGraph,
        grounding: Grounding,
        listed: Sequence[Reading],
    ) -> int | None:
        data = {
            f"reading {number}": reading_text(graph, grounding, choice, merged)
            for number, (choice, merged) in enumerate(listed)
        }
        task = _TABLES_TASK if about == "tables" else _PATHS_TASK
        options = tuple(f"reading {number}" for number in range(len(listed)))
        readings = tuple(merged.tree.tables for _, merged in listed)
        before = self._model.calls
        try:
            number = self._model.choose(ModelChoice(task, self._data | data, options)).number
        except LanguageModelError as error:
            self.asked.append(ModelQuestion(about, readings, None, error.problem))
            return None
        finally:
            self.calls += self._model.calls - before
        if not 0 <= number < len(listed):
            self.asked.append(ModelQuestion(about, readings, None, f"{number} is no reading"))
            return None
        self.asked.append(ModelQuestion(about, readings, number))
        return number


def _of_tables(readings: Sequence[Reading], tables: tuple[str, ...]) -> list[Reading]:
    return [reading for reading in readings if reading[1].tree.tables == tables]

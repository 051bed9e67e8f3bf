"""The language model's choice of tables: what it may change, when it is asked, and what stands where it fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.llm import Choice as ModelChoice
from gtr_core.llm import Chosen, Endpoint, LanguageModelUnavailableError, OpenAIForm, Recording, Replay
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice, Disambiguator, LocalDisambiguator
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.exploration import explore
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.learned import LearnedDisambiguator
from gtr_core.retrieval.llm_choice import MAX_READINGS, ModelDisambiguator, WhenAsked
from gtr_core.retrieval.outcome import decide
from tests.llm.scripted_server import Step, scripted_server
from tests.retrieval.snapshots import OpenContext, travel

OPEN = "Names of passengers from Norway and their flights"
# The rules list the readings, so that nothing here hangs on the weights that ship.
RULES = LocalDisambiguator()


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    return travel(tmp_path_factory.mktemp("index"))


class Scripted:
    """Takes the numbers of a script, the last one again and again; None fails."""

    name = "scripted"

    def __init__(self, *script: int | None) -> None:
        self.script = list(script)
        self.calls = 0
        self.asked: list[ModelChoice] = []

    def choose(self, choice: ModelChoice) -> Chosen:
        self.calls += 1
        self.asked.append(choice)
        number = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if number is None:
            raise LanguageModelUnavailableError("http://nowhere", "it took too long")
        return Chosen(number % len(choice.options))


class OutOfList(Scripted):
    def choose(self, choice: ModelChoice) -> Chosen:
        self.calls += 1
        return Chosen(len(choice.options))


def _words(question: str, context: OpenContext) -> Grounding:
    return ground(question, context.graph, context.index)


def _local(context: OpenContext, words: Grounding, local: Disambiguator = RULES) -> list[Choice]:
    return local.choose(context.graph, words, explore(context.graph, words.phrases))


def _tables(graph: ContextGraph, choices: Sequence[Choice]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(merged.tree.tables for _, merged in distinct_trees(graph, choices)))


def _ask(
    context: OpenContext,
    model: object,
    use: WhenAsked,
    question: str = OPEN,
    *,
    sure: float = 1.0,
    local: Disambiguator = RULES,
) -> tuple[ModelDisambiguator, list[Choice]]:
    words = _words(question, context)
    chooser = ModelDisambiguator(question, model, use, local=local, sure=sure)  # type: ignore[arg-type]
    return chooser, chooser.choose(context.graph, words, explore(context.graph, words.phrases))


def test_the_question_is_open(context: OpenContext):
    assert len(_tables(context.graph, _local(context, _words(OPEN, context)))) > 1


@pytest.mark.parametrize("number", [0, 1])
def test_the_reading_that_the_model_takes_is_the_answer(context: OpenContext, number: int):
    listed = _tables(context.graph, _local(context, _words(OPEN, context)))
    chooser, choices = _ask(context, Scripted(number, 0), "always")
    assert _tables(context.graph, choices) == [listed[number]]
    assert chooser.asked[0].readings == tuple(listed[:MAX_READINGS])
    assert chooser.asked[0].chosen == number
    outcome = decide(context.graph, _words(OPEN, context), distinct_trees(context.graph, choices))
    assert outcome.tree is not None
    assert all(one.tree.tables == outcome.tree.tables for one in outcome.alternatives)


def test_never_asks_nobody(context: OpenContext):
    model = Scripted(1)
    _, choices = _ask(context, model, "never")
    assert (model.calls, choices) == (0, _local(context, _words(OPEN, context)))


def test_a_sure_choice_is_asked_about_only_where_always(context: OpenContext):
    """With a threshold of zero no confidence is too low, so that only ties are left to ask about."""
    words = _words(OPEN, context)
    trees = distinct_trees(context.graph, _local(context, words))
    tied = decide(context.graph, words, trees).status == "ambiguous"
    sure, choices = _ask(context, Scripted(0), "uncertain", sure=0.0)
    assert bool(sure.asked) is tied
    if not tied:
        assert choices == _local(context, words)
    assert _ask(context, Scripted(0), "uncertain", sure=1.0)[0].asked
    assert _ask(context, Scripted(0), "always", sure=0.0)[0].asked


def test_readings_that_tie_are_asked_about_however_sure(context: OpenContext):
    question = "Flights by country"
    words = _words(question, context)
    outcome = decide(context.graph, words, distinct_trees(context.graph, _local(context, words)))
    assert outcome.status == "ambiguous"
    model = Scripted(0)
    _, choices = _ask(context, model, "uncertain", question, sure=0.0)
    assert model.calls >= 1
    assert decide(context.graph, words, distinct_trees(context.graph, choices)).status == "resolved"


def test_joins_of_the_same_tables_are_asked_about_apart(context: OpenContext):
    """The airports of a flight: its origin, or its destination."""
    question = "Number of flights per airport"
    words = _words(question, context)
    trees = distinct_trees(context.graph, _local(context, words))
    same = [merged.tree for _, merged in trees if merged.tree.tables == trees[0][1].tree.tables]
    assert len(same) > 1
    seconds = []
    for number in (0, 1):
        chooser, choices = _ask(context, Scripted(0, number), "always", question)
        assert [one.about for one in chooser.asked][-1] == "paths"
        left = distinct_trees(context.graph, choices)
        assert len(left) == 1
        seconds.append(left[0][1].tree)
    assert seconds[0] != seconds[1]
    assert set(seconds[0].tables) == set(seconds[1].tables)


def test_what_is_not_resolved_is_not_asked(context: OpenContext):
    model = Scripted(0)
    _ask(context, model, "always", "The weather of tomorrow in Lyon and elsewhere")
    _ask(context, model, "always", "Zzyzx qwrtp")
    assert model.calls == 0


def test_a_failure_leaves_the_local_choice_and_is_counted(context: OpenContext):
    model = Scripted(None)
    chooser, choices = _ask(context, model, "always")
    assert choices == _local(context, _words(OPEN, context))
    assert model.calls == chooser.calls == 1
    assert chooser.trace()["fallbacks"] == 1
    assert "took too long" in chooser.trace()["questions"][0]["problem"]


def test_where_only_the_second_question_fails_the_tables_stand(context: OpenContext):
    question = "Number of flights per airport"
    listed = _tables(context.graph, _local(context, _words(question, context)))
    chooser, choices = _ask(context, Scripted(0, None), "always", question)
    assert [(one.about, one.chosen) for one in chooser.asked] == [("tables", 0), ("paths", None)]
    assert _tables(context.graph, choices) == [listed[0]]
    assert len(distinct_trees(context.graph, choices)) > 1
    assert chooser.trace()["fallbacks"] == 1


def test_a_number_beyond_the_list_is_no_answer(context: OpenContext):
    chooser, choices = _ask(context, OutOfList(0), "always")
    assert choices == _local(context, _words(OPEN, context))
    assert chooser.trace()["fallbacks"] == 1


@settings(deadline=None, max_examples=15)
@given(script=st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=3))
@pytest.mark.parametrize("question", [OPEN, "Number of flights per airport", "Flights by country"])
@pytest.mark.parametrize("local", [RULES, LearnedDisambiguator()], ids=["rules", "learned"])
def test_the_answer_never_leaves_the_list(
    context: OpenContext, question: str, local: Disambiguator, script: list[int | None]
):
    listed = distinct_trees(context.graph, _local(context, _words(question, context), local))
    _, choices = _ask(context, Scripted(*script), "always", question, local=local)
    left = distinct_trees(context.graph, choices)
    assert left
    assert all(any(tree.tree == merged.tree for _, tree in listed) for _, merged in left)


def test_the_learned_disambiguator_lists_unless_another_is_given(context: OpenContext):
    words = _words(OPEN, context)
    chooser = ModelDisambiguator(OPEN, Scripted(0), "never")
    found = chooser.choose(context.graph, words, explore(context.graph, words.phrases))
    assert found == LearnedDisambiguator().choose(context.graph, words, explore(context.graph, words.phrases))


# Over the wire: each fault twice, since an answer that cannot be used is asked for once more.
@pytest.mark.parametrize(
    ("steps", "calls", "said"),
    [
        (('{"choice": 99}', '{"choice": -1}'), 2, "no option"),
        (("Reading 1, clearly.", "{reading 1}"), 2, "no JSON"),
        (('{"choice": "loyalty_cards"}', '{"tables": ["loyalty_cards"]}'), 2, "names no choice"),
        ((429, 429), 2, "HTTP 429"),
        ((None, None), 2, "took too long"),
        ((401, 401), 2, "HTTP 401"),
        ((b"<html>", b"{}"), 2, "OpenAI form"),
    ],
)
def test_faults_of_the_endpoint_leave_the_local_choice(
    context: OpenContext, steps: tuple[Step, ...], calls: int, said: str
):
    with scripted_server(*steps) as server:
        model = OpenAIForm(Endpoint(server.base_url, "m", timeout_s=0.2))
        chooser, choices = _ask(context, model, "uncertain")
        assert server.script == []
    assert choices == _local(context, _words(OPEN, context))
    assert chooser.calls == calls
    assert chooser.trace()["fallbacks"] == 1
    assert said in chooser.trace()["questions"][0]["problem"]


def test_a_right_answer_after_a_429_is_taken(context: OpenContext):
    listed = _tables(context.graph, _local(context, _words(OPEN, context)))
    with scripted_server(429, '{"choice": 1}', '{"choice": 0}') as server:
        model = OpenAIForm(Endpoint(server.base_url, "m"))
        chooser, choices = _ask(context, model, "uncertain")
    assert _tables(context.graph, choices) == [listed[1]]
    assert chooser.asked[0].chosen == 1
    assert chooser.trace()["fallbacks"] == 0


def test_what_the_model_is_sent(context: OpenContext):
    with scripted_server('{"choice": 0}', '{"choice": 0}') as server:
        _ask(context, OpenAIForm(Endpoint(server.base_url, "m")), "uncertain")
    request = server.requests[0]
    numbers = request["response_format"]["json_schema"]["schema"]["properties"]["choice"]["enum"]
    user = request["messages"][1]["content"]
    assert numbers == list(range(len(numbers)))
    assert all(f"{number}: reading {number}" in user for number in numbers)
    assert "<<<data question" in user
    assert OPEN in user
    assert all(f"<<<data reading {number}" in user for number in numbers)


def test_a_recorded_run_is_replayed_without_a_call(context: OpenContext, tmp_path: Path):
    path = tmp_path / "record.jsonl"
    recorded = _ask(context, Recording(Scripted(1, 0), path), "always")
    replayed = _ask(context, Replay(path), "always")
    assert replayed[1] == recorded[1]
    assert replayed[0].asked == recorded[0].asked
    assert (recorded[0].calls > 0, replayed[0].calls) == (True, 0)
    other = _ask(context, Replay(path), "always", "Flights by country")
    assert other[0].trace()["fallbacks"] == len(other[0].asked) > 0

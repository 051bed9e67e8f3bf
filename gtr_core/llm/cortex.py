"""Snowflake Cortex, asked in SQL."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

from sqlglot import exp

from gtr_core.llm.choice import Choice, prompt_of, read_choice
from gtr_core.llm.exceptions import LanguageModelAnswerError, LanguageModelSettingError
from gtr_core.llm.model import Chosen

__all__ = ["CortexModel", "cortex_model_name", "cortex_statement"]

_TRIES = 2


def cortex_statement(model: str, choice: Choice) -> exp.Select:
    """``SELECT SNOWFLAKE.CORTEX.COMPLETE(model, prompt)`` with both as literals.

    >>> cortex_statement("m", Choice("Which?", {}, ("a", "b"))).sql("snowflake")[:41]
    "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'Yo"
    """
    prompt = "\n\n".join(prompt_of(choice))
    complete = exp.Anonymous(this="COMPLETE", expressions=[exp.Literal.string(model), exp.Literal.string(prompt)])
    schema = exp.Dot(this=exp.to_identifier("SNOWFLAKE"), expression=exp.to_identifier("CORTEX"))
    return exp.select(exp.Dot(this=schema, expression=complete))


def cortex_model_name(environment: Mapping[str, str] | None = None) -> str:
    """The model that ``GTR_LLM_MODEL`` names.

    Raises:
        LanguageModelSettingError: It names none.
    """
    name = (os.environ if environment is None else environment).get("GTR_LLM_MODEL", "")
    if not name:
        raise LanguageModelSettingError("GTR_LLM_MODEL", "no model is named.")
    return name


class CortexModel:
    """A model of Cortex behind a function that runs one SELECT and returns its one value.

    Attributes:
        name: The model's name there.
        calls: Statements that were run.
    """

    def __init__(self, model: str, run: Callable[[exp.Select], object]) -> None:
        self.name = model
        self.calls = 0
        self._run = run

    def choose(self, choice: Choice) -> Chosen:
        """As the protocol says; an unusable answer is asked for once more.

        Raises:
            LanguageModelAnswerError: What came is no option.
        """
        started = time.perf_counter()
        for attempt in range(1, _TRIES + 1):
            self.calls += 1
            try:
                number = read_choice(str(self._run(cortex_statement(self.name, choice))), len(choice.options))
            except LanguageModelAnswerError:
                if attempt == _TRIES:
                    raise
            else:
                return Chosen(number, attempt, time.perf_counter() - started)
        raise AssertionError("the last try returns or raises")

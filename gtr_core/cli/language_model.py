"""The language model that commands put questions to, where ``--llm`` switches one on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.cli.ask_model_use import ModelUse
from gtr_core.cli.exceptions import UnusedLanguageModelError, UnwritableFileError
from gtr_core.cli.output import notice

if TYPE_CHECKING:
    from gtr_core.llm import LanguageModel, OpenAIForm
    from gtr_core.retrieval import Retrieval
    from gtr_core.retrieval.llm_choice import WhenAsked

__all__ = ["chooser_of", "model_of", "tell_fallbacks", "when_asked"]

_RECORD, _REPLAY = "GTR_LLM_RECORD", "GTR_LLM_REPLAY"
_WHEN: Mapping[ModelUse, WhenAsked] = {
    ModelUse.never: "never",
    ModelUse.uncertain: "uncertain",
    ModelUse.always: "always",
}


def model_of(use: ModelUse) -> OpenAIForm | None:
    """The model behind the endpoint of the environment; None where none is to be used.

    Raises:
        LanguageModelSettingError: The environment names no endpoint.
    """
    if use is ModelUse.never:
        return None
    from gtr_core.llm import OpenAIForm, endpoint_from_environment

    return OpenAIForm(endpoint_from_environment())


def chooser_of(use: ModelUse, method: str = "guided") -> LanguageModel | None:
    """The model that chooses among readings; None where none is to be used.

    Where ``GTR_LLM_RECORD`` names a file, what is asked and answered is recorded there; where ``GTR_LLM_REPLAY``
    names such a record, its answers are given again, and nobody is called.

    Raises:
        LanguageModelSettingError: The environment names no endpoint, or no record.
        UnusedLanguageModelError: The method has no use for one.
        UnwritableFileError: The record cannot be written.
    """
    if use is ModelUse.never:
        return None
    if method != "guided":
        raise UnusedLanguageModelError(method)
    from gtr_core.llm import Recording, Replay

    if replayed := os.environ.get(_REPLAY):
        return Replay(Path(replayed))
    model = model_of(use)
    recorded = os.environ.get(_RECORD)
    if model is None or not recorded:
        return model
    try:
        Path(recorded).open("a", encoding="utf-8").close()
    except OSError as error:
        raise UnwritableFileError(recorded, error.strerror or str(error)) from error
    return Recording(model, Path(recorded))


def when_asked(use: ModelUse) -> WhenAsked:
    """The same in retrieval's words."""
    return _WHEN[use]


def tell_fallbacks(retrieval: Retrieval, *, quiet: bool) -> None:
    """A notice for each question to which the model gave no usable answer."""
    for question in retrieval.trace.get("llm", {}).get("questions", ()):
        if question["chosen"] is None:
            notice(f"{question['problem']} The local choice of {question['about']} stands.", quiet=quiet)

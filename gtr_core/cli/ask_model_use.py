"""When a question is put to a language model."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

__all__ = ["ChoiceLlm", "Llm", "ModelUse"]


class ModelUse(StrEnum):
    """When a language model reads a question."""

    never = "never"
    uncertain = "uncertain"
    always = "always"


Llm = Annotated[
    ModelUse,
    typer.Option(
        "--llm",
        help="When a language model (GTR_LLM_BASE_URL, GTR_LLM_MODEL) chooses among the trees that retrieval lists, "
        "and fills in what the question asks.",
    ),
]

ChoiceLlm = Annotated[
    ModelUse,
    typer.Option(
        "--llm",
        help="When a language model (GTR_LLM_BASE_URL, GTR_LLM_MODEL) chooses among the trees that retrieval lists.",
    ),
]

"""``gtr ask --llm``: a language model fills in what the rules do not understand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from gtr_core.cli.ask_model_use import ModelUse
from gtr_core.compiler import CompilerError, Intent, Verdict, derive_spec, model_spec
from gtr_core.context.graph import ContextGraph
from gtr_core.llm import FormFiller, LanguageModelError
from gtr_core.retrieval import Retrieval

__all__ = ["read_question"]


def read_question(
    retrieval: Retrieval, graph: ContextGraph, today: date, use: ModelUse, model: FormFiller | None
) -> Intent:
    """What the question asks: by rules, and by the model where something of it is not understood, or always.

    Where the model is asked only for what is uncertain, its failure leaves the rules' reading, with a verdict.

    Raises:
        LanguageModelError, CompilerError: The model was to read it in any case, and gave nothing usable.
    """
    if model is not None and use is ModelUse.always:
        return model_spec(retrieval, graph, today, model)
    intent = derive_spec(retrieval, graph, today)
    if model is None or all(verdict.kind != "not_understood" for verdict in intent.verdicts):
        return intent
    try:
        return model_spec(retrieval, graph, today, model)
    except (LanguageModelError, CompilerError) as error:
        text = f"The language model {model.name} gave no usable specification: {error.problem}"
        verdict = Verdict("not_understood", "question", "reported", text)
        return replace(intent, verdicts=(*intent.verdicts, verdict))

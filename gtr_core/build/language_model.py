"""The language model that a build may ask, where one is switched on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sqlglot import exp

from gtr_core.build.settings import BuildSettings
from gtr_core.llm import CortexModel, LanguageModel, OpenAIForm, Recording, cortex_model_name, endpoint_from_environment
from gtr_core.warehouse import Warehouse

__all__ = ["language_model"]

_RECORD = "GTR_LLM_RECORD"


def language_model(
    settings: BuildSettings, warehouse: Warehouse, environment: Mapping[str, str] | None = None
) -> LanguageModel | None:
    """The model that ``settings.llm`` names: an endpoint, Cortex of the warehouse itself, or none.

    Where ``GTR_LLM_RECORD`` names a file, what is asked and answered is recorded there, to be replayed.

    Raises:
        LanguageModelSettingError: The environment does not say which model, or where.
    """
    environment = os.environ if environment is None else environment
    if settings.llm == "never":
        return None
    model: LanguageModel
    if settings.llm == "cortex":

        def run(select: exp.Select) -> object:
            return warehouse.query(select, max_rows=1, timeout_s=60.0).rows[0][0]

        model = CortexModel(cortex_model_name(environment), run)
    else:
        model = OpenAIForm(endpoint_from_environment(environment))
    record = environment.get(_RECORD)
    return Recording(model, Path(record)) if record else model

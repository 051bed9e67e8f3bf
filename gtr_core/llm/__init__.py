"""The one door to a language model, off unless switched on: it chooses among options, or fills a checked form."""

from gtr_core.llm.choice import Choice
from gtr_core.llm.cortex import CortexModel, cortex_model_name, cortex_statement
from gtr_core.llm.exceptions import (
    LanguageModelAnswerError,
    LanguageModelError,
    LanguageModelSettingError,
    LanguageModelUnavailableError,
)
from gtr_core.llm.filled_form import Form, FormFiller
from gtr_core.llm.model import Chosen, LanguageModel
from gtr_core.llm.openai_form import Endpoint, OpenAIForm, endpoint_from_environment
from gtr_core.llm.recording import Recording, Replay

__all__ = [
    "Choice",
    "Chosen",
    "CortexModel",
    "Endpoint",
    "Form",
    "FormFiller",
    "LanguageModel",
    "LanguageModelAnswerError",
    "LanguageModelError",
    "LanguageModelSettingError",
    "LanguageModelUnavailableError",
    "OpenAIForm",
    "Recording",
    "Replay",
    "cortex_model_name",
    "cortex_statement",
    "endpoint_from_environment",
]

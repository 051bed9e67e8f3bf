"""From a question to its query specification, by general rules over what the question was grounded to."""

from gtr_core.compiler.intent.derive import RULES, Intent, derive_spec
from gtr_core.compiler.intent.model_spec import model_spec

__all__ = ["RULES", "Intent", "derive_spec", "model_spec"]

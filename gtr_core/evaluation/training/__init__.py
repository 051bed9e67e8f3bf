"""Fitting the weights that ship with the package; answering questions needs none of this."""

from gtr_core.evaluation.training.examples import Example, Source, read_examples
from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.evaluation.training.fitting import Fitted, FittingSettings, fit, save

__all__ = [
    "Example",
    "Fitted",
    "FittingSettings",
    "Source",
    "TrainingUnavailableError",
    "fit",
    "read_examples",
    "save",
]

"""Fitting the weights that ship with the package; answering questions needs none of this."""

from gtr_core.evaluation.training.examples import Example, Source, read_examples
from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.evaluation.training.fitting import Fitted, FittingSettings, fit, save
from gtr_core.evaluation.training.relation_aware import NetworkSettings, centred

__all__ = [
    "Example",
    "Fitted",
    "FittingSettings",
    "NetworkSettings",
    "Source",
    "TrainingUnavailableError",
    "centred",
    "fit",
    "read_examples",
    "save",
]

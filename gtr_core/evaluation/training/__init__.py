"""Fitting the weights that ship with the package; answering questions needs none of this."""

from gtr_core.evaluation.training.examples import Example, Source, read_examples
from gtr_core.evaluation.training.exceptions import FewDatabasesError, TrainingUnavailableError
from gtr_core.evaluation.training.fitting import Fitted, FittingSettings, check_installed, fit, save
from gtr_core.evaluation.training.relation_aware import NetworkSettings, centred

__all__ = [
    "Example",
    "FewDatabasesError",
    "Fitted",
    "FittingSettings",
    "NetworkSettings",
    "Source",
    "TrainingUnavailableError",
    "centred",
    "check_installed",
    "fit",
    "read_examples",
    "save",
]

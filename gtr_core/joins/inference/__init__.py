"""Keys and joins that nobody declared, from rows, names and statistics."""

from gtr_core.joins.inference.inferring import InferenceSettings, Inferred, infer_joins
from gtr_core.joins.inference.keys import KeyCandidate
from gtr_core.joins.inference.reading import ReadingSettings

__all__ = ["InferenceSettings", "Inferred", "KeyCandidate", "ReadingSettings", "infer_joins"]

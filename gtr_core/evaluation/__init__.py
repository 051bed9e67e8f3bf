"""Measuring retrieval on benchmark folders."""

from gtr_core.evaluation.exceptions import BenchmarkFolderError
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.reader import UNION, Benchmark, ReaderOptions, open_benchmark, read_benchmark, read_graphs

__all__ = [
    "UNION",
    "Benchmark",
    "BenchmarkFolderError",
    "Question",
    "ReaderOptions",
    "open_benchmark",
    "read_benchmark",
    "read_graphs",
    "read_questions",
]

"""Measuring retrieval on benchmark folders."""

from gtr_core.evaluation.exceptions import BenchmarkFolderError, ReportFormatError
from gtr_core.evaluation.prediction import Prediction
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.reader import UNION, Benchmark, ReaderOptions, open_benchmark, read_benchmark, read_graphs
from gtr_core.evaluation.report import report_text
from gtr_core.evaluation.running import abstentions, run
from gtr_core.evaluation.scores import evaluation_form

__all__ = [
    "UNION",
    "Benchmark",
    "BenchmarkFolderError",
    "Prediction",
    "Question",
    "ReaderOptions",
    "ReportFormatError",
    "abstentions",
    "evaluation_form",
    "open_benchmark",
    "read_benchmark",
    "read_graphs",
    "read_questions",
    "report_text",
    "run",
]

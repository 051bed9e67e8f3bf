from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from gtr_core.evaluation import ReportFormatError, evaluation_form, open_benchmark, report_text, run
from gtr_core.retrieval import RetrievalOptions
from gtr_core.retrieval.methods import retrieval_method
from tests.evaluation.folders import QUESTIONS, write_folder


@pytest.fixture
def ran(tmp_path):
    odd = {"id": "q6", "db": "zoo", "question": "<b>lynx</b> | otter", "gold_tables": ["animals", "keepers"]}
    with open_benchmark(write_folder(tmp_path / "small", questions=[*QUESTIONS, odd])) as benchmark:
        predictions = run(benchmark, retrieval_method("guided"), options=RetrievalOptions(semantic=False))
        yield evaluation_form("small", predictions, benchmark.names), predictions


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_markdown_lists_what_is_missing(ran):
    text = report_text(Path("r.md"), "guided on small", *ran)
    line = next(line for line in text.splitlines() if line.startswith("| q6 |"))
    cells = [cell.strip() for cell in line.replace("\\|", "/").strip("|").split("|")]
    assert cells[2] == "&lt;b&gt;lynx&lt;/b&gt; / otter"
    assert cells[5:] == ["", "animals, keepers", ""]
    assert "## Confidence curve" in text
    assert "| q5 |" not in text


def test_html_shows_questions_as_they_are_written_and_runs_nothing(ran):
    text = report_text(Path("r.html"), "guided on <small>", *ran)
    page = Cells()
    page.feed(text)
    assert "<b>lynx</b> | otter" in page.texts
    assert "guided on <small>" in page.texts
    assert not {"b", "script", "small"} & set(page.tags)


def test_a_file_that_does_not_say_its_format_is_refused(ran):
    with pytest.raises(ReportFormatError, match=r"r\.txt"):
        report_text(Path("r.txt"), "t", *ran)


def test_a_folder_without_gold_has_a_report(ran):
    form, predictions = ran
    bare = {key: form[key] for key in ("folder", "questions", "status", "latency_ms", "llm_calls")} | {"scored": 0}
    assert "## Run" in report_text(Path("r.md"), "t", bare, [one for one in predictions if not one.question.scored])

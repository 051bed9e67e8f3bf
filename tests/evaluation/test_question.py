from __future__ import annotations

import json
from pathlib import Path

import pytest

from gtr_core.evaluation import BenchmarkFolderError, read_questions


def written(folder: Path, *questions: dict) -> Path:
    (folder / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in questions), encoding="utf-8")
    return folder


def test_gold_tables_and_roles_become_ids_and_joins_keep_their_names(tmp_path: Path):
    (question,) = read_questions(
        written(
            tmp_path,
            {
                "id": 3,
                "db": "d",
                "question": "q",
                "evidence": None,
                "gold_tables": ["a", "b"],
                "gold_joins": [["a.x", "b.y"]],
                "gold_roles": {"b": 2},
            },
        )
    )
    assert question.id == "3"
    assert question.evidence == ""
    assert question.gold_tables == {"d.a", "d.b"}
    assert question.gold_joins == (("a.x", "b.y"),)
    assert question.gold_roles == {"d.b": 2}
    assert question.scored


@pytest.mark.parametrize("more", [{}, {"gold_tables": []}, {"gold_tables": ["a"], "gold_incomplete": True}])
def test_what_has_no_whole_gold_is_not_scored(tmp_path: Path, more: dict):
    (question,) = read_questions(written(tmp_path, {"id": "1", "db": "d", "question": "q", **more}))
    assert not question.scored


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({"gold_joins": [["a.x"]]}, "question 1"),
        ({"gold_joins": 3}, "question 1"),
        ({"gold_roles": {"b": "two"}}, "question 1"),
        ({"gold_roles": ["b"]}, "question 1"),
        ({"db": 4}, "a text 'db' is expected"),
    ],
)
def test_a_question_that_is_not_of_the_form_is_refused(tmp_path: Path, fields: dict, cause: str):
    with pytest.raises(BenchmarkFolderError, match=cause):
        read_questions(written(tmp_path, {"id": "1", "db": "d", "question": "q", **fields}))


def test_an_id_that_stands_twice_is_refused(tmp_path: Path):
    one = {"id": "1", "db": "d", "question": "q"}
    with pytest.raises(BenchmarkFolderError, match="an id stands more than once"):
        read_questions(written(tmp_path, one, one))

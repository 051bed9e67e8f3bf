"""Training examples of a small folder: gold tables and columns, notes, unions, folds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gtr_core.context.reachability import bits
from gtr_core.evaluation.training.examples import FOLDS, Example, Source, fold_of, read_examples
from tests.evaluation.folders import QUESTIONS, SCHEMA, write_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("bench") / "small")


def _gold(example: Example) -> frozenset[str]:
    return frozenset(example.graph.tables[position].id for position in bits(example.gold))


def _columns(example: Example) -> set[str] | None:
    if example.columns is None:
        return None
    candidates = example.candidates
    return {
        f"{example.graph.tables[position].id}.{name}"
        for row, position in enumerate(candidates.tables)
        for name, place in candidates.column_place[row].items()
        if example.columns[place]
    }


def test_the_gold_of_each_question_that_is_scored(folder: Path) -> None:
    found = list(read_examples(Source(folder)))
    assert sorted(sorted(_gold(example)) for example in found) == [
        ["library.books"],
        ["library.books", "library.persons"],
        ["library.fines", "library.loans"],
        ["zoo.animals", "zoo.keepers"],
    ]
    used = {_gold(example): _columns(example) for example in found}
    assert used[frozenset({"library.books"})] == {"library.books.title"}
    assert used[frozenset({"zoo.animals", "zoo.keepers"})] == {
        *("zoo.keepers.nickname", "zoo.keepers.keeper_id", "zoo.animals.keeper_id", "zoo.animals.species"),
    }
    # Its query is not stated.
    assert used[frozenset({"library.books", "library.persons"})] is None


def test_what_the_scorer_reads_is_there(folder: Path) -> None:
    for example in read_examples(Source(folder)):
        n_columns, n_tables = example.candidates.n_columns, len(example.candidates.tables)
        assert n_tables == len(example.graph.tables)
        assert example.texts[0].name.shape[1] == n_columns
        assert example.texts[0].table.shape[1] == n_tables
        assert max(example.hand_made.values(), default=0.0) == 0.0
        assert 0.0 <= example.unexplained <= 1.0
        assert example.columns is None or example.columns.shape == (n_columns,)
    assert any(example.hand_made for example in read_examples(Source(folder)))


def test_the_words_are_those_of_the_hits(folder: Path) -> None:
    found = {_gold(example): example for example in read_examples(Source(folder, evidence=1.0))}
    fines = found[frozenset({"library.fines", "library.loans"})]
    question = ("Amount", "of", "fines", "for", "each", "copy", "in", "loans")
    assert fines.words == (*question, "fine", "refers", "to", "amount")
    assert fines.question_words == len(question)
    for example in found.values():
        assert len(example.texts[0].table) == example.question_words
        assert len(example.texts[1].table) == len(example.words)


def test_contexts_without_values(folder: Path) -> None:
    found = list(read_examples(Source(folder, values=False)))
    assert len(found) == 4
    assert {example.kind.split(", ")[0] for example in found} == {"small without values"}
    for example in found:
        assert not example.texts[1].value.any()
        assert not any(column.values for profile in example.graph.profiles.values() for column in profile.columns)
    assert any(example.texts[0].value.any() for example in read_examples(Source(folder)))


def test_values_that_are_asked_for_are_put_into_the_contexts(folder: Path) -> None:
    schema = SCHEMA["databases"]["zoo"]
    asked = {
        "id": "q9",
        "db": "zoo",
        "question": "Which animals does Ziggy care for?",
        "sql": "SELECT a.species FROM keepers k JOIN animals a ON a.keeper_id = k.keeper_id WHERE k.nickname = 'Ziggy'",
        "gold_tables": ["animals", "keepers"],
    }
    other = write_folder(folder.parent / "asked", questions=[asked], schema={"databases": {"zoo": schema}})
    (without,) = read_examples(Source(other))
    (held,) = read_examples(Source(other, gold_values=1.0))
    assert not without.texts[0].value.any()
    assert held.texts[0].value.max() == 1.0


def test_a_question_that_hits_nothing_in_a_large_context_is_left_out(tmp_path: Path) -> None:
    names = [f"thing{i}" for i in range(40)]
    tables = [{"name": n, "primary_key": [], "columns": [{"name": "id", "type": "text", "pk": False}]} for n in names]
    questions = [
        {
            "id": "q1",
            "db": "wide",
            "question": "Xyzzy plugh?",
            "sql": "SELECT id FROM thing1",
            "gold_tables": ["thing1"],
        },
        {
            "id": "q2",
            "db": "wide",
            "question": "Show thing7",
            "sql": "SELECT id FROM thing7",
            "gold_tables": ["thing7"],
        },
    ]
    schema = {"databases": {"wide": {"tables": tables, "foreign_keys": []}}}
    found = list(read_examples(Source(write_folder(tmp_path / "wide", questions=questions, schema=schema))))
    assert [_gold(example) for example in found] == [frozenset({"wide.thing7"})]


@pytest.mark.parametrize(
    ("share", "kinds"), [(1.0, {"small, with evidence", "small, without evidence"}), (0.0, {"small, without evidence"})]
)
def test_evidence_is_handed_on_as_often_as_is_said(share: float, kinds: set[str], folder: Path) -> None:
    found = list(read_examples(Source(folder, evidence=share)))
    assert {example.kind for example in found} == kinds
    for example in found:
        assert (example.texts[0] is not example.texts[1]) == ("with evidence" in example.kind.split(", ")[1:])


def test_the_seed_fixes_the_order(folder: Path) -> None:
    orders = {seed: [sorted(_gold(one)) for one in read_examples(Source(folder), seed)] for seed in range(4)}
    assert orders[1] == [sorted(_gold(one)) for one in read_examples(Source(folder), 1)]
    assert len({str(order) for order in orders.values()}) > 1


def test_some_questions_and_databases_are_left_out(folder: Path) -> None:
    assert len(list(read_examples(Source(folder, questions=2)))) == 2
    left = list(read_examples(Source(folder, leave_out=frozenset({"library"}))))
    assert [sorted(_gold(example)) for example in left] == [["zoo.animals", "zoo.keepers"]]


def test_the_fold_is_that_of_the_database(folder: Path) -> None:
    for example in read_examples(Source(folder)):
        (database,) = {table.split(".")[0] for table in _gold(example)}
        assert example.fold == fold_of(database) < FOLDS
    assert {fold_of(f"db{i}") for i in range(40)} == set(range(FOLDS))


def test_databases_of_one_fold_share_a_context(tmp_path: Path) -> None:
    names = [f"zoo{i}" for i in range(60) if fold_of(f"zoo{i}") == 0][:3]
    schema = {"databases": {name: SCHEMA["databases"]["zoo"] for name in names}}
    zoo = next(question for question in QUESTIONS if question["id"] == "q3")
    questions = [{**zoo, "id": name, "db": name} for name in names]
    folder = write_folder(tmp_path / "zoos", questions=questions, schema=schema)
    found = list(read_examples(Source(folder, union=2)))
    assert sorted(len(example.graph.tables) for example in found) == [2, 4, 4]
    assert {example.kind for example in found} == {"zoos x2, without evidence"}
    for example in found:
        (database,) = {table.split(".")[0] for table in _gold(example)}
        used = _columns(example)
        # The other database has columns of the same names, which the query does not use.
        assert used is not None
        assert {name.split(".")[0] for name in used} == {database}
        assert isinstance(example.columns, np.ndarray)
        assert example.columns.sum() == 4

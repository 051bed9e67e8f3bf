"""Made-up benchmark folders: the same by seed, valid on a real engine, connected, minimal, and read like any other."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from gtr_core.context.reachability import bits
from gtr_core.evaluation import read_questions
from gtr_core.evaluation.training.examples import FOLDS, Source, fold_of, read_examples
from gtr_core.evaluation.training.made_up import KINDS, kinds_of_deals, kinds_of_flows
from gtr_core.evaluation.training.made_up_schemas import LARGEST, write_made_up

FILES = ("schema.json", "questions.jsonl", "values.jsonl", "descriptions.json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made") / "made_up"
    write_made_up(place, 40, 25, 5)
    return place


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def questions(folder: Path) -> list[dict[str, Any]]:
    return _lines(folder / "questions.jsonl")


@pytest.fixture(scope="module")
def databases(folder: Path) -> dict[str, dict[str, Any]]:
    return json.loads((folder / "schema.json").read_text(encoding="utf-8"))["databases"]


def test_the_seed_decides_everything(tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("again", 3), ("other", 4)):
        write_made_up(tmp_path / name, 4, 6, seed)
    texts = {
        name: [(tmp_path / name / file).read_text(encoding="utf-8") for file in FILES]
        for name in ("one", "again", "other")
    }
    assert texts["one"] == texts["again"]
    assert all(one != other for one, other in zip(texts["one"][:3], texts["other"][:3], strict=True))


def test_as_many_as_were_asked_for(questions: list[dict[str, Any]], databases: dict[str, dict[str, Any]]) -> None:
    assert len(databases) == 40
    assert len(questions) == 40 * 25
    assert all(8 <= len(database["tables"]) <= LARGEST for database in databases.values())
    assert len({question["id"] for question in questions}) == len(questions)
    assert len({(question["db"], question["question"].lower()) for question in questions}) == len(questions)


def test_every_kind_of_question_and_every_depth(questions: list[dict[str, Any]]) -> None:
    assert {question["difficulty"] for question in questions} == set(KINDS)
    sizes = {len(question["gold_tables"]) for question in questions}
    assert sizes >= {1, 2, 3, 4, 5, 6, 7}
    assert sum(len(question["gold_tables"]) >= 4 for question in questions) > len(questions) / 5


def test_the_queries_run(questions: list[dict[str, Any]], databases: dict[str, dict[str, Any]]) -> None:
    engines = {}
    for name, database in databases.items():
        engines[name] = sqlite3.connect(":memory:")
        for table in database["tables"]:
            columns = ", ".join(f'"{column["name"]}"' for column in table["columns"])
            engines[name].execute(f'CREATE TABLE "{table["name"]}" ({columns})')
    for question in questions:
        engines[question["db"]].execute(question["sql"]).fetchall()
    for engine in engines.values():
        engine.close()


def test_gold_is_what_the_query_reads(questions: list[dict[str, Any]]) -> None:
    for question in questions:
        read = [table.name for table in sqlglot.parse_one(question["sql"], read="sqlite").find_all(exp.Table)]
        assert set(read) == set(question["gold_tables"])
        outer = [name for name in read if read.count(name) > 1]
        if outer and "(SELECT" not in question["sql"]:
            assert question["gold_roles"] == {name: read.count(name) for name in read}


def test_gold_hangs_together_by_declared_keys(
    questions: list[dict[str, Any]], databases: dict[str, dict[str, Any]]
) -> None:
    keys = {
        name: {
            (f"{key['from_table']}.{key['from_column']}", f"{key['to_table']}.{key['to_column']}")
            for key in database["foreign_keys"]
        }
        for name, database in databases.items()
    }
    for question in questions:
        joins = [tuple(pair) for pair in question["gold_joins"]]
        assert set(joins) <= keys[question["db"]]
        reached, grown = {question["gold_tables"][0]}, True
        while grown:
            near = {part.rpartition(".")[0] for pair in joins for part in pair if _touches(pair, reached)}
            grown = not near <= reached
            reached |= near
        assert reached == set(question["gold_tables"])


def _touches(pair: tuple[str, ...], tables: set[str]) -> bool:
    return any(part.rpartition(".")[0] in tables for part in pair)


def _needless(question: dict[str, Any], keys: set[tuple[str, str]]) -> list[str]:
    """Aliases at the end of a query that it could do without: parents of which it tells no more than their key."""
    query = sqlglot.parse_one(question["sql"], read="sqlite")
    tables = {table.alias: table.name for table in query.find_all(exp.Table)}
    degree: Counter[str] = Counter()
    key_of: dict[str, str] = {}
    for join in query.args.get("joins") or []:
        sides = [(column.table, column.name) for column in join.args["on"].find_all(exp.Column)]
        degree.update(alias for alias, _ in sides)
        for (child, column), (parent, key) in (sides, sides[::-1]):
            if (f"{tables[child]}.{column}", f"{tables[parent]}.{key}") in keys:
                key_of[parent] = key
    told: dict[str, set[str]] = defaultdict(set)
    for column in query.find_all(exp.Column):
        if column.find_ancestor(exp.Join) is None:
            told[column.table].add(column.name)
    # Parents without children are counted as rows.
    without = "COUNT(*)" in question["sql"] and "IS NULL" in question["sql"]
    return [alias for alias, key in key_of.items() if degree[alias] == 1 and not told[alias] - {key} and not without]


def test_gold_is_minimal(questions: list[dict[str, Any]], databases: dict[str, dict[str, Any]]) -> None:
    for question in questions:
        keys = {
            (f"{key['from_table']}.{key['from_column']}", f"{key['to_table']}.{key['to_column']}")
            for key in databases[question["db"]]["foreign_keys"]
        }
        assert _needless(question, keys) == [], question


def test_a_deal_begins_where_its_paths_part(questions: list[dict[str, Any]]) -> None:
    """Rows that nobody names are read only where they alone relate what the question is about."""
    kinds = {*kinds_of_deals.KINDS, *kinds_of_flows.KINDS} - {"who never did"}
    # Power grids have verbs that name the fact ("suffered outages").
    asked = [question for question in questions if question["difficulty"] in kinds]
    asked = [question for question in asked if not question["db"].startswith("power_grid")]
    assert len(asked) > 100
    for question in asked:
        query = sqlglot.parse_one(question["sql"], read="sqlite")
        joined = [join.args["on"] for join in query.args["joins"]]
        used = {column.name for column in query.find_all(exp.Column) if column.table == "T1"}
        assert len(used) > 1, question
        assert sum("T1" in {column.table for column in on.find_all(exp.Column)} for on in joined) + _told(query) > 1


def _told(query: exp.Expression) -> int:
    """Whether a column of the first instance is told or counted."""
    told = [column for column in query.find_all(exp.Column) if column.find_ancestor(exp.Join) is None]
    return int(any(column.table == "T1" for column in told))


def test_a_needless_parent_would_be_found() -> None:
    keys = {("loan.reader_id", "reader.id")}
    sql = "SELECT COUNT(*) FROM loan AS T1 JOIN reader AS T2 ON T1.reader_id = T2.id"
    assert _needless({"sql": sql}, keys) == ["T2"]
    assert _needless({"sql": f"{sql} WHERE T2.id = 3"}, keys) == ["T2"]
    assert _needless({"sql": f"{sql} WHERE T2.name = 'Ann'"}, keys) == []


def test_what_is_asked_for_exists(folder: Path, questions: list[dict[str, Any]]) -> None:
    """A text that a query compares with stands among its column's values, where the sample is whole."""
    whole = {
        (row["db"], row["table"], row["column"]): set(row["values"])
        for row in _lines(folder / "values.jsonl")
        if row["n_distinct"] == len(row["values"])
    }
    compared = 0
    for question in questions:
        query = sqlglot.parse_one(question["sql"], read="sqlite")
        tables = {table.alias: table.name for table in query.find_all(exp.Table)}
        for equality in query.find_all(exp.EQ):
            column, value = equality.this, equality.expression
            if isinstance(column, exp.Column) and isinstance(value, exp.Literal) and value.is_string:
                values = whole.get((question["db"], tables[column.table], column.name))
                compared += values is not None
                assert values is None or value.this in values
    assert compared > len(questions) / 3


def test_the_sample_lacks_some_values(folder: Path) -> None:
    rows = _lines(folder / "values.jsonl")
    assert all(row["n_distinct"] >= len(row["values"]) > 0 for row in rows)
    assert 0 < sum(row["n_distinct"] > len(row["values"]) for row in rows) < len(rows) / 2


def test_naming_and_documentation_vary(folder: Path, databases: dict[str, dict[str, Any]]) -> None:
    names = [table["name"] for database in databases.values() for table in database["tables"]]
    assert any(name.isupper() for name in names)
    assert any(name.startswith("dim_") for name in names)
    assert any(name[0].isupper() and not name.isupper() for name in names)
    described = json.loads((folder / "descriptions.json").read_text(encoding="utf-8"))
    with_words = sum(any(columns for columns in tables.values()) for tables in described.values())
    assert 0 < with_words < len(databases)


def test_training_reads_it_like_any_folder(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    write_made_up(folder, 3, 8, 2)
    golds = {question.text: question.gold_tables for question in read_questions(folder)}
    found = list(read_examples(Source(folder)))
    assert len(found) == len(golds) == 24
    read = sorted(sorted(example.graph.tables[i].id for i in bits(example.gold)) for example in found)
    assert read == sorted(sorted(gold or ()) for gold in golds.values())
    # Whatever the query joins or compares is labelled; only a count of all rows names no column.
    assert all(example.columns is not None for example in found)
    assert sum(bool(example.columns is not None and example.columns.any()) for example in found) >= 20


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_any_seed_gives_whole_questions(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("seed")
    write_made_up(folder, 2, 10, seed)
    databases = json.loads((folder / "schema.json").read_text(encoding="utf-8"))["databases"]
    for question in _lines(folder / "questions.jsonl"):
        keys = {
            (f"{key['from_table']}.{key['from_column']}", f"{key['to_table']}.{key['to_column']}")
            for key in databases[question["db"]]["foreign_keys"]
        }
        assert _needless(question, keys) == []
        assert not set("{}$") & set(question["question"])
        assert "None" not in question["question"]
        assert "  " not in question["question"]


def test_a_domain_is_in_one_fold(databases: dict[str, dict[str, Any]]) -> None:
    folds: dict[str, set[int]] = defaultdict(set)
    for name in databases:
        folds[name.rpartition("_")[0]].add(fold_of(name))
    assert len(folds) > 20
    assert all(len(of) == 1 for of in folds.values())
    assert set().union(*folds.values()) == set(range(FOLDS))

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.exceptions import QueryHistoryError
from gtr_core.retrieval.hypergraph import PastQuery, QueryHistory, read_history
from tests.retrieval.walk.graphs import chain, table


def written(folder: Path, *lines: object, name: str = "history.jsonl") -> Path:
    path = folder / name
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def test_tables_and_columns_are_read_from_the_sql(tmp_path: Path):
    sql = "WITH recent AS (SELECT * FROM a WHERE alpha > 1) SELECT r.alpha, c.gamma FROM recent r JOIN c ON r.id = c.id"
    history = read_history(written(tmp_path, {"id": 7, "question": "What?", "sql": sql}))
    assert history.queries == (PastQuery("7", "What?", sql, ("a", "c"), ("alpha", "gamma", "id"), None),) or (
        set(history.queries[0].tables) == {"a", "c"} and set(history.queries[0].columns) == {"alpha", "gamma", "id"}
    )


def test_tables_that_are_given_go_before_the_sql(tmp_path: Path):
    history = read_history(written(tmp_path, {"question": "q", "sql": "SELECT 1 FROM a", "tables": ["c"]}))
    assert history.queries[0].tables == ("c",)
    assert history.queries[0].id == "1"


def test_sql_that_does_not_parse_names_nothing(tmp_path: Path):
    history = read_history(written(tmp_path, {"question": "q", "sql": "SELECT FROM WHERE ((("}))
    assert history.queries[0].tables == ()
    assert list(history.resolved(chain())) == []


def test_a_compressed_history_is_read(tmp_path: Path):
    path = tmp_path / "h.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write('{"question": "q", "tables": ["a"]}\n\n')
    assert len(read_history(path).queries) == 1


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (["{"], "line 1: no JSON"),
        ([{"question": "q"}, {"sql": "SELECT 1"}], "line 2"),
        ([{"question": "q", "tables": "a"}], "line 1"),
    ],
)
def test_a_line_that_is_not_of_the_form_is_refused(tmp_path: Path, lines: list, cause: str):
    with pytest.raises(QueryHistoryError, match=cause) as caught:
        read_history(written(tmp_path, *lines))
    assert caught.value.exit_code == 2


def test_a_history_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(QueryHistoryError, match="cannot be read"):
        read_history(tmp_path / "none.jsonl")


def test_queries_are_found_by_id_by_database_and_by_their_only_name():
    graph = ContextGraph(tables=[table("a", "id"), table("b", "id", hidden=True)])
    history = QueryHistory(
        (
            PastQuery("1", "by id", tables=("a",)),
            PastQuery("2", "by name", tables=("A",)),
            PastQuery("3", "unknown", tables=("a", "z")),
            PastQuery("4", "hidden", tables=("b",)),
            PastQuery("5", "another database", tables=("A",), db="other"),
            PastQuery("6", "none"),
        )
    )
    assert [(query.id, tables) for query, tables in history.resolved(graph)] == [("1", (0,)), ("2", (0,))]


def test_some_can_be_left_out():
    history = QueryHistory((PastQuery("1", "a"), PastQuery("2", "b")))
    assert [query.id for query in history.without(frozenset({"1"})).queries] == ["2"]

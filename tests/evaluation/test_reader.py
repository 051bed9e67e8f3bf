from __future__ import annotations

import json
from pathlib import Path

import pytest

from gtr_core.evaluation import UNION, BenchmarkFolderError, ReaderOptions, open_benchmark, read_benchmark
from gtr_core.retrieval import RetrievalOptions, retrieve
from tests.evaluation.folders import QUESTIONS, SCHEMA, write_folder
from tests.retrieval.words import WordEncoder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "small")


def test_a_folder_becomes_one_context_a_database(folder: Path):
    with open_benchmark(folder) as benchmark:
        assert benchmark.name == "small"
        assert set(benchmark.contexts) == {"library", "zoo"}
        library = benchmark.contexts["library"].graph
        assert [table.id for table in library.tables] == [
            "library.books", "library.fines", "library.loans", "library.persons",
        ]  # fmt: skip
        assert library.primary_key("library.loans") == ("book_id", "copy_no")
        assert library.profiles["library.books"].row_count == 120
        assert library.table("library.persons").label == "people"
        assert benchmark.names["zoo.animals"] == ("zoo", "animals")
        assert benchmark.context(benchmark.questions[2]).graph.positions.keys() == {"zoo.animals", "zoo.keepers"}


def test_a_composite_key_is_one_edge_and_two_keys_to_one_parent_are_two(folder: Path):
    with open_benchmark(folder) as benchmark:
        edges = [(edge.child, edge.child_columns) for edge in benchmark.contexts["library"].graph.joins]
    assert edges == [
        ("library.books", ("author_id",)),
        ("library.books", ("editor_id",)),
        ("library.fines", ("book_id", "copy_no")),
        ("library.loans", ("book_id",)),
    ]


def test_values_of_text_columns_are_indexed_and_marked_where_there_are_more(folder: Path):
    with open_benchmark(folder) as benchmark:
        species = benchmark.contexts["zoo"].graph.column_profile("zoo.animals", "species")
        title = benchmark.contexts["library"].graph.column_profile("library.books", "title")
        author = benchmark.contexts["library"].graph.column_profile("library.books", "author_id")
        found = benchmark.contexts["zoo"].index.lookup(("lynx",))
    assert (species.values, species.truncated) == (("Lynx", "Otter"), False)
    assert (title.values, title.truncated) == (("Dune",), True)
    assert author.values == ()
    assert [posting.value for posting in found] == ["Lynx"]


def test_each_part_can_be_left_out(folder: Path):
    with open_benchmark(folder, ReaderOptions(values=False, descriptions=False, graph=False)) as benchmark:
        zoo = benchmark.contexts["zoo"]
        assert zoo.index.lookup(("lynx",)) == []
        assert zoo.graph.joins == ()
        assert zoo.graph.column("zoo.animals", "species").description == ""
    with open_benchmark(folder) as benchmark:
        assert benchmark.contexts["zoo"].graph.column("zoo.animals", "species").description == "kind of animal"


def test_official_descriptions_are_used_on_demand_only(folder: Path):
    (folder / "descriptions_official.json").write_text(
        json.dumps({"zoo": {"animals": {"species": "as the benchmark says"}}}), encoding="utf-8"
    )
    with open_benchmark(folder, ReaderOptions(official_descriptions=True)) as benchmark:
        column = benchmark.contexts["zoo"].graph.column("zoo.animals", "species")
    assert column.description == "as the benchmark says"


def test_the_union_is_one_context_over_all_tables(folder: Path):
    with open_benchmark(folder, ReaderOptions(union=True)) as benchmark:
        assert set(benchmark.contexts) == {UNION}
        context = benchmark.context(benchmark.questions[0])
        assert len(context.graph.tables) == 6
        assert context is benchmark.context(benchmark.questions[2])
        assert len(context.graph.joins) == 5


def test_an_encoder_gives_table_embeddings(folder: Path):
    encoder = WordEncoder()
    with open_benchmark(folder, ReaderOptions(encoder=encoder)) as benchmark:
        zoo = benchmark.contexts["zoo"]
        assert zoo.embeddings is not None
        assert zoo.embeddings.shape == (2, encoder.dimensions)
        assert zoo.encoder_name == "words"


def test_only_the_databases_that_are_named_are_read(folder: Path):
    with open_benchmark(folder, ReaderOptions(databases=frozenset({"zoo"}))) as benchmark:
        assert [question.id for question in benchmark.questions] == ["q3", "q5"]
        assert set(benchmark.contexts) == {"zoo"}


def test_questions_are_answered_over_a_context_that_was_read(folder: Path):
    with open_benchmark(folder) as benchmark:
        question = benchmark.questions[0]
        found = retrieve(question.text, benchmark.context(question), RetrievalOptions(semantic=False))
    assert found.tree is not None
    assert set(found.tree.tables) == question.gold_tables


def test_reading_twice_gives_the_same_context(folder: Path, tmp_path: Path):
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    first, second = (read_benchmark(folder, tmp_path / name) for name in ("first", "second"))
    assert first.questions == second.questions
    assert first.contexts["library"].graph.tables == second.contexts["library"].graph.tables
    assert first.contexts["library"].graph.joins == second.contexts["library"].graph.joins


@pytest.mark.parametrize(
    ("break_it", "cause"),
    [
        (lambda folder: (folder / "schema.json").unlink(), "schema.json is missing"),
        (lambda folder: (folder / "questions.jsonl").unlink(), "questions.jsonl is missing"),
        (lambda folder: (folder / "schema.json").write_text("{"), "no JSON"),
        (lambda folder: (folder / "schema.json").write_text("[]"), "a JSON object is expected"),
        (lambda folder: (folder / "schema.json").write_text('{"databases": {}}'), "it holds no databases"),
        (lambda folder: (folder / "schema.json").write_text('{"databases": {"a": {}}}'), "database 'a'"),
        (lambda folder: (folder / "questions.jsonl").write_text('{"db": "zoo"}\n'), "a text 'question' is expected"),
        (lambda folder: (folder / "questions.jsonl").write_text('{"db": "zoo", "question": "a"}\nx'), "line 2"),
        (
            lambda folder: (folder / "questions.jsonl").write_text('{"id": 1, "db": "moon", "question": "a"}\n'),
            "question '1' is put to 'moon'",
        ),
        (lambda folder: (folder / "values.jsonl.gz").write_bytes(b"no gzip"), "cannot be read"),
    ],
)
def test_a_folder_that_is_not_of_the_layout_is_refused(folder: Path, break_it, cause: str):
    break_it(folder)
    with pytest.raises(BenchmarkFolderError) as caught, open_benchmark(folder):
        pass
    assert cause in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(BenchmarkFolderError, match="there is no such folder"), open_benchmark(tmp_path / "nothing"):
        pass


def test_a_folder_without_gold_values_and_descriptions_is_read(tmp_path: Path):
    bare = write_folder(
        tmp_path / "bare",
        questions=[{"db": question["db"], "question": question["question"]} for question in QUESTIONS],
        schema=SCHEMA,
    )
    (bare / "values.jsonl.gz").unlink()
    (bare / "descriptions.json").unlink()
    with open_benchmark(bare) as benchmark:
        assert [question.id for question in benchmark.questions] == ["0", "1", "2", "3", "4"]
        assert not any(question.scored for question in benchmark.questions)


@pytest.mark.parametrize(
    ("name", "tables", "questions"), [("bird_dev_a", 33, 627), ("beaver_nw", 366, 88), ("spider_dev_a", 37, 532)]
)
def test_the_benchmarks_are_read_whole(shared: Path, name: str, tables: int, questions: int):
    with open_benchmark(shared / "bench" / name, ReaderOptions(values=False)) as benchmark:
        assert sum(len(context.graph.tables) for context in benchmark.contexts.values()) == tables
        assert len(benchmark.questions) == questions
        assert all(question.scored for question in benchmark.questions)

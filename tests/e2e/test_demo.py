"""``gtr demo`` as a person runs it: from an empty folder to rows."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).parents[2]
QUESTION = "Which Indian suppliers are shipping the most to China?"
EXPECTED = """
    SELECT s.s_name, SUM(l.l_quantity)
    FROM lineitem l
    JOIN orders o ON l.l_orderkey = o.o_orderkey
    JOIN customer c ON o.o_custkey = c.c_custkey
    JOIN supplier s ON l.l_suppkey = s.s_suppkey
    JOIN nation sn ON s.s_nationkey = sn.n_nationkey
    JOIN nation cn ON c.c_nationkey = cn.n_nationkey
    WHERE sn.n_name = 'INDIA' AND cn.n_name = 'CHINA'
    GROUP BY s.s_name ORDER BY 2 DESC
"""
# The command as the entry point starts it, also where the checkout is not installed.
PROGRAM = (
    "import sys, typer\n"
    "from gtr_core.cli import main as cli\n"
    "from importlib.metadata import EntryPoint\n"
    "point = EntryPoint('demo', 'dagster_project.demo.command:demo', 'gtr.commands')\n"
    "cli.further_commands = lambda: {'demo': point}\n"
    "sys.exit(cli.main())\n"
)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", PROGRAM, "demo", *arguments]


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GTR_", "DBT_", "DAGSTER_"))}
    path = os.pathsep.join(filter(None, [str(ROOT), kept.get("PYTHONPATH")]))
    return {**kept, "PYTHONPATH": path, "DAGSTER_DISABLE_TELEMETRY": "1"}


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), env=environment(), capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict]]:
    """A folder that one run has made, and the document that it printed."""
    folder = tmp_path_factory.mktemp("demo") / "made"
    finished = demo("--dir", str(folder), "--json")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return folder, json.loads(finished.stdout)


def test_the_answer_stands_on_the_right_tree(made: tuple[Path, dict]) -> None:
    _, document = made
    tree = document["tree"]
    assert document["status"] == "resolved"
    assert sorted(node["table"].removeprefix("model.tpch.") for node in tree["nodes"]) == [
        "customer",
        "lineitem",
        "nation",
        "nation",
        "orders",
        "supplier",
    ]
    tables = {node["alias"]: node["table"].removeprefix("model.tpch.") for node in tree["nodes"]}
    assert tables[tree["root"]] == "lineitem"
    below = {join["right"]: join["left"] for join in tree["joins"]}
    of = {tables[below[alias]]: alias for alias, table in tables.items() if table == "nation"}
    assert set(of) == {"supplier", "customer"}
    filters = {(item["node"], tuple(item["values"])) for item in document["spec"]["filters"]}
    assert filters == {(of["supplier"], ("INDIA",)), (of["customer"], ("CHINA",))}
    assert all(join["match_rate"] == 1.0 and join["cardinality"] == "many_to_one" for join in tree["joins"])


def test_the_rows_are_those_of_a_query_written_by_hand(made: tuple[Path, dict]) -> None:
    folder, document = made
    with duckdb.connect(str(folder / "tpch.duckdb"), read_only=True) as connection:
        expected = connection.sql(EXPECTED).fetchall()
    assert expected
    named = [
        (next(cell for cell in row if str(cell).startswith("Supplier#")), [cell for cell in row])
        for row in document["rows"]
    ]
    assert sorted(name for name, _ in named) == sorted(name for name, _ in expected)
    sums = dict(expected)
    ordered = []
    for name, cells in named:
        numbers = [float(cell) for cell in cells if cell != name]
        assert any(number == pytest.approx(float(sums[name])) for number in numbers), (name, cells)
        ordered.append(float(sums[name]))
    assert ordered == sorted(ordered, reverse=True)


def test_a_second_run_reuses_what_is_there_and_shows_the_answer(made: tuple[Path, dict]) -> None:
    folder, document = made
    warehouse = (folder / "tpch.duckdb").stat()
    manifest = (folder / "target" / "manifest.json").stat()
    finished = demo("--dir", str(folder))
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert QUESTION in finished.stdout
    assert "lineitem\n" in finished.stdout
    assert "SELECT" in finished.stdout
    assert document["rows"][0][0] in finished.stdout
    assert (folder / "tpch.duckdb").stat().st_mtime_ns == warehouse.st_mtime_ns
    assert (folder / "target" / "manifest.json").stat().st_mtime_ns == manifest.st_mtime_ns
    again = json.loads(demo("--dir", str(folder), "--json").stdout)
    assert again["snapshot"]["id"] == document["snapshot"]["id"]
    assert again["rows"] == document["rows"]


def test_another_question_is_asked_over_the_same_folder(made: tuple[Path, dict]) -> None:
    folder, _ = made
    finished = demo("--dir", str(folder), "--question", "Number of suppliers per region", "--json")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    document = json.loads(finished.stdout)
    assert document["tables"] == ["model.tpch.nation", "model.tpch.region", "model.tpch.supplier"]


def test_a_folder_that_a_kill_left_half_made_is_gone_on_with(tmp_path: Path) -> None:
    """Killed three times at moments of chance, each later on average, then let alone."""
    folder = tmp_path / "killed"
    chance = random.Random(20240105)
    for attempt in range(3):
        process = subprocess.Popen(
            command("--dir", str(folder), "--json"),
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(timeout=chance.uniform(0.5, 3.0) * (attempt + 1))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    finished = demo("--dir", str(folder), "--json")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert len(json.loads(finished.stdout)["rows"]) > 0
    left = {path.name for path in folder.iterdir()}
    assert not {".rows", "tpch.duckdb.partial", ".gtr_demo.json.next"} & left


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--scale", "nan"], 2, "scale factor"),
        (["--scale", "0.001"], 2, "scale factor"),
        (["--dir", "{tmp}/full"], 2, "not a demo"),
        (["--dir", "{tmp}/file"], 2, "not a folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], code: int, said: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("mine")
    (tmp_path / "file").write_text("")
    finished = demo(*[argument.format(tmp=tmp_path) for argument in arguments])
    assert finished.returncode == code
    assert said in finished.stderr
    assert "Traceback" not in finished.stderr
    assert finished.stdout == ""

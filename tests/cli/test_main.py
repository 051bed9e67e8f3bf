from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from gtr_core.cli import main as main_module
from gtr_core.cli.commands import COMMANDS
from gtr_core.cli.main import main

GTR = "import sys; from gtr_core.cli.main import main; sys.exit(main(sys.argv[1:]))"
HEAVY = {"duckdb", "sqlglot", "numpy", "pyarrow", "networkx", "onnxruntime", "dagster", "dbt", "snowflake", "torch"}


def test_the_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if f" {name} " not in shown] == []


def test_the_help_imports_nothing_heavy():
    code = (
        "import sys; from gtr_core.cli.main import main; main(['--help']); "
        "print('\\n' + ' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert HEAVY & set(shown.splitlines()[-1].split()) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_of_its_own(name: str, capsys):
    assert main([name, "--help"]) == 0
    assert "Usage: gtr " + name in capsys.readouterr().out


def test_an_unknown_command_is_wrong_usage_and_the_near_one_named(capsys):
    assert main(["retreive", "x"]) == 2
    assert "retrieve" in capsys.readouterr().err


def test_an_unknown_flag_is_wrong_usage():
    assert main(["status", "--nosuch"]) == 2


def test_errors_go_to_stderr_with_their_remedy_and_exit_code(capsys):
    assert main(["schema", "nosuch"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "There is no schema 'nosuch'" in captured.err
    assert "retrieval" in captured.err


def test_a_schema_is_one_json_document(capsys):
    assert main(["schema", "tree"]) == 0
    assert json.loads(capsys.readouterr().out)["type"] == "object"


def test_a_further_command_is_run(monkeypatch, capsys):
    point = EntryPoint("greet", "tests.cli.greeting:greet", "gtr.commands")
    monkeypatch.setattr(main_module, "further_commands", lambda: {"greet": point})
    assert main(["greet", "--name", "you"]) == 0
    assert capsys.readouterr().out == "hello you\n"
    assert main(["--help"]) == 0
    assert "Greets somebody." in capsys.readouterr().out


def test_a_further_command_that_cannot_be_imported_says_so_and_hurts_no_other(monkeypatch, capsys):
    point = EntryPoint("broken", "tests.cli.nosuch:command", "gtr.commands")
    monkeypatch.setattr(main_module, "further_commands", lambda: {"broken": point})
    assert main(["broken"]) == 1
    assert "tests.cli.nosuch" in capsys.readouterr().err
    assert main(["--help"]) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["schema"], ["schema", "tree"]])
def test_output_that_cannot_be_written_is_said(arguments: list[str]):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", GTR, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "The output cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_sees_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-c", GTR, "schema", "answer"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()

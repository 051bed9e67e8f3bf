"""What people get wrong: each case has its message and exit code, and changes nothing."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from gtr_core.cli.main import main
from tests.build.shop import make_shop


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def broken_manifest(folder: Path) -> None:
    (folder / "target" / "manifest.json").write_text("{ not json")


def no_metadata(folder: Path) -> None:
    (folder / "target" / "manifest.json").write_text(json.dumps({"nodes": {}}))


def no_manifest(folder: Path) -> None:
    (folder / "target" / "manifest.json").unlink()


def no_warehouse(folder: Path) -> None:
    (folder / "shop.duckdb").unlink()


def no_database(folder: Path) -> None:
    (folder / "shop.duckdb").write_text("this is no database")


def no_profile(folder: Path) -> None:
    (folder / "profiles.yml").write_text("other: {}\n")


def unknown_setting(folder: Path) -> None:
    (folder / "gtr.yml").write_text("thread: 3\n")


@pytest.mark.parametrize(
    ("break_it", "code", "words"),
    [
        (broken_manifest, {2}, "manifest"),
        (no_metadata, {2}, "metadata"),
        (no_manifest, {2}, "manifest.json"),
        (no_warehouse, {2}, "shop.duckdb"),
        (no_database, {2}, "shop.duckdb"),
        (no_profile, {2}, "shop"),
        (unknown_setting, {2}, "Did you mean threads"),
    ],
)
def test_a_build_from_what_is_broken(tmp_path: Path, capsys, break_it, code: set[int], words: str):
    make_shop(tmp_path)
    where = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]
    assert main(["build", *where, "--quiet"]) == 0
    break_it(tmp_path)
    before = contents(tmp_path)
    capsys.readouterr()
    assert main(["build", *where, "--json"]) in code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert "Traceback" not in captured.err
    assert contents(tmp_path) == before


@pytest.mark.parametrize("command", ["retrieve", "ask", "ground", "explain"])
@pytest.mark.parametrize(
    ("question", "words"), [("", "empty"), ("   ?!", "empty"), ("x" * 100_000, "100,000 characters; at most 10,000")]
)
def test_questions_that_cannot_be_read(shop: Path, capsys, command: str, question: str, words: str):
    assert main([command, question, "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err


@pytest.mark.parametrize(
    "question",
    [
        "customers in India'; DROP TABLE country; --",
        'orders of "India" OR 1=1; delete from orders',
        "count orders where status = 'paid' /* */ union select * from country",
        "orders \x00 \x1b[31m of India",
        "orders of \ud83d customers",
        "注文 customers India",
    ],
)
def test_questions_that_carry_sql_or_control_characters_harm_nothing(shop: Path, capsys, question: str):
    before = contents(shop)
    code = main(["ask", question, "--run", "--json"])
    assert code in {0, 1, 3, 4}
    document = json.loads(capsys.readouterr().out)
    if document["sql"] is not None:
        assert ";" not in document["sql"].replace("'", "")
        for word in ("drop ", "delete ", "union "):
            assert word not in document["sql"].lower()
    assert contents(shop) == before


def test_a_missing_store_says_what_to_run(tmp_path: Path, capsys):
    assert main(["retrieve", "orders", "--snapshot-dir", str(tmp_path / "none")]) == 2
    assert "gtr build" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["ask", "orders", "--today", "soon"], ["ask", "orders", "--limit", "0"]])
def test_flags_that_cannot_be(shop: Path, capsys, arguments: list[str]):
    assert main(arguments) == 2
    assert capsys.readouterr().err

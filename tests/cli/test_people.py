"""What commands show to people, who get the same facts as programs do."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from gtr_core.cli import build_progress
from gtr_core.cli.build_progress import shown_progress
from gtr_core.cli.main import main
from tests.build.shop import make_shop


def test_show_says_all_that_is_known_of_a_table(shop: Path, capsys):
    assert main(["show", "customer"]) == 0
    shown = capsys.readouterr().out
    assert '"shop"."main"."Customer", model, 50 rows' in shown
    assert "The customer table." in shown
    assert "Primary key: id" in shown
    assert "(personal)" in shown
    assert "example.org" not in shown
    assert "relationships_test" in shown


def test_tables_are_listed_with_their_rows(shop: Path, capsys):
    assert main(["tables"]) == 0
    orders = next(line for line in capsys.readouterr().out.splitlines() if "model.shop.orders" in line)
    assert orders.split()[1:4] == ["1000", "5", "1"]


def test_joins_are_listed_as_measured(shop: Path, capsys):
    assert main(["joins"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if "model.shop.orders" in line)
    assert line.split()[-4:] == ["many_to_one", "0.91", "0.09", "relationships_test"]


def test_dbt_check_lists_tables_joins_and_numbers(shop: Path, capsys):
    assert main(["dbt", "check"]) == 0
    shown = capsys.readouterr().out
    assert '"shop"."main"."orders"' in shown
    assert "1 keys, 0 metrics" in shown


def test_ground_lists_what_was_found_and_what_was_not(shop: Path, capsys):
    assert main(["ground", "Indian customers with zzyzx"]) == 0
    shown = capsys.readouterr().out
    assert "Not explained: zzyzx" in shown
    assert "india" in shown


def test_retrieve_draws_the_tree(shop: Path, capsys):
    assert main(["retrieve", "How many orders of customers in India?"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("resolved (confidence ")
    assert lines[1] == "orders"
    assert lines[2].casefold().startswith("└─ customer ")
    assert "customer_id = id" in lines[2]
    assert "0.91 match, 0.09 orphans" in lines[2]
    assert lines[3].startswith("   └─ country")


def test_ask_says_what_is_lost(shop: Path, capsys):
    assert main(["ask", "How many orders of customers in India?", "--run"]) == 0
    captured = capsys.readouterr()
    assert "1 row\n" in captured.out
    assert "row_loss (reported)" in captured.err
    assert main(["ask", "How many orders of customers in India?", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_ask_of_what_is_unresolved_gives_the_reason(shop: Path, capsys):
    assert main(["ask", "zzyzx qwrtp", "--run"]) == 4
    assert capsys.readouterr().out.startswith("unresolved (confidence 0.00): ")


def test_compile_writes_sql(shop: Path, capsys, tmp_path: Path):
    (tmp_path / "tree.json").write_text(
        '{"root": "o", "nodes": [{"alias": "o", "table": "model.shop.orders"}], "joins": []}'
    )
    (tmp_path / "spec.json").write_text(
        '{"measures": [{"name": "paid", "aggregate": "sum", "node": "o", "column": "amount"}]}'
    )
    files = ["--tree", str(tmp_path / "tree.json"), "--spec", str(tmp_path / "spec.json")]
    assert main(["compile", *files, "--dialect", "postgres"]) == 0
    shown = capsys.readouterr().out
    assert "SUM(" in shown
    assert "paid" in shown


def test_a_build_reports_its_counts_and_failures(tmp_path: Path, capsys):
    make_shop(tmp_path, missing=("ghost",))
    assert main(["build", "--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]) == 5
    captured = capsys.readouterr()
    assert "Failed: model.shop.ghost: not_in_warehouse" in captured.out
    assert "profiled tables" in captured.out
    assert captured.err == "Done in part: 1 failed.\n"
    assert main(["status", "--project-dir", str(tmp_path)]) == 0
    assert "Failed: model.shop.ghost" in capsys.readouterr().out


def test_schemas_are_listed(capsys):
    assert main(["schema"]) == 0
    assert {"tree", "spec", "answer"} <= set(capsys.readouterr().out.split())


def test_progress_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch):
    written = io.StringIO()
    monkeypatch.setattr(
        build_progress, "Console", lambda stderr: Console(file=written, force_terminal=True, width=100, stderr=stderr)
    )
    with shown_progress(quiet=False) as progress:
        progress.step("profiling tables", 2)
        progress.advance("[red]orders\x1b]2;title\x07")
        progress.note("Without table embeddings.")
        progress.step("publishing")
    assert "profiling tables" in written.getvalue()
    assert "\x1b]2;" not in written.getvalue()
    assert "Without table embeddings." in written.getvalue()


def test_elsewhere_only_notes_are_written(capsys):
    for quiet in (False, True):
        with shown_progress(quiet=quiet) as progress:
            progress.step("profiling tables", 2)
            progress.advance("orders")
            progress.note("Without table embeddings.")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "Without table embeddings.\n"

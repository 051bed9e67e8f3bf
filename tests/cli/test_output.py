from __future__ import annotations

import json

import pytest

from gtr_core.cli.output import plain, show_table, show_text, write_json


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("tab\tand\nline", "tab\tand\nline"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("東京 é", "東京 é"),
        ("half \ud83d", "half \\ud83d"),
    ],
)
def test_a_terminal_does_not_obey_what_it_is_shown(text: str, shown: str):
    assert plain(text) == shown


@pytest.mark.parametrize("text", ["東京", "half \ud83d", 'quote " and \x1b'])
def test_json_comes_back_as_it_was(text: str, capsysbinary):
    write_json({"text": text})
    assert json.loads(capsysbinary.readouterr().out) == {"text": text}


def test_markup_in_data_is_shown_and_not_obeyed(capsys):
    show_text("[bold]x[/bold]")
    show_table(["[red]a"], [["[/red]"], [None], [1.5]])
    shown = capsys.readouterr().out
    assert "[bold]x[/bold]" in shown
    assert "[red]a" in shown
    assert "[/red]" in shown


def test_a_long_row_is_whole_where_no_terminal_is(capsys):
    show_table(["a", "b"], [["x" * 300, "end"]])
    assert any("x" * 300 in line and line.rstrip().endswith("end") for line in capsys.readouterr().out.splitlines())

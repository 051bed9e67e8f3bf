"""What commands write: one JSON document, or text and tables for people; notices go to stderr."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer

__all__ = ["notice", "plain", "show_table", "show_text", "write_json"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def write_json(document: object) -> None:
    """Write one JSON document to stdout, in UTF-8 whatever the terminal's encoding."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, which UTF-8 cannot carry but an escape can
        data = json.dumps(document, indent=2, allow_nan=False).encode("ascii")
    typer.echo(data)


def notice(text: str, *, quiet: bool = False) -> None:
    """A sentence for the user on stderr."""
    if not quiet:
        typer.echo(plain(text), err=True)


def plain(value: object) -> str:
    """Text that a terminal shows and does not obey: control characters are written as escapes.

    >>> plain("a" + chr(7) + "b") == "a" + chr(92) + "x07b"
    True
    """
    text = str(value).encode("utf-8", "backslashreplace").decode("utf-8")
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def show_text(text: object = "", style: str | None = None) -> None:
    """Lines for people on stdout, never cut and never wrapped, in colour on a terminal only."""
    from rich.console import Console
    from rich.text import Text

    lines = "\n".join(plain(line) for line in str(text).split("\n"))
    Console(soft_wrap=True, highlight=False).print(Text(lines, style=style or ""))


def show_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Iterable[int] = ()) -> None:
    """A table for people on stdout; the columns whose positions are in ``right`` are set flush right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    flush_right = set(right)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for i, name in enumerate(columns):
        table.add_column(Text(plain(name)), justify="right" if i in flush_right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if value is None else plain(value)) for value in row))
    if sys.stdout.isatty():
        Console(highlight=False).print(table)
        return
    # Into a pipe or a file the table is as wide as it must be: nothing is folded, and no line ends in blanks.
    console = Console(highlight=False, width=10_000)
    with console.capture() as captured:
        console.print(table)
    typer.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))

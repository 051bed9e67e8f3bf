"""The entry point of ``gtr``: finds the command, imports it alone, turns errors into exit codes."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import typer

from gtr_core.cli.commands import COMMANDS, further_commands
from gtr_core.cli.exceptions import BrokenCommandError, OutputError
from gtr_core.errors import GtrError

__all__ = ["main"]

_OUTPUT_REFUSED = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_HELP = """Guided Table Retrieval: from a question in plain language to the exact tables, their join tree and the SQL.

Every command takes --json: then stdout carries one JSON document and nothing else.

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the question is ambiguous, 4 it is unresolved,
5 done in part."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``gtr`` with those arguments (None: the process's own) and return its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _app(arguments)(arguments, prog_name="gtr")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except GtrError as error:
        _complain(error)
        return error.exit_code
    except OSError as error:
        # What parts of the library meet they raise as errors of their own; what is left is our own output.
        if error.errno not in _OUTPUT_REFUSED:
            raise
        _complain(OutputError(error.strerror or str(error)))
        return OutputError.exit_code
    return 0


def _app(arguments: Sequence[str]) -> typer.Typer:
    app = typer.Typer(
        help=_HELP,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_shared)
    called = arguments[0] if arguments else None
    if called in COMMANDS:
        _add(app, called, import_module(COMMANDS[called].module))
        return app
    further = further_commands()
    if called in further:
        _add(app, called, _load(further[called]))
        return app
    for name, command in COMMANDS.items():
        app.command(name, help=command.help)(_not_called)
    for name, point in further.items():
        try:
            _add(app, name, _load(point))
        except BrokenCommandError as error:
            app.command(name, help=error.problem)(_not_called)
    return app


def _load(point: EntryPoint) -> Any:  # noqa: ANN401 - a typer app or a function
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise BrokenCommandError(point.name, point.value, str(error)) from error


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("guided-table-retrieval"))
        raise typer.Exit


def _shared(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    pass


def _not_called() -> None:
    raise AssertionError("a command that was named is imported before it is called")


def _add(app: typer.Typer, name: str, found: Any) -> None:  # noqa: ANN401 - a module, a typer app or a function
    target: typer.Typer | Callable[..., None] = getattr(found, "app", None) or getattr(found, "command", None) or found
    if isinstance(target, typer.Typer):
        app.add_typer(target, name=name)
    else:
        app.command(name)(target)


def _complain(error: GtrError) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble(("Error: ", "bold red"), error.problem))
    if error.remedy is not None:
        console.print(Text(error.remedy))

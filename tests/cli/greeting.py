"""A command such as another package could add."""

from __future__ import annotations

import typer


def greet(name: str = typer.Option("world")) -> None:
    """Greets somebody."""
    typer.echo(f"hello {name}")

"""``gtr schema``: the JSON schemas of GTR's forms."""

from __future__ import annotations

from typing import Annotated

import typer

from gtr_core.cli.options import Json
from gtr_core.cli.output import show_text, write_json
from gtr_core.schemas.library import load_schema, schema_names

__all__ = ["command"]


def command(
    name: Annotated[str | None, typer.Argument(help="Name of the form; none: list them.", show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """Print the JSON schema of one of GTR's forms."""
    if name is not None:
        write_json(load_schema(name))
    elif as_json:
        write_json({"schemas": list(schema_names())})
    else:
        show_text("\n".join(schema_names()))

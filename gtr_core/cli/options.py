"""The flags that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

__all__ = [
    "Dialect",
    "History",
    "Json",
    "MethodName",
    "Profile",
    "ProfilesDir",
    "ProjectDir",
    "Question",
    "Quiet",
    "SnapshotDir",
    "Target",
]

Question: TypeAlias = Annotated[str, typer.Argument(help="The question, in plain language.", show_default=False)]
SnapshotDir: TypeAlias = Annotated[
    str | None,
    typer.Option(help="The snapshot store (default: .gtr in the project's folder).", show_default=False),
]
ProjectDir: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Folder of dbt_project.yml and gtr.yml (default: here or above).", show_default=False),
]
ProfilesDir: TypeAlias = Annotated[
    Path | None, typer.Option(help="Folder of profiles.yml (default: as dbt looks for it).", show_default=False)
]
Profile: TypeAlias = Annotated[str | None, typer.Option(help="The dbt profile to use.", show_default=False)]
Target: TypeAlias = Annotated[str | None, typer.Option(help="The target of the profile.", show_default=False)]
Dialect: TypeAlias = Annotated[
    str | None, typer.Option(help="The SQL dialect to write (default: the warehouse's).", show_default=False)
]
Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout, nothing else.", show_default=False)
]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress and no notices on stderr.", show_default=False)
]
MethodName: TypeAlias = Annotated[
    str, typer.Option("--method", help="guided, joingr, joingr-heuristic, csr-rag or dense.", show_default=False)
]
History: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="Past questions with their SQL, as JSON lines, for csr-rag (question, sql or tables).", show_default=False
    ),
]

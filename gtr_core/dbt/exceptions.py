"""What can go wrong while dbt's files are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gtr_core.errors import ConfigurationError, GtrError

__all__ = [
    "ArtifactFormatError",
    "ArtifactNotFoundError",
    "DbtError",
    "MetaError",
    "MetaProblem",
    "ProfileError",
    "ProjectError",
    "SelectionError",
]


class DbtError(GtrError):
    """A file that dbt wrote, or that a project holds for dbt, cannot be used."""


class ArtifactNotFoundError(DbtError, ConfigurationError):
    """An artifact is missing or cannot be opened.

    Attributes:
        path: Where it was looked for.
        kind: manifest, catalog or semantic manifest.
    """

    exit_code = 2

    def __init__(self, path: Path, kind: str, reason: str = "there is no such file") -> None:
        self.path = path
        self.kind = kind
        command = {"catalog": "dbt docs generate"}.get(kind, "dbt parse")
        super().__init__(
            f"The dbt {kind} {path} cannot be read: {reason}.",
            f"Run `{command}` in the project, or name the file with --{kind.split()[-1]}.",
        )


class ArtifactFormatError(DbtError, ConfigurationError):
    """A file is not the artifact that it should be.

    Attributes:
        path: The file.
        kind: manifest, catalog or semantic manifest.
        reason: What is wrong with it.
    """

    exit_code = 2

    def __init__(self, path: Path, kind: str, reason: str) -> None:
        self.path = path
        self.kind = kind
        self.reason = reason
        command = {"catalog": "dbt docs generate"}.get(kind, "dbt parse")
        super().__init__(f"{path} is not a dbt {kind}: {reason}.", f"Write it anew with `{command}`.")


@dataclass(frozen=True, slots=True)
class MetaProblem:
    """One thing that is wrong under ``meta.gtr``.

    Attributes:
        file: The YAML file, relative to the project.
        node: unique_id of the node.
        where: Which ``meta.gtr`` (that of the node, or of a column) and the place within it.
        text: What is wrong.
    """

    file: str
    node: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}: {self.node}, {self.where}: {self.text}"


class MetaError(DbtError, ConfigurationError):
    """``meta.gtr`` of one or more nodes does not follow its JSON schema.

    Attributes:
        problems: All that is wrong, in the order of the manifest.
    """

    exit_code = 2

    def __init__(self, problems: tuple[MetaProblem, ...]) -> None:
        self.problems = problems
        listed = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(
            f"meta.gtr is not valid in {len(problems)} place{'s' if len(problems) > 1 else ''}:\n{listed}\n",
            "`gtr schema meta_gtr` prints what it may hold.",
        )


class ProjectError(DbtError, ConfigurationError):
    """No usable dbt project stands in the folder.

    Attributes:
        path: The folder, or its ``dbt_project.yml``.
    """

    exit_code = 2

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        super().__init__(
            f"{path} is not a dbt project: {reason}.", "Name the folder of dbt_project.yml with --project-dir."
        )


class ProfileError(DbtError, ConfigurationError):
    """Credentials cannot be read from profiles.yml. The message never holds a value from it.

    Attributes:
        path: The profiles.yml, or the folder where it was looked for.
        known: Names that could have been meant, if that is the trouble.
    """

    exit_code = 2

    def __init__(self, path: Path, problem: str, known: tuple[str, ...] = (), remedy: str | None = None) -> None:
        self.path = path
        self.known = known
        listed = f" It has: {', '.join(known)}." if known else ""
        super().__init__(f"{path}: {problem}.{listed}", remedy)


class SelectionError(DbtError, ConfigurationError):
    """A node selection is not one that can be read.

    Attributes:
        selection: The part that is wrong.
        known: What could stand in its place.
    """

    exit_code = 2

    def __init__(self, selection: str, problem: str, known: tuple[str, ...] = ()) -> None:
        self.selection = selection
        self.known = known
        listed = f" Known are {', '.join(known)}." if known else ""
        super().__init__(f"The selection {selection!r} cannot be read: {problem}.{listed}")

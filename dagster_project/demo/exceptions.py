"""Errors of the demo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gtr_core.errors import ConfigurationError, GtrError

__all__ = [
    "ContextBuildError",
    "DbtRunError",
    "DemoFolderBusyError",
    "DemoFolderError",
    "DemoStepError",
    "DemoWriteError",
    "MissingExtraError",
    "NoSpaceError",
    "RowGenerationError",
]


class MissingExtraError(ConfigurationError):
    """Packages of the extra ``[demo]`` are not installed.

    Attributes:
        packages: The distributions that are missing.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = tuple(packages)
        super().__init__(
            f"The demo needs packages that are not installed: {', '.join(packages)}.",
            "Install them with: pip install 'guided-table-retrieval[demo]'",
        )


class DemoFolderError(ConfigurationError):
    """The folder holds something else than a demo.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: Path, problem: str) -> None:
        self.folder = folder
        super().__init__(f"{folder} {problem}.", "Give another folder with --dir.")


class DemoFolderBusyError(GtrError):
    """Another process makes the demo in the same folder, or what a killed one had started has not ended yet."""

    transient = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        super().__init__(
            f"Another `gtr demo`, or a program that one has started, is at work in {folder}.",
            "Try again when it has ended, or give another folder with --dir.",
        )


class NoSpaceError(GtrError):
    """The disk has no room for the demo's rows.

    Attributes:
        needed: Bytes that the demo is estimated to need; None where the disk filled up under way.
        free: Bytes that are free.
    """

    def __init__(self, folder: Path, free: int, needed: int | None = None) -> None:
        self.folder = folder
        self.free = free
        self.needed = needed
        wanted = "" if needed is None else f", and the demo needs about {_megabytes(needed)}"
        super().__init__(
            f"The disk of {folder} has {_megabytes(free)} free{wanted}.",
            "Free some, or give a smaller --scale or another folder with --dir.",
        )


class DemoStepError(GtrError):
    """A program that the demo starts failed.

    Attributes:
        output: The end of what it printed.
    """

    def __init__(self, step: str, output: str, remedy: str) -> None:
        self.output = output
        said = f"\n{output.strip()}" if output.strip() else ""
        super().__init__(f"{step} failed.{said}", remedy)


class RowGenerationError(DemoStepError):
    """The rows could not be generated or loaded."""

    def __init__(self, output: str) -> None:
        super().__init__("Generating the rows", output, "Run `gtr demo` again: it goes on where it stopped.")


class DbtRunError(DemoStepError):
    """dbt failed on the demo project.

    Attributes:
        arguments: dbt's arguments.
    """

    def __init__(self, arguments: Sequence[str], output: str, folder: Path) -> None:
        self.arguments = tuple(arguments)
        super().__init__(
            f"dbt {' '.join(arguments)}",
            output,
            f"If you changed the models in {folder}, mend them; or remove the folder and run `gtr demo` again.",
        )


class ContextBuildError(DemoStepError):
    """The assets could not be materialised."""

    def __init__(self, output: str) -> None:
        super().__init__("Building the context", output, "The former context, if there was one, is still current.")


class DemoWriteError(GtrError):
    """A file of the demo cannot be written."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        super().__init__(f"The demo cannot write into {folder}: {reason}.", "Give a folder of yours with --dir.")


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.0f} MB"

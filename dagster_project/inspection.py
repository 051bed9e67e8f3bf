"""Looking at a snapshot that is written and not yet published, and refusing it."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from dagster_project.options import CheckBounds
from dagster_project.snapshot_checks import golden_questions, nothing_personal
from gtr_core.context.snapshot import Snapshot

__all__ = ["Inspection", "Refused"]


class Refused(Exception):  # noqa: N818 - it is an outcome, not an error
    """A check that blocks has failed, so the snapshot is not published."""


class Inspection:
    """Runs the checks of a written snapshot; called with it by the store.

    Attributes:
        results: The outcomes, also of those that refused.
    """

    def __init__(self, project_dir: Path, bounds: CheckBounds) -> None:
        self.results: list[dg.AssetCheckResult] = []
        self._project_dir = project_dir
        self._bounds = bounds

    def __call__(self, snapshot: Snapshot) -> None:
        """Run them.

        Raises:
            Refused: One that blocks has failed.
            ConfigurationError: The file of golden questions is none.
        """
        personal = nothing_personal(snapshot)
        golden = golden_questions(snapshot, self._project_dir, self._bounds)
        self.results = [personal, golden]
        if not personal.passed:
            raise Refused(personal.description)
        if self._bounds.golden_blocks and not golden.passed:
            raise Refused(f"Golden questions: {golden.description}")

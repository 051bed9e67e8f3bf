"""GTR as a component for users of ``dg``: ``type: dagster_project.component.GtrComponent`` in a defs.yaml."""

# No `from __future__ import annotations` here: Dagster reads the annotations of the attributes as objects.

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import dagster as dg

from dagster_project.deployment import build_gtr_definitions
from dagster_project.options import CheckBounds

__all__ = ["GtrComponent"]


class GtrComponent(dg.Component, dg.Model, dg.Resolvable):
    """Keeps the context of a dbt project fresh: assets, checks, a job, a schedule and a sensor.

    Attributes are those of ``build_gtr_definitions``, relative folders starting at the working folder.
    """

    project_dir: str | None = None
    snapshot_dir: str | None = None
    manifest: str | None = None
    connection: dict[str, Any] | None = None
    profiles_dir: str | None = None
    profile: str | None = None
    target: str | None = None
    encoder: str | None = None
    keep: int | None = None
    threads: int | None = None
    dbt_dependencies: bool = False
    group: str = "gtr"
    owners: Sequence[str] = ()
    cron: str | None = None
    time_zone: str | None = None
    automation: bool = False
    fresh_for_hours: float | None = 36.0
    retries: int = 2
    orphan_rate: float = 0.05
    golden_questions: str = "golden_questions.yml"
    golden_share: float = 1.0
    golden_blocks: bool = False

    def build_defs(self, context: dg.ComponentLoadContext) -> dg.Definitions:
        """The definitions."""
        own = {"fresh_for_hours", "orphan_rate", "golden_questions", "golden_share", "golden_blocks"}
        return build_gtr_definitions(
            **self.model_dump(exclude=own),
            fresh_for=None if self.fresh_for_hours is None else timedelta(hours=self.fresh_for_hours),
            checks=CheckBounds(
                orphan_rate=self.orphan_rate,
                golden_questions=self.golden_questions,
                golden_share=self.golden_share,
                golden_blocks=self.golden_blocks,
            ),
        )

"""What a team may choose when it adds GTR to its Dagster deployment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import dagster as dg

__all__ = [
    "CRON_VARIABLE",
    "TIME_ZONE_VARIABLE",
    "WAREHOUSE_POOL",
    "CheckBounds",
    "Options",
    "code_version",
    "cron_of",
    "time_zone_of",
]

WAREHOUSE_POOL: Final = "gtr_warehouse"
"""The concurrency pool of all steps that open a warehouse connection; its limit is set on the Dagster instance."""

CRON_VARIABLE: Final = "GTR_CRON"
TIME_ZONE_VARIABLE: Final = "GTR_TIME_ZONE"


@dataclass(frozen=True, slots=True)
class CheckBounds:
    """When checks fail.

    Attributes:
        orphan_rate: Share of a declared join's child rows with a key that may find no parent.
        golden_questions: YAML file of questions and the tables that answer them, relative to the project; where
            there is none the check passes and says so.
        golden_share: Share of the golden questions that must be answered by exactly their tables.
        golden_blocks: Whether a snapshot that falls short of it is not published.
    """

    orphan_rate: float = 0.05
    golden_questions: str = "golden_questions.yml"
    golden_share: float = 1.0
    golden_blocks: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What stands in the definitions themselves and cannot be changed by a run.

    Attributes:
        group: Asset group.
        owners: Owners of all assets, as Dagster writes them: addresses, or ``team:name``.
        upstream: Asset keys of the dbt nodes from which profiles are made.
        cron: Of the nightly schedule.
        time_zone: In which the schedule's hours are meant.
        automation: Whether assets carry automation conditions, for teams that prefer those to schedules.
        fresh_for: Age past which the snapshot counts as stale; None: never.
        retries: Times that a step is begun anew after an error that may pass.
        retry_wait_s: Seconds before the first of these, doubled before each further one.
        checks: When checks fail.
    """

    group: str = "gtr"
    owners: Sequence[str] = ()
    upstream: Sequence[dg.AssetKey] = ()
    cron: str = "0 5 * * *"
    time_zone: str = "UTC"
    automation: bool = False
    fresh_for: timedelta | None = timedelta(hours=36)
    retries: int = 2
    retry_wait_s: float = 30.0
    checks: CheckBounds = field(default_factory=CheckBounds)

    def described(self) -> dict[str, Any]:
        """What every asset of ours says of itself."""
        return {
            "group_name": self.group,
            "owners": list(self.owners),
            "code_version": code_version(),
        }


def code_version() -> str:
    """Version of what makes the assets: GTR's, and the profiler's own."""
    from gtr_core.profiling.settings import PROFILER_VERSION

    try:
        own = version("guided-table-retrieval")
    except PackageNotFoundError:  # run from a source tree that is not installed
        own = "unknown"
    return f"{own}.{PROFILER_VERSION}"


def cron_of(given: str | None, environment: Mapping[str, str] | None = None) -> str:
    """The schedule's cron expression: as given, else ``GTR_CRON``, else five in the morning."""
    environment = os.environ if environment is None else environment
    return given or environment.get(CRON_VARIABLE) or "0 5 * * *"


def time_zone_of(given: str | None, environment: Mapping[str, str] | None = None) -> str:
    """The schedule's time zone: as given, else ``GTR_TIME_ZONE``, else UTC."""
    environment = os.environ if environment is None else environment
    return given or environment.get(TIME_ZONE_VARIABLE) or "UTC"

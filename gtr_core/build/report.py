"""What a build did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gtr_core.context.snapshot_info import FailedTable

__all__ = ["BuildReport"]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of a build that published a snapshot.

    Attributes:
        counts: Numbers of what the snapshot holds.
        failed: Tables that could not be taken in or measured, with the reason.
        left_out: Numbers of the project's nodes that did not become tables, by reason.
        seconds: Wall-clock seconds by step.
        pruned: Ids of the old snapshots that were removed.
        unchanged: How many tables keep a former build's profile, since they did not change.
        outside_selection: How many tables stay as the former snapshot has them, since they were not selected.
    """

    snapshot_id: str
    counts: Mapping[str, int]
    failed: tuple[FailedTable, ...]
    left_out: Mapping[str, int]
    warnings: tuple[str, ...]
    seconds: Mapping[str, float]
    pruned: tuple[str, ...] = ()
    unchanged: int = 0
    outside_selection: int = 0

    @property
    def failed_by_reason(self) -> dict[str, int]:
        """How many failed, by reason."""
        reasons: dict[str, int] = {}
        for failure in self.failed:
            reasons[failure.reason] = reasons.get(failure.reason, 0) + 1
        return dict(sorted(reasons.items()))

    @property
    def exit_code(self) -> int:
        """0 where all was done, 5 where some tables failed."""
        return 5 if self.failed else 0

    def to_json(self) -> dict[str, Any]:
        """The form of ``gtr build --json``."""
        return {
            "snapshot": self.snapshot_id,
            "counts": dict(self.counts),
            "failed": [
                {"table": failure.table, "reason": failure.reason, "text": failure.text} for failure in self.failed
            ],
            "failed_by_reason": self.failed_by_reason,
            "left_out": dict(self.left_out),
            "warnings": list(self.warnings),
            "seconds": {step: round(seconds, 3) for step, seconds in self.seconds.items()},
            "pruned": list(self.pruned),
            "unchanged": self.unchanged,
            "outside_selection": self.outside_selection,
        }

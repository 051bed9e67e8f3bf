"""Verdicts: what the compiler or the reading of the question has to say besides the SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Action", "Verdict", "VerdictKind"]

VerdictKind = Literal["fan_out", "chasm", "row_loss", "not_understood"]
Action = Literal["aggregated", "refused", "reported"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One finding, for the user.

    Attributes:
        where: What it is about: an alias, a join as ``left -> right``, a measure's name, or words of the
            question.
        action: aggregated (compiled away), refused (no SQL for it) or reported (SQL stands, beware).
        text: One sentence.
    """

    kind: VerdictKind
    where: str
    action: Action
    text: str

    def to_json(self) -> dict[str, str]:
        """The form of answers."""
        return {"kind": self.kind, "where": self.where, "action": self.action, "text": self.text}

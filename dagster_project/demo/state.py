"""What a demo's folder says of itself, so that a later run knows what can be reused."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["MARKER_FILE", "DemoState", "read_state", "write_state"]

MARKER_FILE = ".gtr_demo.json"

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class DemoState:
    """How far the folder has come. A step is noted once it is complete, so that a kill leaves it undone.

    Attributes:
        shipped: Fingerprint of the project as it was shipped when it was copied; empty until then.
        scale: Scale factor of the rows that are loaded; None until then.
        built: Fingerprint of the project and its rows when dbt built them; empty until then.
        context: Fingerprint of what the published context was made from and by; empty until then.
    """

    shipped: str = ""
    scale: float | None = None
    built: str = ""
    context: str = ""


def read_state(folder: Path) -> DemoState | None:
    """The folder's state; None where it has none, an empty one where it cannot be read or is of another format."""
    try:
        loaded = json.loads((folder / MARKER_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (UnicodeDecodeError, ValueError):
        return DemoState()
    if not isinstance(loaded, dict) or loaded.pop("format", None) != _FORMAT:
        return DemoState()
    try:
        return DemoState(**loaded)
    except TypeError:
        return DemoState()


def write_state(folder: Path, state: DemoState) -> None:
    """Write the folder's state in one atomic step."""
    following = folder / f"{MARKER_FILE}.next"
    following.write_text(json.dumps({"format": _FORMAT, **asdict(state)}, indent=2) + "\n", encoding="utf-8")
    following.replace(folder / MARKER_FILE)

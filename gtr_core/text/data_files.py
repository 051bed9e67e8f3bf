"""The data files of this package."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["json_data", "lines"]


@cache
def json_data(name: str) -> Any:  # noqa: ANN401
    """The contents of a JSON file."""
    return json.loads((files("gtr_core.text") / "data" / name).read_text(encoding="utf-8"))


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of a text file."""
    return tuple((files("gtr_core.text") / "data" / name).read_text(encoding="utf-8").splitlines())

"""Durations as people write them."""

from __future__ import annotations

import re

__all__ = ["parse_duration"]

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")


def parse_duration(text: str) -> float | None:
    """Seconds of a duration such as ``90s``, ``30m``, ``24h``, ``7d``, ``2w``; None where it is none.

    >>> parse_duration("24h")
    86400.0
    """
    match = _DURATION.fullmatch(text.strip().lower())
    return float(match[1]) * _UNITS[match[2]] if match else None

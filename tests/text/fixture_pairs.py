"""Reading fixture files: one pair a line, ``left => right``; lines that begin with # say what they hold."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "fixtures"


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    read = [line.split(" => ") for line in lines if line and not line.startswith("# ")]
    assert all(len(pair) == 2 for pair in read), [pair for pair in read if len(pair) != 2]
    return [(left, right) for left, right in read]

"""Fixture files: a title, an input, an expected output, again and again.

A line that begins with ``# `` opens a pair; ``key: text`` lines follow, continued by indented lines.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "fixtures"


def pairs(folder: str) -> list[tuple[str, dict[str, str]]]:
    """All pairs of a folder's files: ``<file>: <title>`` and the fields."""
    found: list[tuple[str, dict[str, str]]] = []
    for file in sorted((FOLDER / folder).glob("*.txt")):
        key = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                found.append((f"{file.stem}: {line[2:]}", {}))
            elif line.startswith((" ", "\t")) and key:
                found[-1][1][key] += " " + line.strip()
            elif line.strip():
                key, _, text = line.partition(":")
                found[-1][1][key] = text.strip()
    return found


def comparable(rows: list[tuple[object, ...]], *, ordered: bool) -> list[tuple[object, ...]]:
    """Rows with numbers rounded, sorted where order says nothing."""
    rounded = [tuple(_comparable(value) for value in row) for row in rows]
    return rounded if ordered else sorted(rounded, key=repr)


def _comparable(value: object) -> object:
    try:
        return round(float(value), 6)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value)

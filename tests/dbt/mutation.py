"""Mutations of JSON documents: what truncated, hand-edited or foreign artifacts look like."""

from __future__ import annotations

import json
import random
from typing import Any

__all__ = ["mutated"]

_STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "x", "{{ ref('a') }}", "source('a')", "a.b.c", '"', "\u0000", "é",
    [], {}, [None], [[]], {"": None}, {"a": {"b": []}}, [1, "x", None, {}], ["a", "b"], "references x(a, b)",
)  # fmt: skip


def mutated(document: dict[str, Any], draw: random.Random) -> bytes:
    """The document with one to six things changed, or its text damaged."""
    changed = document
    for _ in range(draw.randint(1, 6)):
        changed = _changed(changed, draw, 0)
    data = json.dumps(changed).encode()
    kind = draw.random()
    if kind < 0.08:
        return data[: draw.randrange(len(data))]
    if kind < 0.16:
        position = draw.randrange(len(data))
        return data[:position] + bytes([draw.randrange(256)]) + data[position + 1 :]
    return data


def _changed(value: Any, draw: random.Random, depth: int) -> Any:
    """A copy along one random path, mostly a deep one, with something else at its end."""
    if draw.random() < (0.02, 0.02, 0.1, 0.3, 0.3)[min(depth, 4)]:
        return draw.choice(_STRANGE)
    if isinstance(value, dict) and value:
        key = _key(value, draw, depth)
        copied = dict(value)
        kind = draw.random()
        if kind < 0.05:
            del copied[key]
        elif kind < 0.08 and depth:
            copied[draw.choice(["", "x", "model.a.b", "columns"])] = copied.pop(key)
        else:
            copied[key] = _changed(value[key], draw, depth + 1)
        return copied
    if isinstance(value, list) and value:
        index = draw.randrange(len(value))
        listed = list(value)
        listed[index] = _changed(value[index], draw, depth + 1)
        return listed
    return draw.choice(_STRANGE)


def _key(value: dict[str, Any], draw: random.Random, depth: int) -> str:
    """Any key; of a whole artifact mostly one that holds much, for what matters stands deep within."""
    keys = list(value)
    if depth:
        return draw.choice(keys)
    sizes = [1 + len(value[key]) ** 0.5 if isinstance(value[key], dict | list) else 1 for key in keys]
    return draw.choices(keys, sizes)[0]

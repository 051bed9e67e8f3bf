"""Fields of a query specification's JSON form, checked as they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from gtr_core.compiler.exceptions import SpecFormError

__all__ = ["choice_of", "each_of", "object_at", "optional_text", "text_of"]

Part = TypeVar("Part")


def object_at(
    value: object, path: str, *, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """The object, whose fields are all known and of which none is missing.

    Raises:
        SpecFormError: It is not; the error names where.
    """
    if not isinstance(value, Mapping):
        raise SpecFormError(path, "an object is expected")
    known = required + optional
    for field in value:
        if field not in known:
            raise SpecFormError(path, f"the field {field!r} is unknown", f"Known fields: {', '.join(known)}.")
    for field in required:
        if field not in value:
            raise SpecFormError(path, f"the field {field!r} is missing")
    return value


def each_of(
    fields: Mapping[str, Any], name: str, read: Callable[[object, str], Part], path: str = ""
) -> tuple[Part, ...]:
    """The items of a list, each read; an absent list is empty.

    Raises:
        SpecFormError: It is not; the error names where.
    """
    where = f"{path}.{name}" if path else name
    value = fields.get(name, [])
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise SpecFormError(where, "a list is expected")
    return tuple(read(item, f"{where}[{position}]") for position, item in enumerate(value))


def text_of(fields: Mapping[str, Any], name: str, path: str) -> str:
    """A field that is a text and not empty.

    Raises:
        SpecFormError: It is not; the error names where.
    """
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise SpecFormError(f"{path}.{name}", "a text is expected")
    return value


def optional_text(fields: Mapping[str, Any], name: str, path: str) -> str | None:
    """A field that is a text, or null, or absent.

    Raises:
        SpecFormError: It is not; the error names where.
    """
    return None if fields.get(name) is None else text_of(fields, name, path)


def choice_of(fields: Mapping[str, Any], name: str, path: str, known: tuple[str, ...]) -> str:
    """A field that is one of the words that are known.

    Raises:
        SpecFormError: It is not; the error names where.
    """
    value = fields.get(name)
    if value not in known:
        raise SpecFormError(f"{path}.{name}", f"{value!r} is not known", f"Known: {', '.join(known)}.")
    return str(value)

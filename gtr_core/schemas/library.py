"""The JSON schemas that ship with the package."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from gtr_core.schemas.exceptions import UnknownSchemaError

__all__ = ["load_schema", "schema_names"]

_SUFFIX = ".schema.json"


def schema_names() -> tuple[str, ...]:
    """Names of all schemas, sorted."""
    folder = files("gtr_core.schemas")
    return tuple(sorted(file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)))


def load_schema(name: str) -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of that form, with the schemas that it refers to among its ``$defs``.

    Raises:
        UnknownSchemaError: There is none of that name.
    """
    names = schema_names()
    if name not in names:
        raise UnknownSchemaError(name, names)
    schema = _read(name)
    definitions: dict[str, Any] = schema.pop("$defs", {})
    for other in names:
        if _refers(schema, f"{other}{_SUFFIX}"):
            included = _read(other)
            definitions |= included.pop("$defs", {})
            definitions[other] = {key: value for key, value in included.items() if key != "$schema"}
    local: dict[str, Any] = _with_local_references(schema)
    return local | {"$defs": definitions} if definitions else local


def _read(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((files("gtr_core.schemas") / f"{name}{_SUFFIX}").read_text(encoding="utf-8"))
    return schema


def _refers(part: Any, file: str) -> bool:  # noqa: ANN401 - JSON
    if isinstance(part, dict):
        return part.get("$ref") == file or any(_refers(value, file) for value in part.values())
    return isinstance(part, list) and any(_refers(item, file) for item in part)


def _with_local_references(part: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(part, dict):
        reference = part.get("$ref", "")
        if reference.endswith(_SUFFIX):
            return {"$ref": f"#/$defs/{reference.removesuffix(_SUFFIX)}"}
        return {key: _with_local_references(value) for key, value in part.items()}
    return [_with_local_references(item) for item in part] if isinstance(part, list) else part

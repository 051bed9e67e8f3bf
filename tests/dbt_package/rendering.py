"""The package's macros rendered for any warehouse without a connection, by dbt's rules for dispatch and return."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
from jinja2.ext import do, loopcontrols

__all__ = ["ADAPTERS", "FakeRelation", "Package", "package_for"]

MACROS = Path(__file__).parents[2] / "dbt_package" / "macros"

# Adapters from which one takes what it has not itself, and its names of types.
ADAPTERS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "duckdb": (("duckdb",), {}),
    "postgres": (("postgres",), {"string": "text", "float": "double precision"}),
    "snowflake": (("snowflake",), {"string": "text", "float": "float"}),
    "bigquery": (("bigquery",), {"string": "string", "float": "float64", "int": "int64", "bigint": "int64"}),
    "redshift": (("redshift", "postgres"), {"string": "varchar", "float": "float"}),
    "databricks": (("databricks", "spark"), {"string": "string", "float": "float"}),
}


@cache
def package_for(adapter: str, rows: int = 10) -> Package:
    """The package for an adapter, compiled once; tables are said to hold that many rows."""
    return Package(adapter, rows)


class _Return(Exception):  # noqa: N818
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass
class FakeRelation:
    """A relation that is said to exist."""

    identifier: str
    adapter: str
    is_view: bool = False
    database: str = "db"
    schema: str = "main"

    def __str__(self) -> str:
        quote = "`" if self.adapter in ("bigquery", "databricks") else '"'
        return ".".join(f"{quote}{part}{quote}" for part in (self.database, self.schema, self.identifier))


class Package:
    """All macros of the package for one adapter; ``package.name(...)`` gives what one returns or writes."""

    def __init__(self, adapter: str, rows: int = 10, **variables: Any) -> None:
        self.adapter = adapter
        self.prefixes, types = ADAPTERS[adapter]
        self._macros: dict[str, Callable[..., Any]] = {}
        environment = jinja2.Environment(extensions=[do, loopcontrols], undefined=jinja2.StrictUndefined)
        environment.globals.update(self._surroundings(types, rows, variables))
        for path in sorted(MACROS.rglob("*.sql")):
            source = re.sub(r"{%(-?) test (\w+)\(", r"{%\1 macro test_\2(", path.read_text())
            source = source.replace("endtest", "endmacro")
            module = environment.from_string(source).make_module()
            self._macros |= {name: value for name, value in vars(module).items() if not name.startswith("_")}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._macros:
            raise AttributeError(name)

        def call(*arguments: Any, **named: Any) -> Any:
            try:
                return str(self._macros[name](*arguments, **named))
            except _Return as returned:
                return returned.value

        return call

    def _surroundings(self, types: dict[str, str], rows: int, variables: dict[str, Any]) -> dict[str, Any]:
        def returned(value: Any) -> None:
            raise _Return(value)

        def refused(message: str) -> None:
            raise ValueError(message)

        quote = "`" if self.adapter in ("bigquery", "databricks") else '"'
        named = {
            "string": "varchar",
            "int": "integer",
            "bigint": "bigint",
            "boolean": "boolean",
            "float": "float",
        } | types
        result = SimpleNamespace(columns=[SimpleNamespace(values=lambda: [rows])])
        return {
            "return": returned,
            "gtr": self,
            "adapter": SimpleNamespace(
                quote=lambda name: f"{quote}{name}{quote}", dispatch=lambda name, package: self._dispatched(name)
            ),
            "dbt": SimpleNamespace(
                **{f"type_{kind}": lambda text=text: text for kind, text in named.items()},
                string_literal=lambda text: f"'{text}'",
            ),
            "var": lambda name, default=None: variables.get(name, default),
            "exceptions": SimpleNamespace(raise_compiler_error=refused, warn=lambda text: None),
            "modules": SimpleNamespace(
                re=re,
                datetime=SimpleNamespace(datetime=datetime, timedelta=timedelta),
                pytz=SimpleNamespace(utc=UTC),
            ),
            "local_md5": lambda text: hashlib.md5(text.encode()).hexdigest(),
            "config": lambda **settings: "",
            "run_query": lambda statement: result,
            "execute": True,
            "none": None,
        }

    def _dispatched(self, name: str) -> Callable[..., Any]:
        for prefix in (*self.prefixes, "default"):
            if f"{prefix}__{name}" in self._macros:
                return getattr(self, f"{prefix}__{name}")
        raise AttributeError(name)

"""Connection profiles: credentials and target from profiles.yml, found and rendered as dbt does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gtr_core.dbt.exceptions import ProfileError
from gtr_core.dbt.project import find_project
from gtr_core.dbt.rendering import RenderingError, read_yaml, render_all

__all__ = ["ConnectionProfile", "Settings", "explicit_profile", "find_profiles_file", "load_profile"]

_DATABASE_KEYS = ("database", "dbname", "catalog", "project")
_SCHEMA_KEYS = ("schema", "dataset")
# Other names that adapters take for the same setting.
_ALIASES = {"pass": "password", "db": "database", "server": "host", "uid": "user", "pwd": "password"}
_REMOTE_DUCKDB = (
    ":memory:",
    "md:",
    "motherduck:",
    "s3:",
    "gs:",
    "gcs:",
    "az:",
    "http:",
    "https:",
    "ducklake:",
    "postgres:",
)


class Settings(Mapping[str, object]):
    """Settings of a connection; its repr shows names and never values."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> object:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Settings({', '.join(sorted(self._values))})"


@dataclass(frozen=True, slots=True)
class ConnectionProfile:
    """How to reach a warehouse.

    Attributes:
        adapter: dbt's adapter type: duckdb, snowflake, postgres, ...
        name: The profile's name.
        target: The output within it.
        database: The default database; of a DuckDB file, the name of its catalog.
        settings: All settings of the output, secrets among them: its repr hides their values.
    """

    adapter: str
    name: str
    target: str
    database: str | None
    schema: str | None
    settings: Mapping[str, object] = field(repr=False)


def load_profile(
    project_dir: Path,
    profiles_dir: Path | None = None,
    profile: str | None = None,
    target: str | None = None,
    *,
    environment: Mapping[str, str] | None = None,
) -> ConnectionProfile:
    """Reads the connection that dbt would use.

    The profile's name is the argument, else ``DBT_PROFILE``, else the project's; the target is the argument, else
    ``DBT_TARGET``, else the profile's ``target``, else ``default``. Only the chosen output is rendered.

    Args:
        project_dir: Folder of the dbt project.
        profiles_dir: Folder of profiles.yml; see ``find_profiles_file`` for where it is looked for otherwise.
        profile: Name of the profile.
        target: Name of the output.
        environment: Environment variables; those of the process where left out.

    Raises:
        ProjectError: The profile's name is not given and there is no usable project.
        ProfileError: There is no usable profiles.yml, profile, or target, or a variable is not set.
    """
    environment = os.environ if environment is None else environment
    root = project_dir.expanduser().absolute()
    name = profile or environment.get("DBT_PROFILE")
    if not name:
        project = find_project(root, environment)
        root, name = project.root, project.profile
    path = find_profiles_file(root, profiles_dir, environment)
    if not name:
        raise ProfileError(path, "the project names no profile", remedy="Name one with --profile.")
    try:
        said = read_yaml(path)
        found = _profile(path, said, name)
        chosen = _target(found, target or environment.get("DBT_TARGET"), environment)
        output = _output(path, found, name, chosen)
        settings = {str(key): render_all(value, environment, str(key)) for key, value in output.items()}
    except RenderingError as error:
        raise ProfileError(path, error.problem) from None
    return _connection(path, name, chosen, settings, root)


def explicit_profile(
    output: Mapping[str, object], project_dir: Path, environment: Mapping[str, str] | None = None
) -> ConnectionProfile:
    """The connection that an output of profiles.yml would be, without the file; ``env_var`` is rendered.

    Raises:
        ProfileError: It names no type, or a variable that is not set.
    """
    environment = os.environ if environment is None else environment
    root = project_dir.expanduser().absolute()
    try:
        settings = {str(key): render_all(value, environment, str(key)) for key, value in output.items()}
    except RenderingError as error:
        raise ProfileError(root, error.problem) from None
    return _connection(root, "(explicit)", "(explicit)", settings, root)


def find_profiles_file(project_dir: Path, profiles_dir: Path | None, environment: Mapping[str, str]) -> Path:
    """profiles.yml in the folder given, else ``DBT_PROFILES_DIR``, the working folder, the project, or ``~/.dbt``.

    Raises:
        ProfileError: There is none; a folder that is given is the only one looked in.
    """
    given = profiles_dir or environment.get("DBT_PROFILES_DIR") or environment.get("DBT_ENGINE_PROFILES_DIR")
    folders = [Path(given).expanduser()] if given else [Path.cwd(), project_dir, Path.home() / ".dbt"]
    for folder in folders:
        path = folder / "profiles.yml"
        if path.is_file():
            return path
    looked = ", ".join(str(folder) for folder in dict.fromkeys(folders))
    raise ProfileError(
        folders[0] / "profiles.yml",
        f"there is no profiles.yml (looked in {looked})",
        remedy="Name its folder with --profiles-dir.",
    )


def _profile(path: Path, said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = said.get(name)
    if name in said and not isinstance(found, dict):
        raise ProfileError(
            path, f"the profile {name!r} is no mapping", remedy="It takes `target`, and under `outputs` a mapping each."
        )
    if not isinstance(found, dict):
        known = tuple(str(key) for key in said if key != "config")
        raise ProfileError(path, f"there is no profile {name!r}", known, "Name one with --profile.")
    return found


def _target(found: Mapping[str, Any], wanted: str | None, environment: Mapping[str, str]) -> str:
    target = wanted or render_all(found.get("target"), environment, "target") or "default"
    return str(target)


def _output(path: Path, found: Mapping[str, Any], name: str, target: str) -> Mapping[str, Any]:
    outputs = found.get("outputs")
    known = tuple(str(key) for key in outputs) if isinstance(outputs, dict) else ()
    output = outputs.get(target) if isinstance(outputs, dict) else None
    if not isinstance(output, dict):
        raise ProfileError(path, f"the profile {name!r} has no output {target!r}", known, "Name one with --target.")
    return output


def _connection(path: Path, name: str, target: str, settings: dict[str, object], root: Path) -> ConnectionProfile:
    for alias, key in _ALIASES.items():
        if alias in settings and key not in settings:
            settings[key] = settings[alias]
    adapter = settings.get("type")
    if not isinstance(adapter, str) or not adapter:
        raise ProfileError(path, f"the output {target!r} of the profile {name!r} names no type")
    database = _first(settings, _DATABASE_KEYS)
    if adapter == "duckdb":
        settings["path"] = _duckdb_path(settings.get("path"), root)
        database = _first(settings, ("database",)) or _duckdb_database(str(settings["path"]))
        settings.setdefault("schema", "main")
    return ConnectionProfile(
        adapter.lower(), name, target, database, _first(settings, _SCHEMA_KEYS), Settings(settings)
    )


def _duckdb_path(stated: object, root: Path) -> str:
    """Relative paths start at the project, from where dbt runs."""
    path = stated if isinstance(stated, str) and stated else ":memory:"
    if path.lower().startswith(_REMOTE_DUCKDB):
        return path
    return str(root / Path(path).expanduser())


def _duckdb_database(path: str) -> str:
    if path == ":memory:":
        return "memory"
    name = path.split("?", 1)[0].rstrip("/").rsplit("/", 1)[-1]
    return name.split(":", 1)[-1].split(".", 1)[0] if ":" in name else Path(name).stem


def _first(settings: Mapping[str, object], keys: tuple[str, ...]) -> str | None:
    return next((str(settings[key]) for key in keys if settings.get(key) not in (None, "")), None)

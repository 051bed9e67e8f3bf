"""Settings: from flags, then environment variables ``GTR_…``, then ``gtr.yml``, then defaults."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast

from gtr_core.build.duration import parse_duration
from gtr_core.build.exceptions import InvalidSettingError, UnknownSettingError
from gtr_core.errors import ConfigurationError

__all__ = ["KNOWN_SETTINGS", "SETTINGS_FILE", "BuildSettings", "KeptValues", "build_settings", "read_settings"]

SETTINGS_FILE = "gtr.yml"

KeptValues = Literal["none", "codes", "all"]
Adjudicator = Literal["never", "endpoint", "cortex"]


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """What a build needs to know.

    Attributes:
        project_dir: Folder of dbt_project.yml and gtr.yml.
        snapshot_dir: The snapshot store: a folder, or an fsspec address such as ``s3://…``.
        profiles_dir, profile, target: Where to find the warehouse, as for dbt; None: as dbt would.
        manifest, catalog, semantic_manifest: dbt's artifacts; None: those in the project's target folder.
        select: dbt node selections of what the context holds; empty: everything.
        refresh: dbt node selections of what of it is built anew, the rest staying as the last snapshot has it; empty:
            everything.
        values: Which values are kept: none, codes (codes, categories, names of things), or all but personal.
        sample_rows: Rows of a table that are profiled.
        threads: Tables that are profiled at a time.
        encoder: The embedding model; None: the default one; ``none``: no embeddings.
        keep: Snapshots that stay in the store.
        max_age_s: Age in seconds past which answers carry a warning; None: never.
        full_refresh: Profile and measure everything anew, whatever former builds know.
        profile_max_age_s: Seconds for which the profile of an unchanged table holds; None: for ever.
        profile_budget_s: Seconds after which no further table is profiled; None: no limit.
        queries: A folder of ``.sql`` files that people run, from which joins are mined.
        from_package: Whether to read what the dbt package has profiled, and no table of the project.
        infer_joins: Whether to look for joins that nobody declared.
        infer_budget_s: Seconds after which no further table is read for that; None: no limit.
        mine_models: Whether joins are mined from the compiled SQL of dbt's models, too.
        query_history_s: Seconds back to which joins are mined from Snowflake's query history; None: not at all.
        llm: Whether a language model decides what the score of inferred joins leaves open: never, an endpoint that
            speaks the OpenAI form, or cortex in the warehouse.
    """

    project_dir: Path
    snapshot_dir: Path | str
    profiles_dir: Path | None = None
    profile: str | None = None
    target: str | None = None
    manifest: Path | None = None
    catalog: Path | None = None
    semantic_manifest: Path | None = None
    select: tuple[str, ...] = ()
    refresh: tuple[str, ...] = ()
    values: KeptValues = "codes"
    sample_rows: int = 100_000
    threads: int = 2
    encoder: str | None = None
    keep: int = 5
    max_age_s: float | None = None
    full_refresh: bool = False
    profile_max_age_s: float | None = None
    profile_budget_s: float | None = None
    infer_joins: bool = True
    from_package: bool = False
    queries: Path | None = None
    infer_budget_s: float | None = None
    mine_models: bool = False
    query_history_s: float | None = None
    llm: Adjudicator = "never"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _path(value: object) -> Path | None:
    if isinstance(value, Path):
        return value
    return Path(value).expanduser() if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...] | None:
    """A list of texts; from one text, its words, as dbt's own ``--select`` reads it."""
    if isinstance(value, str):
        return tuple(value.split()) or None
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _place(value: object) -> Path | str | None:
    return value if isinstance(value, str) and "://" in value else _path(value)


def _positive(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        number = int(value)
    except ValueError:
        return None
    return number if number > 0 else None


def _switch(value: object) -> str | None:
    """``on`` or ``off``: a setting that was parsed is a text, since None and False mean that none was given."""
    folded = str(value).strip().casefold()
    return {
        "true": "on",
        "on": "on",
        "yes": "on",
        "1": "on",
        "false": "off",
        "off": "off",
        "no": "off",
        "0": "off",
    }.get(folded)


def _values(value: object) -> str | None:
    return value if value in ("none", "codes", "all") else None  # type: ignore[return-value]


def _adjudicator(value: object) -> str | None:
    return value if value in ("never", "endpoint", "cortex") else None  # type: ignore[return-value]


def _duration(value: object) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    return parse_duration(value) if isinstance(value, str) else None


_PARSERS: Final[Mapping[str, tuple[Callable[[object], object | None], str]]] = {
    "snapshot_dir": (_place, "a folder, or an address such as s3://bucket/folder"),
    "profiles_dir": (_path, "a folder"),
    "profile": (_text, "the name of a profile"),
    "target": (_text, "the name of a target"),
    "manifest": (_path, "a file"),
    "catalog": (_path, "a file"),
    "semantic_manifest": (_path, "a file"),
    "select": (_texts, "dbt node selections"),
    "values": (_values, "none, codes or all"),
    "sample_rows": (_positive, "a whole number above 0"),
    "threads": (_positive, "a whole number above 0"),
    "encoder": (_text, "the name of an embedding model, or none"),
    "queries": (_path, "a folder"),
    "infer_joins": (_switch, "true or false"),
    "from_package": (_switch, "true or false"),
    "infer_budget": (_duration, "a duration such as 90s, 30m, 2h"),
    "mine_models": (_switch, "true or false"),
    "query_history": (_duration, "a duration such as 24h, 7d"),
    "llm": (_adjudicator, "never, endpoint or cortex"),
    "keep": (_positive, "a whole number above 0"),
    "max_age": (_duration, "a duration such as 90s, 30m, 24h, 7d"),
    "profile_max_age": (_duration, "a duration such as 90s, 30m, 24h, 7d"),
    "profile_budget": (_duration, "a duration such as 90s, 30m, 2h"),
    "dialect": (_text, "the name of a SQL dialect"),
    "limit": (_positive, "a whole number above 0"),
}
KNOWN_SETTINGS: Final = tuple(_PARSERS)
_SHORT_FLAGS: Final = {"profile_max_age": "max-age", "profile_budget": "budget"}


def read_settings(
    project_dir: Path, flags: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None
) -> dict[str, object]:
    """All settings that were given, by name, checked; flags of None count as not given.

    Relative paths in gtr.yml are relative to the project's folder, all others to the working folder.

    Raises:
        UnknownSettingError: gtr.yml has keys that GTR does not know.
        InvalidSettingError: A setting has a value that it cannot have.
        ConfigurationError: gtr.yml cannot be read.
    """
    environment = os.environ if environment is None else environment
    given: dict[str, object] = {}
    for key, raw in _settings_file(project_dir).items():
        value = _parse(key, raw, SETTINGS_FILE)
        given[key] = project_dir / value if isinstance(value, Path) else value
    for key in _PARSERS:
        name = f"GTR_{key.upper()}"
        if environment.get(name):
            given[key] = _parse(key, environment[name], f"environment variable {name}")
    for key, raw in (flags or {}).items():
        if raw is not None:
            given[key] = _parse(key, raw, f"--{_SHORT_FLAGS.get(key, key.replace('_', '-'))}")
    return given


def build_settings(project_dir: Path, given: Mapping[str, object]) -> BuildSettings:
    """The settings of a build, from those that ``read_settings`` found, with defaults for the rest."""
    return BuildSettings(
        project_dir=project_dir,
        snapshot_dir=cast("Path | str", given.get("snapshot_dir") or project_dir / ".gtr"),
        profiles_dir=cast("Path | None", given.get("profiles_dir")),
        profile=cast("str | None", given.get("profile")),
        target=cast("str | None", given.get("target")),
        manifest=cast("Path | None", given.get("manifest")),
        catalog=cast("Path | None", given.get("catalog")),
        semantic_manifest=cast("Path | None", given.get("semantic_manifest")),
        select=cast("tuple[str, ...]", given.get("select") or ()),
        values=cast(KeptValues, given.get("values") or "codes"),
        sample_rows=cast(int, given.get("sample_rows") or 100_000),
        threads=cast(int, given.get("threads") or 2),
        encoder=cast("str | None", given.get("encoder")),
        keep=cast(int, given.get("keep") or 5),
        queries=cast("Path | None", given.get("queries")),
        infer_joins=given.get("infer_joins") != "off",
        from_package=given.get("from_package") == "on",
        infer_budget_s=cast("float | None", given.get("infer_budget")),
        mine_models=given.get("mine_models") == "on",
        query_history_s=cast("float | None", given.get("query_history")),
        llm=cast("Adjudicator", given.get("llm") or "never"),
        max_age_s=cast("float | None", given.get("max_age")),
        profile_max_age_s=cast("float | None", given.get("profile_max_age")),
        profile_budget_s=cast("float | None", given.get("profile_budget")),
    )


def _parse(key: str, raw: object, where: str) -> object:
    parser, allowed = _PARSERS[key]
    value = parser(raw)
    if value is None:
        raise InvalidSettingError(key, raw, where, allowed)
    return value


def _settings_file(project_dir: Path) -> dict[str, object]:
    path = project_dir / SETTINGS_FILE
    if not path.is_file():
        return {}
    import yaml

    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}.", "Mend or remove it.") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigurationError(f"{path} holds no mapping of settings.", f"Known are: {', '.join(KNOWN_SETTINGS)}.")
    unknown = [str(key) for key in loaded if key not in _PARSERS]
    if unknown:
        raise UnknownSettingError(str(path), unknown, KNOWN_SETTINGS)
    return {str(key): value for key, value in loaded.items() if value is not None}

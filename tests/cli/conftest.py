from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gtr_core.cli.main import main
from gtr_core.schemas.library import load_schema
from tests.build.shop import make_shop


@pytest.fixture(scope="session")
def built_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project, built once; its tests only read it."""
    folder = make_shop(tmp_path_factory.mktemp("built"))
    assert main(["build", "--project-dir", str(folder), "--profiles-dir", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def shop(built_shop: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder is the built project's."""
    for name in ("GTR_PROJECT_DIR", "GTR_SNAPSHOT_DIR", "DBT_PROFILES_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(built_shop)
    return built_shop


@pytest.fixture
def run_json(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    """Run a command with ``--json``: its exit code and its document, checked against the schema named."""

    def run(schema: str, *arguments: str) -> tuple[int, Any]:
        capsys.readouterr()
        code = main([*arguments, "--json"])
        document = json.loads(capsys.readouterr().out)
        jsonschema.validate(document, load_schema(schema))
        return code, document

    return run

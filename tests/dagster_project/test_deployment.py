from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from dagster_project.component import GtrComponent
from dagster_project.deployment import build_gtr_definitions
from dagster_project.keys import CATALOG, CONTEXT, MANIFEST, PROFILES, SNAPSHOT
from gtr_core.errors import ConfigurationError
from tests.dagster_project.shop import model, write_manifest


def test_what_a_team_chooses_stands_in_the_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GTR_CRON", "30 2 * * *")
    definitions = build_gtr_definitions(
        group="context", owners=["team:data"], time_zone="Europe/Berlin", automation=True, fresh_for=None
    )
    schedule = definitions.resolve_schedule_def("nightly_build")
    assert (schedule.cron_schedule, schedule.execution_timezone) == ("30 2 * * *", "Europe/Berlin")
    graph = definitions.resolve_asset_graph()
    assert all(graph.get(key).group_name == "context" for key in (MANIFEST, CATALOG, PROFILES, *CONTEXT))
    assert all(graph.get(key).owners == ["team:data"] for key in (CATALOG, PROFILES, *CONTEXT))
    assert all(graph.get(key).automation_condition for key in (MANIFEST, CATALOG, *CONTEXT))
    assert graph.get(SNAPSHOT).freshness_policy is None


def test_a_teams_dbt_assets_link_up_by_key(project: Path) -> None:
    @dg.asset(key=["orders"])
    def orders() -> None: ...

    ours = build_gtr_definitions(project, profiles_dir=str(project), dbt_dependencies=True)
    merged = dg.Definitions.merge(dg.Definitions(assets=[orders]), ours)
    graph = merged.resolve_asset_graph()
    assert set(graph.get(PROFILES).parent_keys) == {CATALOG, dg.AssetKey("orders"), dg.AssetKey("lines")}
    assert graph.get(dg.AssetKey("orders")).is_materializable


def test_dependencies_without_a_project_say_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GTR_PROJECT_DIR", raising=False)
    with pytest.raises(ConfigurationError, match="dbt_dependencies needs the manifest.*GTR_PROJECT_DIR"):
        build_gtr_definitions(dbt_dependencies=True)


def test_many_tables_load_without_being_asked_for(project: Path) -> None:
    write_manifest(project, *(model(f"t{i}", "id") for i in range(300)))
    (project / "shop.duckdb").unlink()
    definitions = build_gtr_definitions(project, profiles_dir=str(project), dbt_dependencies=True)
    assert len(definitions.resolve_asset_graph().get(PROFILES).parent_keys) == 301


def test_the_component_gives_the_same_definitions(project: Path) -> None:
    component = GtrComponent(project_dir=str(project), group="context", fresh_for_hours=None, golden_blocks=True)
    graph = component.build_defs(None).resolve_asset_graph()
    assert graph.get(SNAPSHOT).group_name == "context"
    assert graph.get(SNAPSHOT).freshness_policy is None
    blocking = {key.name for key in graph.asset_check_keys if graph.get_check_spec(key).blocking}
    assert "golden_questions" in blocking


def test_a_defs_folder_loads_the_component(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path_factory.mktemp("team")
    folder = root / "gtr_team" / "defs" / "gtr"
    folder.mkdir(parents=True)
    for package in (root / "gtr_team", root / "gtr_team" / "defs"):
        (package / "__init__.py").write_text("")
    (root / "pyproject.toml").write_text(
        '[project]\nname = "gtr_team"\n[tool.dg]\ndirectory_type = "project"\n'
        '[tool.dg.project]\nroot_module = "gtr_team"\n'
    )
    (folder / "defs.yaml").write_text(
        "type: dagster_project.component.GtrComponent\n"
        f"attributes: {{project_dir: '{project}', group: context, cron: '0 3 * * *'}}\n"
    )
    monkeypatch.syspath_prepend(str(root))
    loaded = dg.load_from_defs_folder(path_within_project=folder.parent)
    assert loaded.resolve_schedule_def("nightly_build").cron_schedule == "0 3 * * *"
    assert loaded.resolve_asset_graph().get(SNAPSHOT).group_name == "context"

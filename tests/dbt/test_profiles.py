from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.dbt import find_project, load_profile
from gtr_core.dbt.exceptions import ProfileError, ProjectError

_SECRET = "s3cr3t-value"
_PROFILES = """
shop:
  target: "{{ env_var('SHOP_TARGET', 'dev') }}"
  outputs:
    dev:
      type: duckdb
      path: data/shop.duckdb
      threads: 2
    flake:
      type: snowflake
      account: ab12345
      user: "{{ env_var('SHOP_USER') }}"
      password: "{{ env_var('DBT_ENV_SECRET_PASSWORD') }}"
      database: SHOP
      schema: PUBLIC
      warehouse: WH
      role: READER
      client_session_keep_alive: "{{ env_var('ALIVE', 'true') | as_bool }}"
    pg:
      type: postgres
      host: localhost
      port: "{{ env_var('PG_PORT', '5432') | as_number }}"
      user: ann
      pass: "pa{{ss"
      dbname: shop
      schema: public
    bad: {host: x}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "dbt_project.yml").write_text("name: shop_project\nprofile: shop\n")
    (folder / "profiles.yml").write_text(_PROFILES)
    return folder


def test_duckdb_paths_start_at_the_project(project: Path) -> None:
    profile = load_profile(project, environment={})
    assert (profile.adapter, profile.name, profile.target) == ("duckdb", "shop", "dev")
    assert (profile.database, profile.schema) == ("shop", "main")
    assert profile.settings["path"] == str(project / "data/shop.duckdb")
    assert profile.settings["threads"] == 2


@pytest.mark.parametrize("said", ["shop: 5", "shop: [a]", "shop:", "shop: text"])
def test_a_profile_that_is_no_mapping_is_said_to_be_none(project: Path, said: str) -> None:
    (project / "profiles.yml").write_text(said + "\nother: {outputs: {}}\n")
    with pytest.raises(ProfileError, match="the profile 'shop' is no mapping.*It takes `target`"):
        load_profile(project, environment={})


def test_snowflake(project: Path) -> None:
    environment = {"SHOP_USER": "ann", "DBT_ENV_SECRET_PASSWORD": _SECRET, "SHOP_TARGET": "flake"}
    profile = load_profile(project, environment=environment)
    assert (profile.target, profile.database, profile.schema) == ("flake", "SHOP", "PUBLIC")
    assert profile.settings["password"] == _SECRET
    assert profile.settings["user"] == "ann"
    assert profile.settings["client_session_keep_alive"] is True


def test_secrets_are_in_no_repr(project: Path) -> None:
    environment = {"SHOP_USER": "ann", "DBT_ENV_SECRET_PASSWORD": _SECRET}
    profile = load_profile(project, target="flake", environment=environment)
    for shown in (repr(profile), str(profile), repr(profile.settings), f"{profile.settings}"):
        assert _SECRET not in shown
    assert "password" in repr(profile.settings)


def test_postgres_takes_numbers_and_a_password_that_looks_like_jinja(project: Path) -> None:
    profile = load_profile(project, target="pg", environment={})
    assert profile.settings["port"] == 5432
    assert profile.settings["password"] == "pa{{ss"
    assert (profile.database, profile.schema) == ("shop", "public")


def test_only_the_chosen_output_is_rendered(project: Path) -> None:
    with pytest.raises(ProfileError, match="SHOP_USER is not set"):
        load_profile(project, target="flake", environment={})


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"target": "prod"}, "no output 'prod'. It has: dev, flake, pg, bad"),
        ({"profile": "other"}, "no profile 'other'. It has: shop"),
        ({"target": "bad"}, "names no type"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(project: Path, arguments: dict[str, str], problem: str) -> None:
    with pytest.raises(ProfileError) as raised:
        load_profile(project, environment={}, **arguments)
    assert problem in str(raised.value)
    assert raised.value.exit_code == 2


def test_the_search_order_is_the_flag_the_variable_the_project_and_home(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {}
    for name in ("flag", "variable", "home/.dbt", "cwd"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        places[name] = folder
        (folder / "profiles.yml").write_text(f"shop: {{outputs: {{default: {{type: '{name.split('/')[0]}'}}}}}}")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(places["cwd"])
    environment = {"DBT_PROFILES_DIR": str(places["variable"])}
    assert load_profile(project, places["flag"], environment=environment).adapter == "flag"
    assert load_profile(project, environment=environment).adapter == "variable"
    assert load_profile(project, environment={}).adapter == "cwd"
    (places["cwd"] / "profiles.yml").unlink()
    assert load_profile(project, environment={}).adapter == "duckdb"
    (project / "profiles.yml").unlink()
    assert load_profile(project, environment={}).adapter == "home"
    (places["home/.dbt"] / "profiles.yml").unlink()
    with pytest.raises(ProfileError, match="--profiles-dir"):
        load_profile(project, environment={})
    # A folder that is given is the only one looked in.
    with pytest.raises(ProfileError):
        load_profile(project, tmp_path, environment=environment)


def test_variables_name_profile_and_target(project: Path) -> None:
    environment = {"DBT_PROFILE": "shop", "DBT_TARGET": "pg"}
    assert load_profile(project, environment=environment).target == "pg"


@pytest.mark.parametrize(
    "text", ["shop: [", "shop: {password: hunter2", "- a", "shop: !!python/object:os.system {}", "a: b\n\tc: d"]
)
def test_yaml_that_cannot_be_read_shows_none_of_its_text(project: Path, text: str) -> None:
    (project / "profiles.yml").write_text(text)
    with pytest.raises(ProfileError) as raised:
        load_profile(project, environment={})
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    "text",
    ["{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ cycler.__init__.__globals__.os }}", "{{ 1 / 0 }}", "{{ x }}",
     "{% for %}", "{{ env_var() }}"],
)  # fmt: skip
def test_jinja_runs_in_a_sandbox_and_fails_by_name(project: Path, text: str) -> None:
    (project / "profiles.yml").write_text(f'shop: {{outputs: {{default: {{type: duckdb, path: "{text}"}}}}}}')
    with pytest.raises(ProfileError, match="Jinja cannot be rendered"):
        load_profile(project, environment={})


@pytest.mark.parametrize(
    ("path", "stored", "database"),
    [
        (":memory:", ":memory:", "memory"),
        ("md:shop", "md:shop", "shop"),
        ("s3://bucket/some.duckdb", "s3://bucket/some.duckdb", "some"),
        ("/abs/some.duckdb", "/abs/some.duckdb", "some"),
    ],
)
def test_duckdb_paths_that_are_no_relative_file(project: Path, path: str, stored: str, database: str) -> None:
    (project / "profiles.yml").write_text(f"shop: {{outputs: {{default: {{type: duckdb, path: '{path}'}}}}}}")
    profile = load_profile(project, environment={})
    assert (profile.settings["path"], profile.database) == (stored, database)


def test_a_project_is_found_from_within(project: Path) -> None:
    inner = project / "models" / "marts"
    inner.mkdir(parents=True)
    found = find_project(inner, {})
    assert (found.root, found.name, found.profile) == (project, "shop_project", "shop")
    assert found.manifest == project / "target" / "manifest.json"
    assert found.catalog is None


def test_the_target_path_may_be_moved(project: Path) -> None:
    (project / "dbt_project.yml").write_text("name: x\ntarget-path: \"{{ env_var('T', 'out') }}\"\n")
    assert find_project(project, {}).target_path == project / "out"
    assert find_project(project, {"DBT_TARGET_PATH": "/elsewhere"}).manifest == Path("/elsewhere/manifest.json")


@pytest.mark.parametrize("text", [None, "[", "- x", "name: {{ x"])
def test_what_is_no_project_is_named(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "dbt_project.yml").write_text(text)
    with pytest.raises(ProjectError) as raised:
        find_project(tmp_path, {})
    assert str(tmp_path) in str(raised.value)


def test_a_project_without_a_profile_asks_for_one(project: Path) -> None:
    (project / "dbt_project.yml").write_text("name: x\n")
    with pytest.raises(ProfileError, match="--profile"):
        load_profile(project, environment={})
    assert load_profile(project, profile="shop", environment={}).target == "dev"

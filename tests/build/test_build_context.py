from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest

from gtr_core.build.build_context import build_context
from gtr_core.build.exceptions import NothingToBuildError
from gtr_core.build.settings import BuildSettings
from gtr_core.context.exceptions import NoSnapshotError
from gtr_core.context.store import SnapshotStore
from gtr_core.embedding import DEFAULT_ENCODER
from gtr_core.warehouse import WarehouseFileMissingError
from tests.build.shop import make_shop


def settings_of(folder: Path, **changes: object) -> BuildSettings:
    settings = BuildSettings(folder, folder / "store", profiles_dir=folder, encoder="none")
    return replace(settings, **changes)  # type: ignore[arg-type]


class Watching:
    def __init__(self) -> None:
        self.steps: list[tuple[str, int | None]] = []
        self.advanced: list[str] = []
        self.notes: list[str] = []
        self.rows = 0

    def count_rows(self, rows: int) -> None:
        self.rows += rows

    def step(self, name: str, total: int | None = None) -> None:
        self.steps.append((name, total))

    def advance(self, what: str) -> None:
        self.advanced.append(what)

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shop(tmp_path_factory.mktemp("shop"))


def test_a_build_publishes_all_that_it_found(shop: Path):
    report = build_context(settings_of(shop))
    snapshot = SnapshotStore(shop / "store").open(report.snapshot_id)
    graph = snapshot.graph
    assert report.exit_code == 0
    assert [table.id for table in graph.tables] == ["model.shop.country", "model.shop.customer", "model.shop.orders"]
    assert graph.profiles["model.shop.orders"].row_count == 1000
    to_customer = next(edge for edge in graph.joins if edge.child == "model.shop.orders")
    assert to_customer.measurement is not None
    assert to_customer.measurement.cardinality == "many_to_one"
    # Customers 51 to 55 do not exist: i % 55 in 50..54, 90 of the 1000 orders.
    assert to_customer.measurement.orphan_rate == pytest.approx(0.09)
    assert to_customer.measurement.match_rate == pytest.approx(0.91)
    assert graph.primary_key("model.shop.customer") == ("id",)
    assert {posting.value for posting in snapshot.index.lookup(("india",)) if posting.kind == "value"} == {"India"}
    assert report.counts == snapshot.counts
    assert set(snapshot.info.fingerprints) == {"inference", "manifest", "warehouse"}


def test_e_mail_addresses_are_nowhere_in_the_snapshot(shop: Path):
    report = build_context(settings_of(shop, values="all"))
    snapshot = SnapshotStore(shop / "store").open(report.snapshot_id)
    profile = snapshot.graph.column_profile("model.shop.customer", "email")
    assert profile is not None
    assert profile.personal
    assert profile.values == ()
    for file in ("values", "columns"):
        rows = duckdb.sql(f"select * from '{snapshot.folder / file}.parquet'").fetchall()
        assert "example.org" not in repr(rows)
    for path in snapshot.folder.rglob("*"):
        if path.is_file() and path.suffix != ".parquet":
            assert b"example.org" not in path.read_bytes()
    assert snapshot.index.lookup(("c7@example.org",)) == []


def test_a_missing_table_is_named_and_the_rest_published(tmp_path: Path):
    make_shop(tmp_path, missing=("ghost",))
    report = build_context(settings_of(tmp_path))
    assert report.exit_code == 5
    assert report.failed_by_reason == {"not_in_warehouse": 1}
    assert report.failed[0].table == "model.shop.ghost"
    snapshot = SnapshotStore(tmp_path / "store").current()
    assert len(snapshot.graph.tables) == 3
    assert snapshot.failed == report.failed


def test_one_table_that_cannot_be_profiled_does_not_stop_the_rest(tmp_path: Path):
    make_shop(tmp_path)
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as database:
        # A view whose file has gone is listed by the catalog like any other, and fails when it is read.
        database.execute(
            "drop table country; copy (select 1 as id, 'x' as name) to '" + str(tmp_path / "c.parquet") + "'"
        )
        database.execute(f"create view country as select * from '{tmp_path / 'c.parquet'}'")
    (tmp_path / "c.parquet").unlink()
    report = build_context(settings_of(tmp_path))
    assert report.exit_code == 5
    assert {failure.table for failure in report.failed} == {"model.shop.country", "model.shop.customer"}
    assert {failure.reason for failure in report.failed} == {"profile", "join"}
    snapshot = SnapshotStore(tmp_path / "store").current()
    assert set(snapshot.graph.profiles) == {"model.shop.customer", "model.shop.orders"}
    broken = next(edge for edge in snapshot.graph.joins if edge.parent == "model.shop.country")
    assert broken.measurement is None
    assert broken.problem


def test_without_any_table_nothing_is_published(tmp_path: Path):
    make_shop(tmp_path)
    (tmp_path / "shop.duckdb").unlink()
    duckdb.connect(str(tmp_path / "shop.duckdb")).close()
    with pytest.raises(NothingToBuildError, match="Not one of the 3 tables"):
        build_context(settings_of(tmp_path))
    with pytest.raises(NoSnapshotError):
        SnapshotStore(tmp_path / "store").current()


def test_a_warehouse_that_is_not_there_leaves_the_former_snapshot(tmp_path: Path):
    make_shop(tmp_path)
    former = build_context(settings_of(tmp_path)).snapshot_id
    (tmp_path / "shop.duckdb").unlink()
    with pytest.raises(WarehouseFileMissingError):
        build_context(settings_of(tmp_path))
    assert SnapshotStore(tmp_path / "store").current_id() == former
    assert not (tmp_path / "shop.duckdb").exists()


def test_threads_bring_the_same_profiles(shop: Path):
    def profiles(threads: int):
        report = build_context(settings_of(shop, threads=threads))
        found = SnapshotStore(shop / "store").open(report.snapshot_id).graph.profiles
        return {table_id: replace(profile, seconds=0.0) for table_id, profile in found.items()}

    assert profiles(1) == profiles(3)


def test_only_what_is_selected_is_built(shop: Path):
    report = build_context(settings_of(shop, select=("orders",)))
    snapshot = SnapshotStore(shop / "store").open(report.snapshot_id)
    assert [table.id for table in snapshot.graph.tables] == ["model.shop.orders"]


def test_the_store_is_pruned_to_what_is_to_be_kept(tmp_path: Path):
    make_shop(tmp_path)
    ids = [build_context(settings_of(tmp_path, keep=2)).snapshot_id for _ in range(3)]
    store = SnapshotStore(tmp_path / "store")
    assert len(store.ids()) == 2
    assert store.current_id() == ids[-1]


def test_progress_is_told_of_each_step_and_table(shop: Path):
    watching = Watching()
    build_context(settings_of(shop, full_refresh=True), watching)
    assert ("profiling tables", 3) in watching.steps
    assert ("measuring joins", 2) in watching.steps
    assert {"country", "customer", "orders"} <= set(watching.advanced)
    assert watching.rows == 3 + 50 + 1000


def test_tables_are_embedded_by_the_default_encoder(shop: Path):
    report = build_context(settings_of(shop, encoder=None))
    snapshot = SnapshotStore(shop / "store").open(report.snapshot_id)
    assert snapshot.encoder_name == DEFAULT_ENCODER
    assert snapshot.embeddings is not None
    assert snapshot.embeddings.shape == (3, 384)
    np.testing.assert_allclose(np.linalg.norm(snapshot.embeddings, axis=1), 1.0, rtol=1e-5)


def test_without_the_encoder_s_packages_a_build_says_so_once_and_goes_on(shop: Path, monkeypatch):
    from gtr_core import embedding
    from gtr_core.embedding import EmbeddingUnavailableError

    def missing(name: str | None) -> None:
        raise EmbeddingUnavailableError("onnxruntime", "is not installed", "Install it.")

    monkeypatch.setattr(embedding, "encoder", missing)
    watching = Watching()
    report = build_context(settings_of(shop, encoder=None), watching)
    assert report.exit_code == 0
    assert SnapshotStore(shop / "store").open(report.snapshot_id).embeddings is None
    assert [note for note in watching.notes if "onnxruntime" in note] == watching.notes[:1] != []

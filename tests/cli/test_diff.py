from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gtr_core.cli.diff import resolved_id
from gtr_core.cli.main import main
from gtr_core.context.exceptions import NoSnapshotError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import SnapshotContent
from gtr_core.context.store import SnapshotStore
from tests.context.graphs import small_graph

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    graph = small_graph()
    smaller = ContextGraph(tables=graph.tables[:1], profiles=graph.profiles, dialect=graph.dialect)
    store = SnapshotStore(tmp_path / "store")
    store.publish(SnapshotContent(smaller, ()), NOON)
    store.publish(SnapshotContent(graph, ()), NOON + timedelta(days=1))
    return store


def test_the_last_two_snapshots_are_compared(store: SnapshotStore, run_json: Callable[..., tuple[int, Any]]) -> None:
    code, form = run_json("diff", "diff", "--snapshot-dir", str(store.folder))
    assert code == 0
    assert (form["before"], form["after"]) == store.ids()
    assert form["counts"]["table_added"] == 2


def test_people_get_markdown_or_a_diagram(store: SnapshotStore, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = store.ids()
    assert main(["diff", first, second, "--snapshot-dir", str(store.folder)]) == 0
    assert "- **added** `model.shop.orders`" in capsys.readouterr().out
    assert main(["diff", "--mermaid", "--snapshot-dir", str(store.folder)]) == 0
    assert capsys.readouterr().out.startswith("flowchart LR\n")


def test_a_snapshot_goes_by_the_beginning_of_its_id(
    store: SnapshotStore,
) -> None:
    first, second = store.ids()
    assert (resolved_id(store, first[:8]), resolved_id(store, "current")) == (first, second)
    for name in ("2026", "1999", "previous-one"):
        with pytest.raises(NoSnapshotError):
            resolved_id(store, name)

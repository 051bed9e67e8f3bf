"""A walk through the Dagster UI in a headless browser: ``python -m tests.bench.walk_dagster_ui URL FOLDER [CHROMIUM]``.

Against a running ``dagster dev -w workspace.yaml``: the asset graph, the whole build from the job's page, the tables
as partitions, checks, plots, and the schedule switched on. Pictures go to the folder, to be looked at. Needs playwright
(its own browsers or the system's chromium).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

_SETTLED_MS = 7_000
_RUN_MS = 60_000


def main(url: str, folder: Path, chromium: str | None) -> None:
    """Walk, and leave a picture of each station."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1500, "height": 950})
        page.set_default_timeout(_RUN_MS)

        def visit(path: str, name: str) -> None:
            page.goto(f"{url}{path}")
            page.wait_for_timeout(_SETTLED_MS)
            page.screenshot(path=str(folder / f"{name}.png"))
            print(name, flush=True)

        visit("/locations/gtr/asset-groups/gtr", "1_graph")
        visit("/locations/gtr/jobs/build_context", "2_job")
        page.locator("button:has-text('Materialize all')").first.click()
        page.wait_for_timeout(_SETTLED_MS)
        confirm = page.locator("button:has-text('Confirm')")
        if confirm.count():
            confirm.click()
        page.wait_for_timeout(_RUN_MS)
        visit("/runs", "3_runs")
        visit("/assets/gtr/profiles?view=partitions", "4_partitions")
        visit("/assets/gtr/context_graph?view=overview", "5_graph_changes")
        visit("/assets/gtr/snapshot?view=checks", "6_checks")
        visit("/assets/gtr/snapshot?view=overview", "7_snapshot")
        page.locator("text=Plots").first.click()
        page.wait_for_timeout(_SETTLED_MS)
        page.screenshot(path=str(folder / "8_plots.png"))
        visit("/automation", "9_automation")
        _switch_on(page, "nightly_build")
        page.wait_for_timeout(_SETTLED_MS)
        page.screenshot(path=str(folder / "10_schedule_on.png"))
        browser.close()


def _switch_on(page: Any, name: str) -> None:
    """Click the switch at the right of the row of that name."""
    row = page.locator(f"text={name}").first.bounding_box()
    switches = page.locator("label").filter(has=page.locator("input[type=checkbox]"))
    boxes = [(switches.nth(number).bounding_box(), number) for number in range(switches.count())]
    right = [
        (abs(box["y"] - row["y"]), number) for box, number in boxes if box is not None and box["x"] > row["x"] + 300
    ]
    switches.nth(min(right)[1]).click(force=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)

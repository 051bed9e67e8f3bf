"""CPU seconds to load the definitions over 5,000 tables: ``python -m tests.bench.bench_dagster_load [TABLES]``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.dagster_project.shop import make_shop, model, write_manifest


def main(tables: int) -> None:
    """Load without and with the dbt nodes as dependencies, and print."""
    start = time.process_time()
    from dagster_project.deployment import build_gtr_definitions

    print(f"import: {time.process_time() - start:.2f} s CPU")
    with tempfile.TemporaryDirectory() as name:
        project = make_shop(Path(name))
        write_manifest(project, *(model(f"t{number}", "id") for number in range(tables)))
        for dependencies in (False, True):
            start = time.process_time()
            build_gtr_definitions(project, profiles_dir=name, dbt_dependencies=dependencies).resolve_asset_graph()
            print(f"{tables} tables, dbt_dependencies={dependencies}: {time.process_time() - start:.2f} s CPU")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)

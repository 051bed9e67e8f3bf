"""The code location: what `dagster dev -w workspace.yaml` loads."""

from __future__ import annotations

import os

import dagster as dg

from dagster_project.deployment import build_gtr_definitions

__all__ = ["DEPENDENCIES_VARIABLE", "definitions"]

DEPENDENCIES_VARIABLE = "GTR_DBT_DEPENDENCIES"
"""Set to 1, the project's dbt nodes stand upstream of the profiles, under the keys that dagster-dbt gives them."""


@dg.definitions
def definitions() -> dg.Definitions:
    """Assets, checks, job, schedule and sensor; they load without a dbt project, which a run alone needs."""
    return build_gtr_definitions(dbt_dependencies=os.environ.get(DEPENDENCIES_VARIABLE) == "1")

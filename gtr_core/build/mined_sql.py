"""SQL that people run, from wherever the settings say, for joins to be mined from."""

from __future__ import annotations

from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import artifact_paths
from gtr_core.joins.mined_sources import compiled_models, query_history
from gtr_core.joins.mining import sql_files
from gtr_core.warehouse import Warehouse

__all__ = ["mined_sql"]


def mined_sql(settings: BuildSettings, warehouse: Warehouse) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts, and sentences about what could not be read.

    Raises:
        ConnectionLostError: The connection broke.
    """
    texts: list[str] = []
    warnings: list[str] = []
    if settings.queries is not None:
        texts.extend(sql_files(settings.queries))
    if settings.mine_models:
        texts.extend(compiled_models(artifact_paths(settings)["manifest"]))
    if settings.query_history_s is not None:
        history, problem = query_history(warehouse, settings.query_history_s)
        texts.extend(history)
        warnings.extend([problem] if problem else [])
    return tuple(texts), tuple(warnings)

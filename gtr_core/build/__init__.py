"""The steps of a build as plain functions, and the whole of it.

Settings and reports are handed on here; the steps, which import dbt's reader and the warehouses, are found in
their own modules (``gtr_core.build.build_context`` and those that it calls).
"""

from gtr_core.build.exceptions import InvalidSettingError, NothingToBuildError, UnknownSettingError
from gtr_core.build.progress import Progress, Silent
from gtr_core.build.report import BuildReport
from gtr_core.build.settings import BuildSettings, build_settings, read_settings

__all__ = [
    "BuildReport",
    "BuildSettings",
    "InvalidSettingError",
    "NothingToBuildError",
    "Progress",
    "Silent",
    "UnknownSettingError",
    "build_settings",
    "read_settings",
]

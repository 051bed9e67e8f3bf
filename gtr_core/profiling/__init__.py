"""Profiles: what a sample of the rows says of each column."""

from gtr_core.profiling.column_profile import within_policy
from gtr_core.profiling.plan import planned_statements
from gtr_core.profiling.profiler import profile_table
from gtr_core.profiling.settings import PROFILER_VERSION, ProfilingSettings, ValuesPolicy

__all__ = [
    "PROFILER_VERSION",
    "ProfilingSettings",
    "ValuesPolicy",
    "planned_statements",
    "profile_table",
    "within_policy",
]

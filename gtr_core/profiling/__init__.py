"""Profiles: what a sample of the rows says of each column."""

from gtr_core.profiling.profiler import profile_table
from gtr_core.profiling.settings import ProfilingSettings, ValuesPolicy

__all__ = ["ProfilingSettings", "ValuesPolicy", "profile_table"]

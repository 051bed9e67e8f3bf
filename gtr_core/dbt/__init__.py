"""dbt's artifacts and profiles, read without importing dbt."""

from gtr_core.dbt.check import check
from gtr_core.dbt.load import load_catalog
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_file import read_manifest
from gtr_core.dbt.profiles import ConnectionProfile, load_profile
from gtr_core.dbt.project import DbtProject, find_project
from gtr_core.dbt.selection import select_nodes

__all__ = [
    "ConnectionProfile",
    "DbtProject",
    "Manifest",
    "check",
    "find_project",
    "load_catalog",
    "load_profile",
    "read_manifest",
    "select_nodes",
]

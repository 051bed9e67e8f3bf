"""Declarative automation, for teams that prefer it to schedules and sensors; off unless asked for."""

from __future__ import annotations

import dagster as dg

__all__ = ["catalog_condition", "context_condition", "manifest_condition"]


def manifest_condition() -> dg.AutomationCondition:
    """The manifest is looked at every ten minutes."""
    return dg.AutomationCondition.on_cron("*/10 * * * *")


def catalog_condition() -> dg.AutomationCondition:
    """The catalog is read anew when the manifest says something else, and not while it is being read."""
    changed = dg.AutomationCondition.any_deps_match(dg.AutomationCondition.data_version_changed())
    missing = dg.AutomationCondition.newly_missing()
    return (changed | missing).since_last_handled() & ~dg.AutomationCondition.in_progress()


def context_condition() -> dg.AutomationCondition:
    """The context follows whenever the catalog or a table's profile is made anew.

    Profiles that are missing do not hold it back: one table that fails must not stop the rest.
    """
    updated = dg.AutomationCondition.any_deps_updated().since_last_handled()
    return updated & ~dg.AutomationCondition.in_progress() & ~dg.AutomationCondition.any_deps_in_progress()

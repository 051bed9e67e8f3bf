"""The Dagster code location of GTR: assets, checks and schedules that keep the context fresh."""

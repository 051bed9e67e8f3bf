"""The demo: a TPC-H dbt project on DuckDB, and the command that takes it from nothing to an answer."""

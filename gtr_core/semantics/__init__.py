"""Readable aliases for cryptic names, and what a table could answer."""

from gtr_core.semantics.aliases import alias_catalog, alias_table
from gtr_core.semantics.query_context import query_context

__all__ = ["alias_catalog", "alias_table", "query_context"]

"""Readable aliases for cryptic names, and what a table could be asked about."""

from gtr_core.semantics.aliasing import alias_catalog
from gtr_core.semantics.name_alias import NameContext, name_alias
from gtr_core.semantics.query_context import query_context

__all__ = ["NameContext", "alias_catalog", "name_alias", "query_context"]

"""CSR-RAG: contextual, structural and relational retrieval."""

from gtr_core.retrieval.hypergraph.method import CsrRag, CsrRagSettings
from gtr_core.retrieval.hypergraph.query_history import PastQuery, QueryHistory, read_history

__all__ = ["CsrRag", "CsrRagSettings", "PastQuery", "QueryHistory", "read_history"]

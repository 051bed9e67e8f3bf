"""Guided Table Retrieval: from a question to the exact tables, their join tree and the SQL."""

"""What was written."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["exact"]


def exact(ngram: NGram) -> Iterable[Form]:
    """The n-gram as it is, normalised."""
    return (ngram.form,)

"""Dictionary forms."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text import inflection
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["lemma"]


def lemma(ngram: NGram) -> Iterable[Form]:
    """Every word in its dictionary form: ``returned line items`` gives ``return line item``."""
    return (tuple([inflection.lemma(word) for word in ngram.form]),)

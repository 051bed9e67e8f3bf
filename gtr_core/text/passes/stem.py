"""Stems."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text import inflection
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["stem"]


def stem(ngram: NGram) -> Iterable[Form]:
    """Every word cut to its stem: ``shipping`` gives ``ship``."""
    return (tuple([inflection.stem(word) for word in ngram.form]),)

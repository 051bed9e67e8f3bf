"""Singular and plural."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["plural"]


def plural(ngram: NGram) -> Iterable[Form]:
    """The last word in the other number: ``shipping address`` gives ``shipping addresses``, and back."""
    return (ngram.toggled,)

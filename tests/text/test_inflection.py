"""Lemmas of usual words come from a small table, those of rare ones from a dictionary that is loaded then."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gtr_core.text import lemma

_LOADED = (
    "import sys; from gtr_core.text import lemma; "
    "[lemma(word) for word in sys.argv[1:]]; print('simplemma' in sys.modules)"
)


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("suppliers", "supplier"),
        ("ordered", "order"),
        ("bought", "buy"),
        ("children", "child"),
        ("playing", "play"),
        ("fixed", "fix"),
        ("cancelled", "cancel"),
        ("addresses", "address"),
        ("status", "status"),
        ("news", "news"),
        ("lyon", "lyon"),
        ("brachiopods", "brachiopod"),
    ],
)
def test_lemma(word: str, form: str) -> None:
    assert lemma(word) == form


def _loads(*words: str) -> bool:
    ran = subprocess.run([sys.executable, "-c", _LOADED, *words], capture_output=True, text=True, check=True)
    return ran.stdout.strip() == "True"


def test_usual_words_and_names_load_no_dictionary() -> None:
    assert not _loads("suppliers", "shipped", "children", "lyon", "gerke")
    assert _loads("brachiopods")

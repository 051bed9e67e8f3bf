"""Every verb of the lexicon has a form that is a word."""

from __future__ import annotations

import pytest

from gtr_core.evaluation.training.made_up import read_lexicon
from gtr_core.evaluation.training.made_up.verbs import base, gerund, participle


@pytest.mark.parametrize(
    ("past", "infinitive", "going_on", "done"),
    [
        ("shipped", "ship", "shipping", "shipped"),
        ("moved goods", "move goods", "moving goods", "moved goods"),
        ("studied", "study", "studying", "studied"),
        ("repaired", "repair", "repairing", "repaired"),
        ("required", "require", "requiring", "required"),
        ("donated", "donate", "donating", "donated"),
        ("wrote", "write", "writing", "written"),
        ("oversaw", "oversee", "overseeing", "overseen"),
    ],
)
def test_forms(past: str, infinitive: str, going_on: str, done: str) -> None:
    assert (base(past), gerund(past), participle(past)) == (infinitive, going_on, done)


def test_no_verb_stays_in_the_past() -> None:
    lexicon = read_lexicon()
    verbs = {
        verb for domain in (*lexicon.domains, *lexicon.modules.values()) for deal in domain.deals for verb in deal.verbs
    }
    assert len(verbs) > 80
    assert [verb for verb in verbs if base(verb) == verb] == []
    assert all("ing" in gerund(verb) for verb in verbs)

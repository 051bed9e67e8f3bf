"""Forms of the lexicon's verbs, which stand in the past tense."""

from __future__ import annotations

__all__ = ["base", "gerund", "participle"]

_BASES = {
    **{"ate": "eat", "bought": "buy", "brought": "bring", "dealt": "deal", "did": "do", "drew": "draw", "flew": "fly"},
    **{"gave": "give", "grew": "grow", "had": "have", "knew": "know", "led": "lead", "lent": "lend", "made": "make"},
    **{"oversaw": "oversee", "paid": "pay", "rode": "ride", "saw": "see", "sent": "send", "slept": "sleep"},
    **{"sold": "sell", "taught": "teach", "took": "take", "went": "go", "won": "win", "wrote": "write"},
    **{"travelled": "travel", "called": "call"},
}
_PARTICIPLES = {
    **{"took": "taken", "gave": "given", "grew": "grown", "wrote": "written", "saw": "seen", "knew": "known"},
    **{"rode": "ridden", "did": "done", "ate": "eaten", "flew": "flown", "drew": "drawn", "went": "gone"},
    **{"oversaw": "overseen", "had": "had"},
}
_DOUBLED = ("ship", "shop", "scrap", "star", "win", "travel")
_WITH_E = ("v", "c", "as", "us", "scor", "requir", "ib", "vid", "os", "donat", "phon", "welcom")


def base(past: str) -> str:
    """The infinitive.

    >>> [base(verb) for verb in ("shipped", "moved", "supplied", "sold goods", "delivered", "showed")]
    ['ship', 'move', 'supply', 'sell goods', 'deliver', 'show']
    """
    verb, space, rest = past.partition(" ")
    return _base(verb) + space + rest


def _base(verb: str) -> str:
    if verb in _BASES:
        return _BASES[verb]
    stem = verb.removesuffix("ed")
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if stem[:-1] in _DOUBLED:
        return stem[:-1]
    return stem + "e" if stem.endswith(_WITH_E) else stem


def gerund(past: str) -> str:
    """The form in -ing.

    >>> [gerund(verb) for verb in ("shipped", "moved", "supplied", "sent money")]
    ['shipping', 'moving', 'supplying', 'sending money']
    """
    verb, space, rest = base(past).partition(" ")
    if verb in _DOUBLED:
        verb += verb[-1]
    elif verb.endswith("e") and not verb.endswith("ee"):
        verb = verb[:-1]
    return f"{verb}ing{space}{rest}"


def participle(past: str) -> str:
    """The past participle.

    >>> participle("wrote"), participle("sold")
    ('written', 'sold')
    """
    return _PARTICIPLES.get(past, past)

"""British and American spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["regional"]

_OUR = "col|fav|lab|hon|neighb|harb|behavi|flav|hum|rum|vap|od|arm|endeav|sav|val|vig"
_ISE = (
    "organ|util|real|recogn|categor|summar|special|author|optim|minim|maxim|standard|normal|general|central|custom|"
    "final|prior|local|digit|capital|character|emphas|initial|material|memor|modern|monet|penal|person|"
    "popular|priorit|public|random|reorgan|stabil|subsid|symbol|synchron|visual|amort|anal"
)
_PAIRS = (
    (rf"^((?:{_OUR}))our", r"\1or"),
    (rf"^((?:{_OUR}))or(?=$|s|ed|ing|ite|able|hood)", r"\1our"),
    (rf"^((?:{_ISE}))is(?=e|ing|ation)", r"\1iz"),
    (rf"^((?:{_ISE}))iz(?=e|ing|ation)", r"\1is"),
    (r"^(cent|theat|met|lit|fib|calib|kilomet|centimet|millimet|millilit)re(?=$|s)", r"\1er"),
    (r"^(cent|theat|met|lit|fib|calib|kilomet|centimet|millimet|millilit)er(?=$|s)", r"\1re"),
    (r"^(catal|dial|anal)ogue", r"\1og"),
    (r"^(catal|dial|anal)og(?=$|s)", r"\1ogue"),
    (r"^(licen|defen|offen|preten)ce", r"\1se"),
    (r"^(licen|defen|offen|preten)se", r"\1ce"),
    (r"^(cancel|travel|label|level|model|signal|total|fuel|counsel|market)l(?=ed|ing|er|or)", r"\1"),
    (r"^(cancel|travel|label|level|model|signal|total|fuel|counsel)(?=ed|ing|er|or)", r"\1l"),
    (r"^programme(?=$|s)", "program"),
    (r"^program(?=$|s)", "programme"),
    (r"^grey", "gray"),
    (r"^gray", "grey"),
    (r"^cheque(?=$|s)", "check"),
    (r"^tyre(?=$|s)", "tire"),
    (r"^aluminium$", "aluminum"),
    (r"^aluminum$", "aluminium"),
    (r"^jewellery$", "jewelry"),
    (r"^jewelry$", "jewellery"),
    (r"^storey(?=$|s)", "story"),
    (r"^enrol(?=$|s|ment)", "enroll"),
    (r"^enroll(?=$|s|ment)", "enrol"),
)
_RULES = tuple((re.compile(pattern), replacement) for pattern, replacement in _PAIRS)


def regional(ngram: NGram) -> Iterable[Form]:
    """The other side's spelling: ``favourite colour`` gives ``favorite color``, and back."""
    return (tuple([_other(word) for word in ngram.form]),)


@lru_cache(maxsize=65536)
def _other(word: str) -> str:
    for rule, replacement in _RULES:
        changed = rule.sub(replacement, word)
        if changed != word:
            return changed
    return word

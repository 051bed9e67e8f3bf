"""English words that carry no meaning of their own in a question, normalised."""

from __future__ import annotations

__all__ = ["FUNCTION_WORDS"]

_WORDS = """
    a about across again along already also although always am among an and any anyone anything are as at away
    be became because become becomes been being both but
    came can come comes could currently
    did display do does doing done due during
    eg either else etc ever everyone everything exactly
    find following for from further
    gave get gets give given gives go goes gone got
    had has have having he help her here hers him his how however
    i ie if in including into is it its itself
    just kindly know
    let like list look
    made make makes me might mine must my myself
    named need needs now
    of off often on once one ones only onto or other others otherwise our ours out own
    please provide
    quite
    rather really regarding
    same say see seen shall she should show shown since so some somebody someone something still such suppose
    take taken tell than thank thanks that the their theirs them themselves then there these they thing things this
    those though through thus to together too toward towards
    until up upon use used using
    very via
    want wanted wants was way we well were what whatever whats when whenever where wherever whether which whichever
    while who whoever whom whos whose why will wish with within would
    yes yet you your yours
"""

FUNCTION_WORDS: frozenset[str] = frozenset(_WORDS.split())

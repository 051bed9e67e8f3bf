"""English words that ask for an operation (aggregate, order, compare, negate, group), normalised."""

from __future__ import annotations

__all__ = ["OPERATOR_WORDS"]

# Words that more often name a thing than ask for an operation (order, rate, group, amount) stay out.
_AGGREGATE = "average avg mean median total sum count number many much maximum minimum max min overall combined"
_ORDER = """
    top bottom most least highest lowest largest smallest biggest greatest fewest best worst first last latest newest
    earliest oldest youngest longest shortest highest cheapest maximal minimal ranked sort sorted
    descending ascending desc asc
"""
_COMPARE = """
    more less fewer greater larger smaller higher lower bigger longer shorter older younger earlier later above below
    over under between before after exceed exceeds exceeding least equal equals beyond compare compared
    comparison versus vs difference
"""
_NEGATE = """
    no not never none without neither nor except excluding exclude cant cannot dont doesnt didnt isnt arent wasnt werent
    hasnt havent hadnt wont wouldnt couldnt shouldnt nobody nothing lack lacks lacking missing
"""
_GROUP = "per by each every all grouped respectively distinct different unique various"
_SHARE = "percent percentage ratio proportion fraction"

OPERATOR_WORDS: frozenset[str] = frozenset(" ".join((_AGGREGATE, _ORDER, _COMPARE, _NEGATE, _GROUP, _SHARE)).split())

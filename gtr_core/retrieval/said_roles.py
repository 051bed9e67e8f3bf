"""Which of several edges a question speaks of, and of which phrases: by the words of their roles."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.retrieval.role_verbs import says
from gtr_core.retrieval.role_words import Role, role_book
from gtr_core.retrieval.self_references import is_referred_to
from gtr_core.text import lemma

__all__ = ["SaidRoles"]

SAID, UNSAID = 0.45, 0.35
# The same for an edge without a sister.
ALONE_SAID, ALONE_UNSAID = 0.2, 0.1
# The same for a reference of a table to itself, which always takes one row more.
SELF_SAID = 0.35
# What a phrase earns on the row whose role its words say, and pays on another.
FITS, MISFITS = 0.02, 0.45
# Of like keys the one listed first is the plainer.
LATER = 0.003
# What an edge pays that refers to other columns of its parent than its primary key.
NO_KEY = 0.05
# Words that a preposition reaches, and words of one mention.
REACH, WINDOW = 4, 2
# Words that a relation reaches by "of" or a relative pronoun.
RELATED = 8

_RELATIVE = ("that", "who", "whose", "which")
_DETERMINERS = frozenset({"the", "all", "any", "his", "her", "their", "its", "each", "every"})
_COUNTS = frozenset({"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several", "few"})
_HAVE = frozenset({"have", "has", "had", "live", "lives"})
_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "gets", "got"})

# The place of a token, and the place of the edge that it speaks of among its sisters.
_Mention = tuple[int, int]


class SaidRoles:
    """What a question says of the roles of edges.

    "Won" says ``winner``, "created" ``creator``, "departing" ``source`` and ``origin``, "from" and "to" the keys of
    where something starts and ends.

    Args:
        graph: The context graph.
        tokens: The question's.
    """

    def __init__(self, graph: ContextGraph, tokens: Sequence[QuestionToken]) -> None:
        self._book = role_book(graph)
        self._tokens = tokens
        self._said: dict[str, list[int]] = {}
        for place, token in enumerate(tokens):
            rules = token.norm == "under" and place + 1 < len(tokens) and tokens[place + 1].role != "number"
            if rules or token.role not in ("function", "operator"):
                for word in says(token.norm):
                    self._said.setdefault(word, []).append(place)
        self._mentions: dict[int, tuple[list[_Mention], dict[int, float]]] = {}
        # By the identity of roles, which the book keeps alive.
        self._credits: dict[int, float] = {}
        self._roles: dict[int, tuple[JoinEdge, Role]] = {}

    def credit(self, edge: JoinEdge) -> float:
        """What a tree earns, or pays where negative, for walking an edge from child to parent.

        An edge whose role the question says earns. Of sisters, one with a role that it does not say pays where a
        sister's key is called as the parent is, since that is the plain reading; an edge without a sister pays less.
        """
        role = self._role(edge)
        found = self._credits.get(id(role))
        if found is None:
            found = self._credits[id(role)] = self._worth(role) - NO_KEY * (not role.to_key)
        return found

    def fits(self, edges: Sequence[JoinEdge], phrase: Phrase) -> list[float]:
        """What a phrase earns, or pays, for standing on or below the row that each of some edges to one table reaches.

        The mention that governs a value is the word right behind it ("blue eyes"), else that of any phrase is the
        nearest before it ("billed to Austria").
        """
        if len(edges) < 2:
            return [0.0] * len(edges)
        governing = self._governing([self._role(edge) for edge in edges], phrase)
        return [0.0 if not governing else FITS if k in governing else -MISFITS for k in range(len(edges))]

    def self_fits(self, edge: JoinEdge, phrase: Phrase) -> tuple[float, float]:
        """What a phrase earns, or pays, on the row that a reference of a table to itself reaches, and on another."""
        role = self._role(edge)
        places = self.says(edge)
        referred_to = is_referred_to(self._tokens, role, places, phrase) if places else None
        if referred_to is None:
            return 0.0, 0.0
        return (FITS, -MISFITS) if referred_to else (-MISFITS, 0.0)

    def says(self, edge: JoinEdge) -> tuple[int, ...]:
        """The places of the tokens that say an edge's role."""
        role = self._role(edge)
        return tuple(place for place, said in self._of(role)[0] if said == role.place)

    def _role(self, edge: JoinEdge) -> Role:
        found = self._roles.get(id(edge))
        if found is None:
            # The edge is kept with its role: were it to go, another could take its identity.
            found = self._roles[id(edge)] = edge, self._book.role(edge)
        return found[1]

    def _worth(self, role: Role) -> float:
        share = self._of(role)[1].get(role.place, 0.0)
        if role.is_self:
            return SELF_SAID * share
        if len(role.sisters) < 2:
            return ALONE_SAID * share if share else -ALONE_UNSAID * (not role.is_plain)
        later = LATER * role.place
        if share:
            return SAID * share - later
        sisters = [self._book.role(sister) for k, sister in enumerate(role.sisters) if k != role.place]
        if role.is_object:
            return -UNSAID - later
        unplain = not role.is_plain and any(sister.is_plain for sister in sisters)
        return -UNSAID * unplain - later

    def _governing(self, roles: Sequence[Role], phrase: Phrase) -> set[int]:
        """The places of those roles that a phrase speaks of; none where nothing tells."""
        first, last = phrase.first, phrase.last
        mentions: list[_Mention] = []
        for k, role in enumerate(roles):
            if self._by_relation(role, first, last) == role.place:
                return {k}
            mentions += [(place, k) for place, said in self._of(role)[0] if said == role.place]
            mentions += [(place, k) for place, said in self._prepositions(role, first) if said == role.place]
        if phrase.options[0].posting.kind == "value":
            behind = {k for place, k in mentions if place == last and not _is_verb(self._tokens[place])}
            if behind:
                return behind
        nearest = max((place for place, _ in mentions if place < last), default=None)
        return {k for place, k in mentions if place == nearest}

    def _by_relation(self, role: Role, first: int, last: int) -> int | None:
        """By how a phrase stands to the name of a relation ("friends"), whether it speaks of who is one or has one.

        "Female friends", "friends who are female", "ages of friends": who is one. "Kyle's friends", "friends of Kyle":
        who has one.
        """
        objects = [k for k, sister in enumerate(role.sisters) if self._book.role(sister).is_object]
        if not objects:
            return None
        (one,) = objects
        relation = self._book.role(role.sisters[one]).relation
        for place, token in enumerate(self._tokens):
            if lemma(token.norm) in relation and not first <= place < last:
                is_one = self._is_one(place, first, last)
                if is_one is not None:
                    return one if is_one else 1 - one
        return None

    def _is_one(self, place: int, first: int, last: int) -> bool | None:
        """Whether a phrase speaks of who is a relation's object (True), has one (False), or neither."""
        if place == last:
            if self._tokens[first].norm.isdigit() or self._tokens[first].norm in _COUNTS:
                return None
            # A gap of more than a blank is a possessive.
            return self._tokens[place].start - self._tokens[last - 1].end <= 1
        between = [token.norm for token in self._tokens[last:place]]
        if between and between[0] == "of" and all(word in _DETERMINERS for word in between[1:]):
            return True
        if not place < first <= place + RELATED:
            return None
        before = self._tokens[place - 1].norm if place else ""
        between = [token.norm for token in self._tokens[place + 1 : first + 1]]
        if before == "whose":
            return True
        relative = next((k for k, word in enumerate(between[:-1]) if word in _RELATIVE), None)
        if between[0] == "of":
            return relative is not None
        if relative != 0:
            return None
        return between[0] in ("who", "whose") or between[1] in _BE or between[1] in _HAVE

    def _prepositions(self, role: Role, first: int) -> list[_Mention]:
        """The directions that stand shortly before a phrase, where two sisters are called so."""
        starts = [k for k, sister in enumerate(role.sisters) if self._book.role(sister).starts]
        ends = [k for k, sister in enumerate(role.sisters) if self._book.role(sister).ends]
        if len(starts) != 1 or len(ends) != 1 or starts == ends:
            return []
        found: list[_Mention] = []
        for place in range(max(first - REACH, 0), first):
            if self._tokens[place].norm == "from":
                found.append((place, starts[0]))
            elif self._tokens[place].norm in ("to", "into"):
                found.append((place, ends[0]))
        return found

    def _of(self, role: Role) -> tuple[list[_Mention], dict[int, float]]:
        """The mentions of a role and its sisters in the order of the question, and how fully each edge is said."""
        # All sisters share the tuple, which the book keeps alive.
        found = self._mentions.get(id(role.sisters))
        if found is None:
            found = self._mentions[id(role.sisters)] = self._found(role)
        return found

    def _found(self, role: Role) -> tuple[list[_Mention], dict[int, float]]:
        claims: dict[int, list[tuple[int, float, int]]] = {}
        for k, sister in enumerate(role.sisters):
            for place, count, share in self._claims(self._book.role(sister)):
                claims.setdefault(place, []).append((count, share, k))
        mentions: list[_Mention] = []
        shares: dict[int, float] = {}
        for place in sorted(claims):
            best = max((count, share) for count, share, _ in claims[place])
            winners = [k for count, share, k in claims[place] if (count, share) == best]
            if len(winners) == 1:
                mentions.append((place, winners[0]))
                shares[winners[0]] = max(shares.get(winners[0], 0.0), best[1])
        return mentions, shares

    def _claims(self, role: Role) -> list[tuple[int, int, float]]:
        """Of each token that says one of a role's words: place, how many of them are said around it, their share."""
        places = {word: self._places(role, word) for word in role.words}
        found = []
        for place in sorted({place for said in places.values() for place in said}):
            near = {word for word, said in places.items() if any(abs(place - other) <= WINDOW for other in said)}
            count, share = max((len(name & near), len(name & near) / len(name)) for name in role.names)
            found.append((place, count, share))
        return found

    def _places(self, role: Role, word: str) -> list[int]:
        said = self._said.get(word, [])
        return [place for place in said if self._is_passive(role, place)] if role.is_object else said

    def _is_passive(self, role: Role, place: int) -> bool:
        """Whether a word says what is done to a row ("are liked"), and does not name the relation ("likes")."""
        token = self._tokens[place]
        before = self._tokens[place - 1].norm if place else ""
        return token.norm not in role.relation and before in _BE


def _is_verb(token: QuestionToken) -> bool:
    """Whether a word is a form of a verb that no noun has."""
    norm = token.norm
    return norm.endswith(("ed", "ing")) or (lemma(norm) != norm and not norm.endswith("s"))

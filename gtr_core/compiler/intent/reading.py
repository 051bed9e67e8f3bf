"""A reading: how far a question has been understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from gtr_core.catalog import Column, ColumnProfile, Metric
from gtr_core.compiler.spec import Comparison, Dimension, Filter, Having, Measure, NotExists, Order, Stated, Versus
from gtr_core.compiler.verdict import Verdict
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.retrieval.result import Mention, QuestionToken

__all__ = ["Asked", "Reading"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A measure and the tokens, ``last`` exclusive, that ask for it."""

    measure: Measure
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules have made of a question so far. Each rule returns a changed copy.

    Attributes:
        mentions: Those that stand on an instance of the tree, in the order of the question.
        used: Indices of the tokens that some rule has explained.
        spoken: Indices of the mentions that some rule has taken up.
        excluded: Aliases that a not_exists takes out.
        negated_at: The token of the negation that takes them out, -1 where there is none.
        subject: Aliases whose rows are asked for, in the order of the question.
        optional: Aliases of which there need be no row.
    """

    question: str
    tokens: tuple[QuestionToken, ...]
    mentions: tuple[Mention, ...]
    tree: JoinTree
    graph: ContextGraph
    today: date
    used: frozenset[int] = frozenset()
    spoken: frozenset[int] = frozenset()
    excluded: frozenset[str] = frozenset()
    negated_at: int = -1
    subject: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    filters: tuple[Filter, ...] = ()
    having: tuple[Having, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    distinct: bool = False
    optional: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()

    def word(self, i: int) -> str:
        """The normalised token, empty beyond either end."""
        return self.tokens[i].norm if 0 <= i < len(self.tokens) else ""

    def gap(self, i: int) -> str:
        """What stands between a token and the one before it: spaces, signs, punctuation."""
        if not 0 <= i <= len(self.tokens):
            return ""
        start = self.tokens[i - 1].end if i else 0
        return self.question[start : self.tokens[i].start if i < len(self.tokens) else len(self.question)]

    def beside(self, k: int) -> int | None:
        """Index of the mention that follows another with nothing between, not even a comma."""
        i = self.mentions[k].last
        following = self.starting(i)
        return following if following != k and "," not in self.gap(i) and ";" not in self.gap(i) else None

    def says(self, i: int, words: Sequence[str]) -> bool:
        """Whether exactly these words begin at a token."""
        return all(self.word(i + k) == word for k, word in enumerate(words))

    def covering(self, i: int) -> int | None:
        """Index of the first mention that covers a token."""
        return next((k for k, mention in enumerate(self.mentions) if mention.first <= i < mention.last), None)

    def starting(self, i: int, skipping: Iterable[str] = ()) -> int | None:
        """Index of the mention that begins at a token, or behind words that may be skipped."""
        while self.word(i) in skipping and self.covering(i) is None:
            i += 1
        k = self.covering(i)
        return k if k is not None and self.mentions[k].first == i else None

    def instance_table(self, alias: str) -> str:
        """Table id of an instance of the tree."""
        node = self.tree.node(alias)
        assert node is not None
        return node.table

    def column(self, alias: str, name: str) -> Column:
        """The column of an instance."""
        return self.graph.column(self.instance_table(alias), name)

    def profile(self, alias: str, name: str) -> ColumnProfile | None:
        """The profile of an instance's column."""
        return self.graph.column_profile(self.instance_table(alias), name)

    def metric(self, mention: Mention) -> Metric | None:
        """The metric that a mention means, if it means one."""
        posting = mention.posting
        if posting.column is not None or posting.value is None:
            return None
        return self.graph.metric(posting.value)

    def explain(self, tokens: Iterable[int], mentions: Iterable[int] = ()) -> Reading:
        """The reading with these tokens and mentions explained."""
        taken = frozenset(mentions)
        inside = {i for k in taken for i in range(self.mentions[k].first, self.mentions[k].last)}
        return replace(self, used=self.used | frozenset(tokens) | inside, spoken=self.spoken | taken)

    def filtered(self, at: int, *conditions: Filter) -> Reading:
        """The reading with filters that a token asks for: inside the not_exists that takes their instance out."""
        filters = list(self.filters)
        for condition in conditions:
            last = next((i for i in reversed(range(len(filters))) if isinstance(filters[i], NotExists)), None)
            absent = None if last is None else filters[last]
            is_inside = (
                isinstance(condition, Comparison | Stated | Versus)
                and condition.node in self.excluded
                and at > self.negated_at
            )
            if is_inside and last is not None and isinstance(absent, NotExists):
                filters[last] = replace(absent, filters=(*absent.filters, condition))
            else:
                filters.append(condition)
        return replace(self, filters=tuple(filters))

    def not_understood(self, words: str, text: str) -> Reading:
        """The reading with a verdict on words of the question."""
        return replace(self, verdicts=(*self.verdicts, Verdict("not_understood", words, "reported", text)))

    def text(self, first: int, last: int) -> str:
        """Tokens as written, joined by spaces."""
        return " ".join(token.text for token in self.tokens[first:last])

"""What the wording of a question says of where its phrases are put: attachments and contradictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.retrieval.candidate import Option, Phrase

if TYPE_CHECKING:
    from gtr_core.retrieval.assignment import Costs

__all__ = ["Place", "Wording", "column_of", "is_value"]

SURE = 0.9


# Not frozen, as so many are made that it would tell.
@dataclass(slots=True, eq=False)
class Place:
    """A phrase on an instance: what it means there, the instance as a bit, those above it, and what it earns.

    ``value_of`` is the column of which it is a value; None for other meanings.
    """

    option: Option
    instance: int
    bit: int
    chain: int
    weight: float
    regret: float
    value_of: tuple[str, str | None] | None


class Wording:
    """What phrases earn and pay by where they stand to each other in one left-join tree.

    Args:
        phrases: All phrases of the question.
        costs: What attachments earn and contradictions pay.
        fan_outs: Bit set of the instances that are reached from parent to child.
        naming_columns: Of a table id, the columns that name its rows to a person.
    """

    def __init__(
        self,
        phrases: Sequence[Phrase],
        costs: Costs,
        fan_outs: int,
        naming_columns: Callable[[str], Sequence[str]],
    ) -> None:
        self.phrases = phrases
        self.costs = costs
        self.fan_outs = fan_outs
        self.naming_columns = naming_columns

    def earned(self, before: Mapping[int, Place], i: int, place: Place) -> float:
        """What the wording says of the phrase placed last, with those placed before it."""
        earned = 0.0
        for j, strength in self.phrases[i].attached_to:
            head = before.get(j)
            if head is not None:
                earned += self._attached(place, head, strength)
        for j, other in before.items():
            for k, strength in self.phrases[j].attached_to:
                if k == i:
                    earned += self._attached(other, place, strength)
            earned -= self._conflict(i, place, j, other)
            if j in self.phrases[i].apart_from:
                earned += self._apart(place, other)
            elif i in self.phrases[j].apart_from:
                earned += self._apart(other, place)
        return earned

    def most(self, i: int, before: Sequence[int]) -> float:
        """The most that the wording can say of a phrase for where some others stand."""
        links = [strength for j, strength in self.phrases[i].attached_to if j in before]
        links += [strength for j in before for k, strength in self.phrases[j].attached_to if k == i]
        praise = sum([self.costs.attached * strength for strength in links if strength > 0])
        # Whatever else is earned by how two phrases stand to each other is no more than ``apart``.
        return praise + max(self.costs.apart, 0.0) * len(before)

    def _attached(self, placed: Place, head: Place, strength: float) -> float:
        distance = self._distance(placed, head)
        if distance is None:
            if _is_sure(placed.option) and not (placed.chain | head.chain) & self.fan_outs:
                # "The accounts of Ann": of her by way of a table that relates many to many.
                return self.costs.related * strength
            return -0.5 * self.costs.attached * strength
        return self.costs.attached * strength / (1.0 + 0.15 * distance)

    def _apart(self, asked: Place, given: Place) -> float:
        """What is asked of a table earns a row of its own where another row of the table is given by its name."""
        mine, theirs = asked.option.posting, given.option.posting
        if mine.value is not None or theirs.value is None or mine.table != theirs.table:
            return 0.0
        names = self.naming_columns(theirs.table)
        if mine.column not in (None, theirs.column, *names) or theirs.column not in names:
            return 0.0
        if asked.instance == given.instance:
            return -self.costs.pointless
        return 0.0 if (asked.chain ^ given.chain) & self.fan_outs else self.costs.apart

    def _distance(self, below: Place, above: Place) -> int | None:
        """Steps from an instance up to another that it is many-to-one below; None where it is not."""
        if not below.chain & above.bit:
            return None
        between = below.chain & ~above.chain
        return None if between & self.fan_outs else between.bit_count()

    def _conflict(self, i: int, one: Place, j: int, other: Place) -> float:
        if one.value_of is None or one.value_of != other.value_of:
            return 0.0
        if one.option.posting.value == other.option.posting.value:
            return 0.0
        together = j in self.phrases[i].coordinated or i in self.phrases[j].coordinated
        if one.instance == other.instance:
            return 0.0 if together else self.costs.contradiction
        return self.costs.apart if together else 0.0


def _is_sure(option: Option) -> bool:
    """Whether a phrase would surely be a whole value."""
    return option.posting.kind == "value" and option.posting.coverage >= 1.0 and option.weight >= SURE


def is_value(option: Option) -> bool:
    """Whether a phrase would be a value of a column."""
    return option.posting.value is not None and option.posting.kind != "metric"


def column_of(option: Option) -> tuple[str, str | None]:
    """Table id and column of a meaning."""
    return option.posting.table, option.posting.column

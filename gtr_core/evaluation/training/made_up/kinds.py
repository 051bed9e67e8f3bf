"""Every kind of question, in the order of the files that hold them, with its weight."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up import (
    kinds_of_bridges,
    kinds_of_children,
    kinds_of_deals,
    kinds_of_facts,
    kinds_of_flows,
    kinds_of_groups,
    kinds_of_parents,
    kinds_of_roles,
    kinds_of_siblings,
    kinds_of_things,
)
from gtr_core.evaluation.training.made_up.talk import Talk

__all__ = ["KINDS"]

KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    **kinds_of_things.KINDS,
    **kinds_of_parents.KINDS,
    **kinds_of_facts.KINDS,
    **kinds_of_groups.KINDS,
    **kinds_of_roles.KINDS,
    **kinds_of_deals.KINDS,
    **kinds_of_flows.KINDS,
    **kinds_of_children.KINDS,
    **kinds_of_siblings.KINDS,
    **kinds_of_bridges.KINDS,
}
"""Name -> what writes such a question, None where the world offers none, and how often it is tried."""

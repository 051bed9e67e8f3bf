"""Where the phrases go that brought no table into the tree."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.context.join_tree import JoinTree
from gtr_core.retrieval.candidate import Option, Phrase

__all__ = ["place"]


def place(phrase: Phrase, tree: JoinTree, aliases: Sequence[str | None]) -> tuple[Option, str | None]:
    """The meaning and the instance of a phrase that the search left out.

    Of its meanings that the tree's tables hold, one on the instance to which the phrase is attached wins,
    then the weightier, then the instance nearer to the root. Where the tree holds none, the best meaning
    stands without an instance.

    Args:
        phrase: The phrase.
        tree: The chosen tree.
        aliases: The instances of all phrases so far, by which attachments are followed.
    """
    heads = [(aliases[j], strength) for j, strength in phrase.attached_to if j < len(aliases) and aliases[j]]
    best: tuple[float, int, Option, str] | None = None
    for option in phrase.options:
        for depth, node in enumerate(tree.nodes):
            if node.table != option.posting.table:
                continue
            earned = option.weight + sum(
                strength for alias, strength in heads if alias and _on(tree, node.alias, alias)
            )
            if best is None or (earned, -depth) > (best[0], best[1]):
                best = (earned, -depth, option, node.alias)
    return (phrase.options[0], None) if best is None else (best[2], best[3])


def _on(tree: JoinTree, alias: str, head: str) -> bool:
    """Whether an instance is the head or hangs many-to-one below it."""
    return alias == head or any(join.left == head and not join.fan_out for join in tree.path(alias))

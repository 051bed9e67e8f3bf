"""Words before a phrase that tell which of the columns that it could mean it does: ``first name``."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.column_words import column_words, stem, stems
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention, Retrieval

__all__ = ["with_modifiers"]


def with_modifiers(retrieval: Retrieval, graph: ContextGraph) -> Retrieval:
    """The retrieval in which a phrase means the one column, of those it could mean, that bears the word before it too.

    Such a word belongs to no mention; the phrase's first choice was another column, or hardly more than a guess.
    """
    tree = retrieval.tree
    if tree is None:
        return retrieval
    covered = {i for mention in retrieval.mentions for i in range(mention.first, mention.last)}
    changed = []
    for mention in retrieval.mentions:
        i = mention.first - 1
        found = None if i < 0 or i in covered else _column(retrieval.tokens[i].norm, mention, tree, graph)
        if found is None:
            changed.append(mention)
            continue
        posting, node = found
        text = f"{retrieval.tokens[i].text} {mention.text}"
        changed.append(replace(mention, first=i, text=text, variant=text.casefold(), posting=posting, node=node))
    return replace(retrieval, mentions=tuple(changed))


def _column(word: str, mention: Mention, tree: JoinTree, graph: ContextGraph) -> tuple[Posting, str] | None:
    wanted = stems(mention.text) | {stem(word)}
    nodes = {node.table: node.alias for node in reversed(tree.nodes)}
    if mention.node is not None and (own := tree.node(mention.node)) is not None:
        nodes[own.table] = own.alias
    found = [
        posting
        for posting in (mention.posting, *mention.others)
        if posting.table in nodes and posting.column is not None and posting.value is None
        if wanted <= column_words(graph.column(posting.table, posting.column))
    ]
    columns = {(posting.table, posting.column) for posting in found}
    if len(columns) != 1 or mention.posting.coverage >= 1.0:
        return None
    return replace(found[0], coverage=1.0), nodes[found[0].table]

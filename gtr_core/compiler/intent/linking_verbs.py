"""Verbs that only say what the join tree says already: ``students who live in Bern``, ``books written by``."""

from __future__ import annotations

import itertools

from gtr_core.compiler.intent.mention_kinds import is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS, EACH
from gtr_core.compiler.walk import Step, path_between
from gtr_core.retrieval.result import Mention

__all__ = ["is_linking_verb"]

_VERB_WORDS = """
    live lives belong belongs contain contains offer offers produce produces teach teaches taught work works own owns
    participate participates attend attends exist exists take takes took hold holds held include includes write
    writes wrote written sell sells sold buy buys bought make makes made give gives gave given run runs ran
    available associated corresponding responsible placed published located offered
"""
_AUXILIARIES = """
    who that which is are was were have has had been being be do does did can also they it and
"""
_PREPOSITIONS = "in at by on to for from of with as"
_VERBS = frozenset(_VERB_WORDS.split())
_BEFORE = DETERMINERS | frozenset(_AUXILIARIES.split())
_BEHIND = DETERMINERS | EACH | frozenset(_PREPOSITIONS.split())


def is_linking_verb(reading: Reading, i: int) -> bool:
    """Whether a word between two phrases that are used names the only relation that there is between them.

    It stands right behind the one, but for words such as "who are", and before the other, but for a preposition.
    Where two tables are related in several ways, or a value could be of several columns, the verb may be what tells
    them apart, and counts as not understood; so it does where they merely share a parent: that customers and
    suppliers are of one nation is not what "bought from" says.
    """
    word = reading.word(i)
    if not (word in _VERBS or (word.endswith(("ed", "ing")) and len(word) > 4)):
        return False
    before, behind = i - 1, i + 1
    while before >= 0 and reading.covering(before) is None and reading.word(before) in _BEFORE:
        before -= 1
    while behind < len(reading.tokens) and reading.covering(behind) is None and reading.word(behind) in _BEHIND:
        behind += 1
    one, other = reading.covering(before) if before >= 0 else None, reading.covering(behind)
    if one is None or not _is_used(reading, one):
        return False
    if other is None and word in _VERBS and (behind >= len(reading.tokens) or reading.says(behind, ("total",))):
        return all(reading.tokens[at].role != "unexplained" for at in range(before, i))
    if other is None or not _is_used(reading, other):
        return False
    return _are_related_once(reading, reading.mentions[one], reading.mentions[other])


def _is_used(reading: Reading, k: int) -> bool:
    """Whether a rule has taken a phrase up, or it names a table, which the join tree holds anyway."""
    return k in reading.spoken or is_table(reading.mentions[k])


def _are_related_once(reading: Reading, one: Mention, other: Mention) -> bool:
    if one.node is None or other.node is None:
        return False
    for mention in (one, other):
        if is_value(mention) and any(
            posting.value is not None and posting.column != mention.posting.column
            for posting in mention.others
            if posting.table == mention.posting.table
        ):
            return False
    tables = [node.table for node in reading.tree.nodes]
    path = path_between(reading.tree, one.node, other.node)
    ends = {reading.instance_table(one.node), reading.instance_table(other.node)}
    if any(step.to_many and not before.to_many for before, step in itertools.pairwise(path)):
        return False
    return all(tables.count(table) == 1 for table in ends) and all(_is_only_edge(reading, step) for step in path)


def _is_only_edge(reading: Reading, step: Step) -> bool:
    ends = {step.join.edge.child, step.join.edge.parent}
    return sum({edge.child, edge.parent} == ends for edge in reading.graph.joins if edge.enabled) == 1

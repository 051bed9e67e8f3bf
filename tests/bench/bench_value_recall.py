"""Recall of values: literals of gold SQL that grounding finds in the right column, by kind of variant.

Run on demand: ``python -m tests.bench.bench_value_recall FOLDER [--evidence] [--misses]`` with a folder of a table
retrieval benchmark. Scored are the literals that are among the kept values of their column; they serve for scoring
alone: what is grounded is the question.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections import Counter
from pathlib import Path

import sqlglot

from gtr_core.evaluation.reader import open_benchmark
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.grounding import ground
from tests.bench.gold_literals import Place, gold_literals


def found_in(phrases: tuple[Phrase, ...]) -> dict[tuple[str, str | None, str | None], Option]:
    """The best option by table, column and value."""
    found: dict[tuple[str, str | None, str | None], Option] = {}
    for phrase in phrases:
        for option in phrase.options:
            posting = option.posting
            key = (posting.table, posting.column, posting.value)
            if posting.kind == "value" and (key not in found or found[key].weight < option.weight):
                found[key] = option
    return found


def main() -> None:
    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--evidence", action="store_true")
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    kinds: Counter[str] = Counter()
    others: list[int] = []
    rivals: list[int] = []
    total = unreadable = chosen = absent = 0
    missed: list[tuple[str, str, Place, str]] = []
    with open_benchmark(given.folder) as benchmark:
        for question in benchmark.questions:
            context = benchmark.context(question)
            try:
                compared = dict.fromkeys(gold_literals(question.sql, context.graph))
            except sqlglot.errors.ParseError:
                unreadable += 1
                continue
            profiles = {at: context.graph.column_profile(*at) for at, _ in compared}
            kept = [(at, text) for at, text in compared if (p := profiles[at]) is not None and text in p.values]
            if not kept:
                continue
            asked = question.text + (" " + question.evidence if given.evidence else "")
            grounding = ground(asked, context.graph, context.index)
            found, in_phrases = found_in(grounding.spans), found_in(grounding.phrases)
            for at, text in kept:
                total += 1
                option = found.get((*at, text))
                chosen += (*at, text) in in_phrases
                if option is None:
                    kinds["missed"] += 1
                    absent += text.casefold() not in asked.casefold()
                    missed.append((question.id, asked, at, text))
                    continue
                part = "" if option.posting.coverage >= 1 else ", part"
                kinds[f"{option.variant_kind}{part}"] += 1
                places: dict[tuple[str, str | None], float] = {}
                for (table, column, _), other in found.items():
                    places[(table, column)] = max(places.get((table, column), 0.0), other.weight)
                others.append(len(places) - 1)
                rivals.append(sum(w >= option.weight for place, w in places.items() if place != at))
    report = {
        "literals": total,
        "unreadable": unreadable,
        "recall": round(1 - kinds["missed"] / max(total, 1), 4),
        "recall_of_phrases_kept": round(chosen / max(total, 1), 4),
        "missed_and_not_in_the_question_as_written": absent,
        "kinds": {kind: round(count / max(total, 1), 4) for kind, count in kinds.most_common()},
        "other_columns": round(sum(others) / max(len(others), 1), 2),
        "other_columns_as_heavy": round(sum(rivals) / max(len(rivals), 1), 2),
    }
    print(json.dumps(report, indent=2))
    if given.misses:
        for miss in missed:
            print(*miss, sep=" | ")


if __name__ == "__main__":
    main()

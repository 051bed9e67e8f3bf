"""The questions of a benchmark and their gold answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtr_core.evaluation.exceptions import BenchmarkFolderError
from gtr_core.evaluation.json_files import find, read_lines

__all__ = ["Question", "read_questions"]

_FILE = "questions.jsonl"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a benchmark, with what its annotators say of it.

    Attributes:
        evidence: The annotators' hint for this question, empty where there is none.
        sql: The gold query, empty where there is none.
        gold_tables: Table ids that the gold query reads; None where the folder holds no gold.
        gold_joins: Equality conditions of the gold query as unordered pairs of ``table.column``, table
            without its database; None where none are given.
        gold_roles: Instances by table id, where some table stands more than once in the gold query.
        incomplete: The gold names tables that the schema does not have.
    """

    id: str
    db: str
    text: str
    evidence: str = ""
    sql: str = ""
    gold_tables: frozenset[str] | None = None
    gold_joins: tuple[tuple[str, str], ...] | None = None
    gold_roles: Mapping[str, int] | None = None
    incomplete: bool = False
    difficulty: str | None = None

    @property
    def scored(self) -> bool:
        """Whether it counts in scores: it has gold tables, and the schema has them all."""
        return bool(self.gold_tables) and not self.incomplete


def read_questions(folder: Path) -> tuple[Question, ...]:
    """The questions of a benchmark folder, in the order of its file.

    Raises:
        BenchmarkFolderError: The file is missing, or a question lacks its text or its database.
    """
    path = find(folder, _FILE)
    if path is None:
        raise BenchmarkFolderError(str(folder), f"{_FILE} is missing")
    questions = tuple(_question(fields, path, i) for i, fields in enumerate(read_lines(path)))
    if len({question.id for question in questions}) != len(questions):
        raise BenchmarkFolderError(str(path), "an id stands more than once")
    return questions


def _question(fields: Mapping[str, Any], path: Path, position: int) -> Question:
    for name in ("db", "question"):
        if not isinstance(fields.get(name), str):
            raise BenchmarkFolderError(str(path), f"question {position + 1}: a text {name!r} is expected")
    db = fields["db"]
    try:
        return Question(
            id=str(fields.get("id", position)),
            db=db,
            text=fields["question"],
            evidence=fields.get("evidence") or "",
            sql=fields.get("sql") or "",
            gold_tables=_gold_tables(fields, db),
            gold_joins=_gold_joins(fields),
            gold_roles=_gold_roles(fields, db),
            incomplete=bool(fields.get("gold_incomplete")),
            difficulty=fields.get("difficulty"),
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise BenchmarkFolderError(str(path), f"question {position + 1}: {error}") from error


def _gold_tables(fields: Mapping[str, Any], db: str) -> frozenset[str] | None:
    given = fields.get("gold_tables")
    return None if given is None else frozenset(f"{db}.{table}" for table in given)


def _gold_joins(fields: Mapping[str, Any]) -> tuple[tuple[str, str], ...] | None:
    given = fields.get("gold_joins")
    if given is None:
        return None
    return tuple((str(left), str(right)) for left, right in given)


def _gold_roles(fields: Mapping[str, Any], db: str) -> dict[str, int] | None:
    given = fields.get("gold_roles")
    return None if given is None else {f"{db}.{table}": int(count) for table, count in given.items()}

"""Joins that a person reviewed: ``joins.yml`` overrules what is declared, inferred or mined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from gtr_core.catalog import Cardinality, JoinEdge, Table
from gtr_core.joins.exceptions import InvalidReviewError, ReviewFileError
from gtr_core.joins.roles import name_roles

__all__ = ["REVIEWS_FILE", "Review", "apply_reviews", "read_reviews", "with_reviewed_cardinality", "write_reviews"]

REVIEWS_FILE: Final = "joins.yml"
_VERDICTS: Final = ("accept", "reject")
_KEYS: Final = frozenset({"child", "child_columns", "parent", "parent_columns", "verdict", "role", "cardinality"})


@dataclass(frozen=True, slots=True)
class Review:
    """A verdict on one join.

    Attributes:
        child, parent: Table ids, or names where only one table bears them.
        verdict: ``accept``: it is a join, whoever says otherwise; ``reject``: it is none.
        role: What the parent is to the child, over any other name for it.
        cardinality: What holds, over what was measured.
    """

    child: str
    child_columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    verdict: Literal["accept", "reject"] = "accept"
    role: str | None = None
    cardinality: Cardinality | None = None


def read_reviews(path: Path) -> tuple[Review, ...]:
    """The reviews in a file; none where there is no file.

    Raises:
        ReviewFileError: It is no YAML, or not a mapping with a list of ``joins``.
        InvalidReviewError: An entry is not one.
    """
    import yaml

    if not path.exists():
        return ()
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ReviewFileError(str(path), " ".join(str(error).split())) from error
    if loaded is None:
        return ()
    entries = loaded.get("joins", []) if isinstance(loaded, dict) else None
    if not isinstance(entries, list):
        raise ReviewFileError(str(path), "it is no mapping with a list under `joins`")
    return tuple(_review(entry, str(path), number) for number, entry in enumerate(entries, 1))


def write_reviews(path: Path, reviews: Iterable[Review]) -> None:
    """Write the reviews as a file that ``read_reviews`` reads to the same.

    Raises:
        ReviewFileError: The operating system refuses.
    """
    import yaml

    entries = [_form(review) for review in reviews]
    text = yaml.safe_dump({"joins": entries}, sort_keys=False, allow_unicode=True, width=100)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReviewFileError(str(path), error.strerror or "it cannot be written") from error


def apply_reviews(
    edges: Sequence[JoinEdge], reviews: Sequence[Review], tables: Sequence[Table]
) -> tuple[tuple[JoinEdge, ...], tuple[str, ...]]:
    """The edges under the reviews, and a sentence for each review that names what does not exist.

    A rejected edge goes, in both directions. An accepted one has the origin ``reviewed`` first, is enabled and
    certain; where nobody else states it, it is added. A later review of the same columns overrules an earlier one.
    """
    names = _Names(tables)
    warnings: list[str] = []
    kept = list(edges)
    for review in reviews:
        stored = names.stored(review)
        if isinstance(stored, str):
            warnings.append(stored)
            continue
        same = [place for place, edge in enumerate(kept) if _ends(edge) in (_ends(stored), _ends(_turned(stored)))]
        if review.verdict == "reject":
            kept = [edge for place, edge in enumerate(kept) if place not in same]
            continue
        known = kept[same[0]] if same else stored
        # What is stated in one direction and reviewed in the other is an edge in the reviewer's.
        ends = known if _ends(known) == _ends(stored) else stored
        others = tuple(origin for origin in known.origins if origin != "reviewed")
        accepted = replace(
            ends, origins=("reviewed", *others), role=review.role or ends.role, confidence=1.0, enabled=True
        )
        kept = [edge for place, edge in enumerate(kept) if place not in same] + [accepted]
    kept.sort(key=lambda edge: (edge.child, edge.parent, edge.child_columns, edge.parent_columns))
    return name_roles(kept), tuple(warnings)


def with_reviewed_cardinality(
    edges: Iterable[JoinEdge], reviews: Sequence[Review], tables: Sequence[Table]
) -> tuple[JoinEdge, ...]:
    """The edges, after they were measured, with the cardinality that a review gives them."""
    names = _Names(tables)
    given: dict[Any, Cardinality] = {}
    for review in reviews:
        stored = names.stored(review)
        if isinstance(stored, JoinEdge) and review.verdict == "accept" and review.cardinality is not None:
            given[_ends(stored)] = review.cardinality
    return tuple(
        replace(edge, measurement=replace(edge.measurement, cardinality=given[_ends(edge)]))
        if edge.measurement is not None and _ends(edge) in given
        else edge
        for edge in edges
    )


class _Names:
    """Tables by id, and by name where only one bears it."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._by_id = {table.id: table for table in tables}
        self._also = {other: table for table in tables for other in table.also}
        self._by_name: dict[str, list[Table]] = {}
        for table in tables:
            self._by_name.setdefault(table.name.casefold(), []).append(table)

    def stored(self, review: Review) -> JoinEdge | str:
        """The edge under stored names; a sentence where a table or a column does not exist."""
        child, parent = self._find(review.child), self._find(review.parent)
        for name, table in ((review.child, child), (review.parent, parent)):
            if table is None:
                return f"{REVIEWS_FILE}: there is no table {name}, or several are called so."
        assert child is not None, "told above"
        assert parent is not None, "told above"
        columns = []
        for table, names in ((child, review.child_columns), (parent, review.parent_columns)):
            found = [table.column(name) for name in names]
            missing = [name for name, column in zip(names, found, strict=True) if column is None and table.columns]
            if missing:
                return f"{REVIEWS_FILE}: {table.id} has no column {', '.join(missing)}."
            columns.append(
                tuple(name if column is None else column.name for name, column in zip(names, found, strict=True))
            )
        return JoinEdge(child.id, columns[0], parent.id, columns[1], origins=("reviewed",), role=review.role)

    def _find(self, name: str) -> Table | None:
        called = self._by_name.get(name.casefold(), [])
        return self._by_id.get(name) or self._also.get(name) or (called[0] if len(called) == 1 else None)


def _review(entry: object, path: str, number: int) -> Review:
    if not isinstance(entry, Mapping):
        raise InvalidReviewError(path, number, "it is no mapping")
    unknown = sorted(str(key) for key in entry if key not in _KEYS)
    if unknown:
        raise InvalidReviewError(path, number, f"{', '.join(unknown)} is not known")
    child, parent = entry.get("child"), entry.get("parent")
    if not isinstance(child, str) or not isinstance(parent, str):
        raise InvalidReviewError(path, number, "child and parent are names of tables")
    columns, others = _columns(entry.get("child_columns")), _columns(entry.get("parent_columns"))
    if not columns or len(columns) != len(others):
        raise InvalidReviewError(path, number, "child_columns and parent_columns are lists of the same length")
    verdict, role, cardinality = entry.get("verdict", "accept"), entry.get("role"), entry.get("cardinality")
    if verdict not in _VERDICTS:
        raise InvalidReviewError(path, number, f"the verdict is {verdict!r}")
    if role is not None and not isinstance(role, str):
        raise InvalidReviewError(path, number, "the role is no text")
    if cardinality is not None and cardinality not in get_args(Cardinality):
        raise InvalidReviewError(path, number, f"the cardinality is {cardinality!r}")
    return Review(
        child, columns, parent, others, cast("Literal['accept', 'reject']", verdict), role,
        cast("Cardinality | None", cardinality),
    )  # fmt: skip


def _columns(value: object) -> tuple[str, ...]:
    """A list of names, or one name."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) and all(isinstance(name, str) for name in value) else ()


def _form(review: Review) -> dict[str, Any]:
    form: dict[str, Any] = {
        "child": review.child,
        "child_columns": list(review.child_columns),
        "parent": review.parent,
        "parent_columns": list(review.parent_columns),
        "verdict": review.verdict,
    }
    return form | {key: value for key in ("role", "cardinality") if (value := getattr(review, key)) is not None}


def _ends(edge: JoinEdge) -> tuple[str, str, frozenset[tuple[str, str]]]:
    return (edge.child, edge.parent, frozenset((one.casefold(), other.casefold()) for one, other in edge.pairs))


def _turned(edge: JoinEdge) -> JoinEdge:
    return replace(
        edge, child=edge.parent, child_columns=edge.parent_columns, parent=edge.child, parent_columns=edge.child_columns
    )

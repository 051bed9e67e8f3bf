"""Claims that one table refers to another, and the join edges that they make together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gtr_core.catalog import JoinEdge, Origin

__all__ = ["JoinClaim", "merge_claims", "name_roles"]

# A claim is weaker where the project itself hedges it.
_WARN, _CONDITIONAL, _DISABLED = 0.95, 0.95, 0.5

_STRENGTH: dict[Origin, int] = {
    "reviewed": 0,
    "constraint": 1,
    "warehouse_key": 2,
    "foreign_key_test": 3,
    "relationships_test": 4,
    "meta": 5,
    "semantic_entity": 6,
    "query_history": 7,
    "inferred": 8,
}
_LONGEST_NAME = 300
_KEY_SUFFIX = re.compile(r"(?i)(?:[_ ]?(?:uuid|guid|id|key|sk|fk|bk|code|no|nr|number))+$")


@dataclass(frozen=True, slots=True)
class JoinClaim:
    """One statement of an edge.

    Attributes:
        statement: unique_id of the node that states it.
        severity: error or warn for tests, None for everything else.
    """

    child: str
    child_columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    origin: Origin
    statement: str
    role: str | None = None
    conditions: tuple[str, ...] = ()
    parent_conditions: tuple[str, ...] = ()
    severity: str | None = None
    enabled: bool = True

    @property
    def trivial(self) -> bool:
        """Whether it says that each row of a table refers to itself."""
        return self.child == self.parent and self.child_columns == self.parent_columns


def merge_claims(claims: Iterable[JoinClaim]) -> tuple[JoinEdge, ...]:
    """One edge for all claims of the same columns, in whatever order composite keys name them.

    A claim without conditions, or of severity error, or that is enabled, outweighs those that are weaker in that.
    """
    groups: dict[tuple[object, ...], list[JoinClaim]] = {}
    for claim in claims:
        if not claim.trivial:
            pairs = tuple(sorted(zip(claim.child_columns, claim.parent_columns, strict=True)))
            groups.setdefault((claim.child, claim.parent, pairs), []).append(claim)
    return name_roles(_edge(group) for group in groups.values())


def name_roles(edges: Iterable[JoinEdge]) -> tuple[JoinEdge, ...]:
    """Edges between the same two tables told apart by roles, from the names of their child columns.

    >>> ids = ("ship_address_id", "bill_address_id")
    >>> [edge.role for edge in name_roles(JoinEdge("orders", (id,), "address", ("id",)) for id in ids)]
    ['ship_address', 'bill_address']
    """
    edges = tuple(edges)
    between: dict[tuple[str, str], int] = {}
    for edge in edges:
        between[edge.child, edge.parent] = between.get((edge.child, edge.parent), 0) + 1
    return tuple(
        replace(edge, role=_role(edge.child_columns))
        if edge.role is None and (between[edge.child, edge.parent] > 1 or edge.child == edge.parent)
        else edge
        for edge in edges
    )


def _edge(claims: list[JoinClaim]) -> JoinEdge:
    first = claims[0]
    firm = [claim for claim in claims if claim.enabled] or claims
    unconditional = any(not claim.conditions and not claim.parent_conditions for claim in firm)
    severities = {claim.severity for claim in firm}
    origins = dict.fromkeys(sorted((claim.origin for claim in claims), key=_STRENGTH.__getitem__))
    edge = JoinEdge(
        first.child,
        first.child_columns,
        first.parent,
        first.parent_columns,
        origins=tuple(origins),
        role=next((claim.role for claim in claims if claim.role), None),
        conditions=() if unconditional else tuple(dict.fromkeys(text for claim in firm for text in claim.conditions)),
        parent_conditions=()
        if unconditional
        else tuple(dict.fromkeys(text for claim in firm for text in claim.parent_conditions)),
        severity=_severity(severities),
        enabled=any(claim.enabled for claim in claims),
    )
    return replace(edge, confidence=round(_confidence(edge, certain=None in severities), 4))


def _severity(severities: set[str | None]) -> str | None:
    if severities == {None}:
        return None
    return "warn" if "error" not in severities else "error"


def _confidence(edge: JoinEdge, *, certain: bool) -> float:
    confidence = 1.0
    if edge.severity == "warn" and not certain:
        confidence *= _WARN
    if edge.parent_conditions or any(not _only_presence(text, edge) for text in edge.conditions):
        confidence *= _CONDITIONAL
    return confidence if edge.enabled else confidence * _DISABLED


def _only_presence(condition: str, edge: JoinEdge) -> bool:
    """Whether a condition only asks that the key is there, which every foreign key means anyway."""
    names = "|".join(re.escape(name) for name in edge.child_columns)
    return re.fullmatch(rf'(?is)\s*[("`\[]*(?:{names})["`\]]*\s+is\s+not\s+null\s*\)*\s*', condition) is not None


def _role(columns: tuple[str, ...]) -> str:
    return "_".join(_KEY_SUFFIX.sub("", column[:_LONGEST_NAME]) or column for column in columns).lower()

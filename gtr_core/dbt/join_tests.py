"""Join claims that a project's tests state: one reader a kind of test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gtr_core.catalog import Origin, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.column_pairs import expression_pairs
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.generic_tests import GenericTest
from gtr_core.dbt.join_claims import JoinClaim
from gtr_core.dbt.references import References

__all__ = ["JOIN_TESTS", "JoinArguments", "claim_of_test"]


@dataclass(frozen=True, slots=True)
class JoinArguments:
    """What a join test says, before anything is looked up.

    Attributes:
        to: The parent as written.
        child_columns, parent_columns: As written; one each may be an SQL expression.
    """

    origin: Origin
    to: str | None
    child_columns: tuple[str, ...]
    parent_columns: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    parent_conditions: tuple[str, ...] = ()


def _relationships(test: GenericTest) -> JoinArguments:
    return JoinArguments(
        "relationships_test",
        test.text("to"),
        (test.column,) if test.column else test.names("from"),
        test.names("field"),
    )


def _relationships_where(test: GenericTest) -> JoinArguments:
    plain = _relationships(test)
    return JoinArguments(
        plain.origin,
        plain.to,
        plain.child_columns,
        plain.parent_columns,
        _condition(test.text("from_condition")),
        _condition(test.text("to_condition")),
    )


def _foreign_key(test: GenericTest) -> JoinArguments:
    return JoinArguments(
        "foreign_key_test",
        test.text("pk_table_name", "to"),
        test.names("fk_column_names", "fk_column_name") or ((test.column,) if test.column else ()),
        test.names("pk_column_names", "pk_column_name", "field"),
    )


JOIN_TESTS: Mapping[str, Callable[[GenericTest], JoinArguments]] = {
    "relationships": _relationships,
    "relationships_where": _relationships_where,
    "foreign_key": _foreign_key,
}


def claim_of_test(
    test: GenericTest, tables: Mapping[str, Table], references: References, rules: AdapterRules
) -> JoinClaim | str:
    """The claim that a join test makes, or the reason why it makes none."""
    said = JOIN_TESTS[test.name](test)
    parent = references.resolve(said.to, test.package) if said.to else None
    child = test.table or _other(test, parent, references)
    if child not in tables or child is None:
        return f"its child is no table: {child or 'not named'}"
    if parent not in tables or parent is None:
        return f"its parent is no table: {said.to or 'not named'}"
    if not said.child_columns or len(said.child_columns) != len(said.parent_columns):
        return f"it pairs {len(said.child_columns)} columns with {len(said.parent_columns)}"
    pairs = _stored_pairs(said, tables[child], tables[parent], rules)
    if not pairs:
        return "its columns are SQL expressions that differ"
    claim = JoinClaim(
        child,
        tuple(pair[0] for pair in pairs),
        parent,
        tuple(pair[1] for pair in pairs),
        said.origin,
        test.unique_id,
        conditions=(*_condition(test.where), *said.conditions),
        parent_conditions=said.parent_conditions,
        severity=test.severity,
        enabled=test.enabled,
    )
    return "it joins each row of one relation to itself" if claim.trivial else claim


def _other(test: GenericTest, parent: str | None, references: References) -> str | None:
    """The child where a test names none: what it reads beside the parent, or the parent itself."""
    read = {references.canonical(unique_id) for unique_id in test.depends_on}
    others = read - {parent}
    if len(others) == 1:
        return others.pop()
    return parent if parent is not None and read == {parent} else None


def _stored_pairs(said: JoinArguments, child: Table, parent: Table, rules: AdapterRules) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for left, right in zip(said.child_columns, said.parent_columns, strict=True):
        stored = stored_column(child, left, rules), stored_column(parent, right, rules)
        if stored[0] is not None and stored[1] is not None:
            pairs.append((stored[0], stored[1]))
            continue
        within = expression_pairs(left, right, rules.dialect)
        if not within:
            return ()
        for ours, theirs in within:
            pairs.append((stored_column(child, ours, rules) or ours, stored_column(parent, theirs, rules) or theirs))
    return tuple(dict.fromkeys(pairs))


def _condition(text: str | None) -> tuple[str, ...]:
    """A condition, unless it is the one that always holds."""
    text = (text or "").strip()
    return () if text.replace(" ", "").lower() in ("", "1=1", "true") else (text,)

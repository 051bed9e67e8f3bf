"""Generic tests as calls: which test, on which table, with which arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gtr_core.dbt.loose import mapping
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import Node
from gtr_core.dbt.references import References

__all__ = ["GenericTest", "generic_tests"]


@dataclass(frozen=True, slots=True)
class GenericTest:
    """One generic test.

    Attributes:
        name: Without its package.
        table: Id of the table (or unique_id of the node that is none) that it tests; None where it names none.
        arguments: All arguments, those under ``arguments:`` among them.
        column: ``column_name``, from the arguments or the node; may be an SQL expression.
        where: ``config.where``, empty where there is none.
        severity: error or warn.
        depends_on: unique_ids that it reads, in no meaningful order.
    """

    unique_id: str
    name: str
    package: str | None
    table: str | None
    arguments: Mapping[str, Any]
    column: str | None
    where: str
    severity: str
    enabled: bool
    depends_on: tuple[str, ...]

    def text(self, *names: str) -> str | None:
        """The first of these arguments that is a text and not empty."""
        for name in names:
            value = self.arguments.get(name)
            if isinstance(value, str) and value.strip():
                return value
        return None

    def names(self, *names: str) -> tuple[str, ...]:
        """The first of these arguments that is a text or a list of texts."""
        for name in names:
            value = self.arguments.get(name)
            if isinstance(value, str) and value.strip():
                return (value,)
            if isinstance(value, list) and value and all(isinstance(item, str) and item.strip() for item in value):
                return tuple(value)
        return ()


def generic_tests(manifest: Manifest, references: References) -> Iterator[tuple[str, GenericTest | None]]:
    """Every test node; None for singular tests, which are SQL and nothing else."""
    for unique_id, node in manifest.tests():
        metadata = node.test_metadata
        if metadata is None or not metadata.name:
            yield unique_id, None
            continue
        kwargs = metadata.kwargs or {}
        arguments = {**kwargs, **mapping(kwargs.get("arguments"))}
        config = node.config
        column = arguments.get("column_name")
        where = (config.where if config else None) or arguments.get("where")
        severity = (config.severity if config else None) or arguments.get("severity")
        depends_on = manifest.parents.get(unique_id, ())
        yield (
            unique_id,
            GenericTest(
                unique_id,
                metadata.name.rsplit(".", 1)[-1],
                node.package_name,
                _tested(node, arguments, depends_on, references),
                arguments,
                column if isinstance(column, str) and column.strip() else node.column_name,
                where.strip() if isinstance(where, str) else "",
                "warn" if isinstance(severity, str) and severity.strip().lower() == "warn" else "error",
                enabled=config is None or not config.disabled,
                depends_on=depends_on,
            ),
        )


def _tested(
    node: Node, arguments: Mapping[str, Any], depends_on: tuple[str, ...], references: References
) -> str | None:
    """By the test's own ``model`` argument; the order of ``depends_on`` means nothing."""
    model = arguments.get("model")
    if isinstance(model, str) and model.strip():
        found = references.resolve(model, node.package_name)
        if found is not None:
            return found
    if node.attached_node:
        return references.canonical(node.attached_node)
    return references.canonical(depends_on[0]) if len(depends_on) == 1 else None

"""References between nodes: ``ref`` and ``source`` calls, and relation names, to unique_ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gtr_core.catalog import Relation
from gtr_core.dbt.loose import number_or_text
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import Node
from gtr_core.dbt.relation_name import parse_relation_name

__all__ = ["References", "parse_call"]

_CALL = re.compile(r"\b(ref|source)\s*\(([^()]*)\)")
# No call is longer; what is, is no reference, and would only cost time.
_LONGEST_CALL = 2_000
_STRING = r"""(?:"([^"]*)"|'([^']*)')"""
_ARGUMENT = re.compile(rf"""\s*(?:(\w+)\s*=\s*)?(?:{_STRING}|([\w.]+))\s*(?:,|$)""")


def parse_call(text: str) -> tuple[str, tuple[str, ...], str | None] | None:
    """The last ``ref`` or ``source`` call in a text: its name, its arguments, and the version asked for.

    >>> parse_call("{{ get_where_subquery(ref('shop', 'orders', v=2)) }}")
    ('ref', ('shop', 'orders'), '2')
    """
    calls = _CALL.findall(text)
    if not calls or len(calls[-1][1]) > _LONGEST_CALL:
        return None
    function, inside = calls[-1]
    arguments: list[str] = []
    version: str | None = None
    for keyword, double, single, bare in _ARGUMENT.findall(inside):
        value = double or single or bare
        if keyword in ("v", "version"):
            version = value
        elif not keyword and value:
            arguments.append(value)
    return (function, tuple(arguments), version) if arguments else None


class References:
    """Finds the nodes that a project's own words refer to.

    Args:
        manifest: Where nodes are looked up; disabled ones are not found.
        relations: Stored relation by table id.
        canonical: Table id by unique_id, for every node that is a table or part of one.
    """

    def __init__(self, manifest: Manifest, relations: Mapping[str, Relation], canonical: Mapping[str, str]) -> None:
        self._project = manifest.project
        self._canonical = canonical
        self._models: dict[str, list[tuple[str, Node]]] = {}
        self._sources: dict[tuple[str, str], list[tuple[str, Node]]] = {}
        for unique_id, node in manifest.relations():
            if node.source_name is not None or unique_id.startswith("source."):
                self._sources.setdefault((node.source_name or "", node.name or ""), []).append((unique_id, node))
            else:
                self._models.setdefault(node.name or "", []).append((unique_id, node))
        self._by_name: dict[tuple[str, ...], list[str]] = {}
        for unique_id, relation in relations.items():
            folded = tuple(part.casefold() for part in relation.parts)
            for start in range(len(folded)):
                self._by_name.setdefault(folded[start:], []).append(unique_id)

    def canonical(self, unique_id: str) -> str:
        """The table that a node is, else the same unique_id."""
        return self._canonical.get(unique_id, unique_id)

    def resolve(self, text: str, package: str | None = None) -> str | None:
        """The table that a test argument, a constraint or ``meta.gtr`` means; a node that is no table by its unique_id.

        It may be a ``ref`` or ``source`` call within any Jinja, a unique_id, a rendered relation name, or a node's
        bare name, tried in this order.
        """
        called = parse_call(text)
        if called is not None:
            function, arguments, version = called
            return self._source(arguments, package) if function == "source" else self._ref(arguments, version, package)
        text = text.strip()
        if text in self._canonical:
            return self._canonical[text]
        return self.relation(text) or self._ref((text,), None, package)

    def relation(self, text: str) -> str | None:
        """The table of a rendered relation name, without regard to case and quotes; None if it is not unique."""
        parts = tuple(part.text.casefold() for part in parse_relation_name(text))
        # One part alone is a node's name, not a relation's.
        return self._only(self._by_name.get(parts, ())) if len(parts) > 1 else None

    def _ref(self, arguments: tuple[str, ...], version: str | None, package: str | None) -> str | None:
        name = arguments[-1]
        candidates = self._models.get(name, [])
        if len(arguments) > 1:
            candidates = [item for item in candidates if item[1].package_name == arguments[0]]
        else:
            candidates = self._nearest(candidates, package)
        if version is not None:
            candidates = [item for item in candidates if _same_version(item[1].version, version)]
        else:
            latest = [item for item in candidates if item[1].version is None or _is_latest(item[1])]
            candidates = latest or candidates
        return self._only(unique_id for unique_id, _ in candidates)

    def _source(self, arguments: tuple[str, ...], package: str | None) -> str | None:
        if len(arguments) < 2:
            return None
        candidates = self._nearest(self._sources.get((arguments[-2], arguments[-1]), []), package)
        return self._only(unique_id for unique_id, _ in candidates)

    def _nearest(self, candidates: list[tuple[str, Node]], package: str | None) -> list[tuple[str, Node]]:
        """Those in the package that speaks, else in the root project, else all, which is how dbt looks."""
        for wanted in (package, self._project):
            near = [item for item in candidates if item[1].package_name == wanted]
            if near:
                return near
        return candidates

    def _only(self, candidates: Iterable[str]) -> str | None:
        found = tuple(dict.fromkeys(self._canonical.get(candidate, candidate) for candidate in candidates))
        return found[0] if len(found) == 1 else None


def _same_version(stated: object, wanted: str) -> bool:
    text = number_or_text(stated)
    return text is not None and (text == wanted or text.removesuffix(".0") == wanted.removesuffix(".0"))


def _is_latest(node: Node) -> bool:
    latest = number_or_text(node.latest_version)
    return latest is not None and _same_version(node.version, latest)

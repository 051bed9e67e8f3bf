"""What the keys of a schema call the rows that they refer to: the roles of its join edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary, ref

from gtr_core.catalog import JoinEdge, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, lemma, split_identifier

__all__ = ["END", "START", "Role", "RoleBook", "is_plain", "role_book", "role_words"]

# What the keys of where something starts and ends are called.
START = frozenset({"from", "source", "src", "origin", "orig", "departure", "dep", "start", "sender"})
END = frozenset({"to", "destination", "dest", "dst", "arrival", "arr", "end", "target", "recipient", "receiver"})

_KEY_WORDS = frozenset({"id", "ids", "key", "fk", "sk", "pk", "code", "no", "nr", "num", "number", "identifier", "ref"})
_UNTELLING = (FUNCTION_WORDS | OPERATOR_WORDS) - START - END


@dataclass(frozen=True, slots=True)
class Role:
    """What an edge's key calls the parent's row, beside the parent's own name.

    Attributes:
        edge: The edge.
        names: The words that tell it, as lemmas, once for each name that the key has: those that neither its parent's
            name has nor all of its sisters (``referring`` of ``referring_vet_id``).
        sisters: Keys of the same child to the same parent, this one among them, in the order of the child's columns.
        place: Its own place among them.
        is_object: Whether the key is called as the child is, and has a sister (``friend_id`` of ``friend``): it is
            who is befriended, and the sister is whose friend that is.
        to_key: Whether it refers to its parent's primary key, or that is not known.
        relation: The words of the child's name, as written and as lemmas; empty unless ``is_object``.
        is_plain: Whether the key's columns say no more than which table it refers to, or whose row it is: ``vet_id``,
            whatever role it is declared to have.
    """

    edge: JoinEdge
    names: tuple[frozenset[str], ...]
    sisters: tuple[JoinEdge, ...]
    place: int = 0
    is_object: bool = False
    to_key: bool = True
    relation: frozenset[str] = frozenset()
    is_plain: bool = False

    @property
    def words(self) -> frozenset[str]:
        """The words of all its names."""
        return frozenset().union(*self.names)

    @property
    def is_self(self) -> bool:
        """Whether a table refers to itself."""
        return self.edge.child == self.edge.parent

    @property
    def starts(self) -> bool:
        """Whether it is where something starts."""
        return bool(self.words & START)

    @property
    def ends(self) -> bool:
        """Whether it is where something ends."""
        return bool(self.words & END)


class RoleBook:
    """The roles of a graph's edges, each found when it is first asked for."""

    def __init__(self, graph: ContextGraph) -> None:
        self._graph = ref(graph)
        self._roles: dict[tuple[str, str, tuple[str, ...], tuple[str, ...]], Role] = {}

    def role(self, edge: JoinEdge) -> Role:
        """The role of an edge; one that is not of the graph has no sisters."""
        key = (edge.child, edge.parent, edge.child_columns, edge.parent_columns)
        found = self._roles.get(key)
        if found is None:
            graph = self._graph()
            assert graph is not None, "a graph's roles are asked for while it is alive"
            for role in _family(graph, edge):
                one = role.edge
                self._roles[one.child, one.parent, one.child_columns, one.parent_columns] = role
            found = self._roles[key]
        return found


def role_book(graph: ContextGraph) -> RoleBook:
    """The roles of a graph's edges; kept as long as the graph is."""
    book = _BOOKS.get(graph)
    if book is None:
        book = _BOOKS[graph] = RoleBook(graph)
    return book


_BOOKS: WeakKeyDictionary[ContextGraph, RoleBook] = WeakKeyDictionary()


def role_words(graph: ContextGraph, edge: JoinEdge) -> frozenset[str]:
    """See ``Role.words``."""
    return role_book(graph).role(edge).words


def is_plain(graph: ContextGraph, edge: JoinEdge) -> bool:
    """See ``Role.is_plain``."""
    return role_book(graph).role(edge).is_plain


def _family(graph: ContextGraph, edge: JoinEdge) -> list[Role]:
    """The roles of an edge and its sisters."""
    child = graph.table(edge.child)
    sisters = [other for other in graph.successors[graph.positions[edge.child]] if other.parent == edge.parent]
    own = _same(edge)
    if not any(_same(other) == own for other in sisters):
        sisters = [edge]
    sisters.sort(key=lambda other: (graph.column(child.id, other.child_columns[0]).position, other.child_columns))
    names = [_telling(graph, other) for other in sisters]
    words = [frozenset[str]().union(*told) for told in names]
    common = frozenset[str].intersection(*words) if len(words) > 1 else frozenset[str]()
    relation = _table_words(child)
    keys = [_key_names(graph, other) for other in sisters]
    objects = [len(sisters) == 2 and any(name and name <= relation for name in key) for key in keys]
    if all(objects) or edge.child == edge.parent:
        objects = [False] * len(sisters)
    made = []
    family = tuple(sisters)
    for place, (other, told, is_object) in enumerate(zip(sisters, names, objects, strict=True)):
        known = common if is_object or edge.child == edge.parent else common | relation
        kept = dict.fromkeys(name - known for name in told if name - known)
        key = graph.primary_key(other.parent)
        to_key = not key or set(key) == set(other.parent_columns)
        as_written = (relation | _raw(_names(child))) if is_object else frozenset()
        plain = not any(name - known for name in _telling(graph, other, declared=False))
        made.append(Role(other, tuple(kept), family, place, is_object, to_key, as_written, plain))
    return made


def _same(edge: JoinEdge) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return edge.child_columns, edge.parent_columns


def _telling(graph: ContextGraph, edge: JoinEdge, *, declared: bool = True) -> list[frozenset[str]]:
    """The words of each name of an edge's key that its parent's name does not have, of its declared role or not."""
    own = set(_table_words(graph.table(edge.parent)))
    own.update(lemma(word) for column in edge.parent_columns for word in split_identifier(column))
    return [name - own for name in _key_names(graph, edge, declared=declared)]


def _key_names(graph: ContextGraph, edge: JoinEdge, *, declared: bool = True) -> list[frozenset[str]]:
    names = [*edge.child_columns, *((edge.role,) if edge.role and declared else ())]
    for name in edge.child_columns:
        column = graph.column(edge.child, name)
        names += [column.label or "", column.alias]
    return [frozenset(_content(name)) for name in names if name]


def _content(name: str) -> set[str]:
    """The words of a name, as lemmas, without those that tell nothing unless all are such."""
    words = {lemma(word) for word in split_identifier(name)} - _KEY_WORDS
    words = {word for word in words if len(word) > 1 and not word.isdigit()}
    return words - _UNTELLING or words


def _table_words(table: Table) -> frozenset[str]:
    return frozenset(lemma(word) for word in _raw(_names(table)))


def _names(table: Table) -> tuple[str, ...]:
    return (table.name, table.relation.identifier, table.alias, table.label or "", *table.synonyms)


def _raw(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in split_identifier(name))

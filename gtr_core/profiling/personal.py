"""Personal data: declared by the project, named as such, or seen in the values, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.catalog import Column, Table
from gtr_core.profiling.name_hints import name_words, singular
from gtr_core.profiling.personal_values import kind_of_numbers, kind_of_values
from gtr_core.profiling.type_group import TypeGroup
from gtr_core.profiling.word_lists import word_list

__all__ = [
    "Personal",
    "declared_personal",
    "personal_by_name",
    "personal_by_values",
]


@dataclass(frozen=True, slots=True)
class Personal:
    """That a column holds personal data.

    Attributes:
        kind: email, phone, name, address, birth_date, account, national_id, ip_address, user_name, other.
        reason: A sentence's end for the user.
    """

    kind: str
    reason: str


_TAGS = word_list("personal_tags")

_ABOUT = word_list("about_personal")
"""Words with which a name tells of something about e-mail, telephones and the like, and not of one of them."""

_TEXT: frozenset[TypeGroup] = frozenset({"text"})
_NUMBERS: frozenset[TypeGroup] = frozenset({"integer", "decimal", "float"})
_TEXT_OR_NUMBER: frozenset[TypeGroup] = frozenset({"text", "integer", "decimal", "float"})
_TEXT_OR_TIME: frozenset[TypeGroup] = frozenset({"text", "date", "timestamp", "integer"})

_WORDS: tuple[tuple[str, frozenset[TypeGroup], frozenset[str]], ...] = (
    ("email", _TEXT, word_list("personal_email")),
    ("phone", _TEXT_OR_NUMBER, word_list("personal_phone")),
    ("birth_date", _TEXT_OR_TIME, word_list("personal_birth_date")),
    ("account", _TEXT_OR_NUMBER, word_list("personal_account")),
    ("national_id", _TEXT_OR_NUMBER, word_list("personal_national_id")),
    ("name", _TEXT, word_list("personal_name")),
    ("address", _TEXT, word_list("personal_address")),
    ("user_name", _TEXT, word_list("personal_user_name")),
)  # fmt: skip

_PHRASES: tuple[tuple[str, frozenset[TypeGroup], tuple[str, ...]], ...] = (
    *(
        ("name", _TEXT, (part, "name"))
        for part in ("first", "last", "given", "family", "middle", "maiden", "sur", "fore")
    ),
    ("user_name", _TEXT, ("user", "name")),
    ("user_name", _TEXT, ("screen", "name")),
    ("email", _TEXT, ("e", "mail")),
    ("national_id", _TEXT_OR_NUMBER, ("national", "id")),
    ("national_id", _TEXT_OR_NUMBER, ("social", "security")),
    ("national_id", _TEXT_OR_NUMBER, ("driver", "license")),
    ("national_id", _TEXT_OR_NUMBER, ("driving", "licence")),
    ("national_id", _TEXT_OR_NUMBER, ("id", "card")),
    ("national_id", _TEXT_OR_NUMBER, ("personal", "id")),
    ("national_id", _TEXT_OR_NUMBER, ("national", "insurance")),
    ("national_id", _TEXT_OR_NUMBER, ("ni", "number")),
    ("national_id", _TEXT_OR_NUMBER, ("ni", "no")),
    ("national_id", _TEXT_OR_NUMBER, ("identity", "card")),
    ("national_id", _TEXT_OR_NUMBER, ("health", "card")),
    ("national_id", _TEXT_OR_NUMBER, ("voter", "id")),
    ("national_id", _TEXT_OR_NUMBER, ("codice", "fiscale")),
    ("account", _TEXT_OR_NUMBER, ("credit", "card")),
    ("account", _TEXT_OR_NUMBER, ("card", "number")),
    ("account", _TEXT_OR_NUMBER, ("bank", "account")),
    ("ip_address", _TEXT, ("ip", "address")),
)

_NO_STREET = word_list("no_street")
_NO_BIRTH = word_list("no_birth")
_PERSONS = word_list("persons")
_MAYBE_PERSONS = word_list("maybe_persons")
_ORGANISATIONS = word_list("organisations")


def declared_personal(table: Table, column: Column) -> bool | None:
    """What the project declares: personal, not personal, or nothing."""
    if column.personal is not None:
        return column.personal
    tags = {tag.casefold().replace("-", "_").rpartition(":")[2] for tag in (*column.tags, *table.tags)}
    return True if tags & _TAGS else None


def personal_by_name(table: Table, column: Column, group: TypeGroup) -> Personal | None:
    """What a name alone makes sure enough that no value need be looked at."""
    words = name_words(column.name)
    if not words or set(words) & _ABOUT:
        return None
    kind = _phrase_kind(words, group) or _word_kind(words, group)
    if kind is None and (_is_name_of(words, table, group) or _is_split_name(words, table, group)):
        kind = "name"
    if kind in ("address", "phone") and _is_of_organisation(words, table):
        return None
    return None if kind is None else Personal(kind, f"its name says so ({kind.replace('_', ' ')})")


def personal_by_values(
    table: Table, column: Column, values: Sequence[str], group: TypeGroup = "text"
) -> Personal | None:
    """What a few hundred distinct values of a column of text or numbers show. They are looked at and not kept."""
    words = name_words(column.name)
    of_kind = kind_of_numbers if group in _NUMBERS else kind_of_values
    kind = of_kind(values, set(words), set(words) | set(singular(name_words(table.name))))
    if kind is None or (kind in ("address", "phone") and _is_of_organisation(words, table)):
        return None
    return Personal(kind, f"its values look so ({kind.replace('_', ' ')})")


def _phrase_kind(words: Sequence[str], group: TypeGroup) -> str | None:
    pairs = set(zip(words, words[1:], strict=False))
    return next((kind for kind, groups, phrase in _PHRASES if group in groups and phrase in pairs), None)


def _word_kind(words: Sequence[str], group: TypeGroup) -> str | None:
    present = set(words)
    for kind, groups, hint in _WORDS:
        if group not in groups or not present & hint:
            continue
        if kind == "address" and present & _NO_STREET:
            continue
        if kind == "birth_date" and present & _NO_BIRTH:
            continue
        return kind
    return None


def _is_name_of(words: Sequence[str], table: Table, group: TypeGroup) -> bool:
    """``employee_name``, or ``name`` in a table of persons."""
    if group != "text" or words[-1] != "name":
        return False
    rest = singular(words[:-1])
    if rest:
        return rest[-1] in _PERSONS
    own = singular(name_words(table.name))
    return bool(own) and own[-1] in _PERSONS


def _is_split_name(words: Sequence[str], table: Table, group: TypeGroup) -> bool:
    """``fname`` beside ``lname``; alone, such a letter is only a table's prefix (``l_name``)."""
    pair = {"fname", "lname"}
    if group != "text" or "".join(words) not in pair:
        return False
    return pair <= {"".join(name_words(column.name)) for column in table.columns}


def _is_of_organisation(words: Sequence[str], table: Table) -> bool:
    """Whether an address or a telephone is a shop's or a school's: by its column's name, else by its table's."""
    own = set(singular(words))
    if own & (_PERSONS | _MAYBE_PERSONS):
        return False
    return bool(own & _ORGANISATIONS) or bool(set(singular(name_words(table.name))[-1:]) & _ORGANISATIONS)

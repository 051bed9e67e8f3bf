"""Personal data: declared by the project, named as such, or seen in the values, in this order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gtr_core.catalog import Column, Table
from gtr_core.profiling.name_hints import name_words
from gtr_core.profiling.national_ids import are_national_ids
from gtr_core.profiling.person_names import (
    has_given_name,
    is_given_name,
    is_name_with_initials,
    is_person_name,
)
from gtr_core.profiling.type_group import TypeGroup
from gtr_core.profiling.value_patterns import (
    is_bank_account,
    is_card_number,
    is_email,
    is_handle,
    is_ip_address,
    is_mobile_digits,
    is_phone,
    is_phone_digits,
    is_street_address,
    is_strict_phone,
    share_of,
)
from gtr_core.profiling.word_lists import word_list

__all__ = [
    "Personal",
    "declared_personal",
    "may_be_personal_numbers",
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

_THINGS = word_list("numbered_things")
_CONTACT = word_list("contact_words")
_DONE = word_list("done_by")
_FEWEST_DIGITS, _MOST_DIGITS = 9, 19
_NO_STREET = word_list("no_street")
_NO_BIRTH = word_list("no_birth")
_PERSONS = word_list("persons")
_MAYBE_PERSONS = word_list("maybe_persons")
_ORGANISATIONS = word_list("organisations")
_FEW_NAMES = 10
_FEWEST_NAMES = 3


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
    of_kind = _kind_of_numbers if group in _NUMBERS else _kind_of_values
    kind = of_kind(set(words), table, values)
    if kind is None or (kind in ("address", "phone") and _is_of_organisation(words, table)):
        return None
    return Personal(kind, f"its values look so ({kind.replace('_', ' ')})")


def may_be_personal_numbers(words: Sequence[str], smallest: str | None, largest: str | None) -> bool:
    """Whether numbers of that range may be telephones or identity numbers, so that some need be looked at."""
    if smallest is None or largest is None or set(words) & _THINGS:
        return False
    return (
        smallest.isdecimal()
        and largest.isdecimal()
        and len(smallest) >= _FEWEST_DIGITS - 1
        and (_FEWEST_DIGITS <= len(largest) <= _MOST_DIGITS)
    )


def _kind_of_values(words: set[str], table: Table, values: Sequence[str]) -> str | None:
    if not values:
        return None
    about = words | set(_singular(name_words(table.name)))
    return next((kind for kind, holds in _VALUE_RULES if holds(values, words, about)), None)


def _kind_of_numbers(words: set[str], table: Table, values: Sequence[str]) -> str | None:
    """Of numbers, zeros at the front are lost, so that fewer forms can be told."""
    if share_of(values, is_mobile_digits) >= 0.9 or (words & _CONTACT and share_of(values, is_phone_digits) >= 0.9):
        return "phone"
    if share_of(values, is_card_number) >= 0.9:
        return "account"
    return "national_id" if not words & _THINGS and are_national_ids(values) else None


def _are_phones(values: Sequence[str], words: set[str], about: set[str]) -> bool:
    is_one = is_phone if words & _CONTACT else is_strict_phone
    return share_of(values, is_one) >= 0.7 or share_of(values, is_mobile_digits) >= 0.9


def _are_handles(values: Sequence[str], words: set[str], about: set[str]) -> bool:
    """Handles by their sign, by the given names in them, or by a name that says who did it."""
    if share_of(values, is_handle) >= 0.8 or share_of(values, has_given_name) >= 0.6:
        return True
    return "by" in words and bool(words & _DONE) and share_of(values, _is_one_word) >= 0.8


def _is_one_word(value: str) -> bool:
    return any(character.isalpha() for character in value) and " " not in value.strip()


_VALUE_RULES: tuple[tuple[str, Callable[[Sequence[str], set[str], set[str]], bool]], ...] = (
    ("email", lambda values, words, about: share_of(values, is_email) >= 0.6),
    (
        "account",
        lambda values, words, about: (
            share_of(values, is_bank_account) >= 0.6 or share_of(values, is_card_number) >= 0.9
        ),
    ),
    ("national_id", lambda values, words, about: not words & _THINGS and are_national_ids(values)),
    ("phone", _are_phones),
    (
        "ip_address",
        lambda values, words, about: bool(words & {"ip", "ipv4", "remote"}) and share_of(values, is_ip_address) >= 0.9,
    ),
    ("address", lambda values, words, about: share_of(values, is_street_address) >= 0.5),
    ("name", lambda values, words, about: _are_person_names(values, about)),
    ("user_name", _are_handles),
)
"""Kinds in the order in which they are tried: values, the words of the column's name, those and the table's."""


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
    rest = _singular(words[:-1])
    if rest:
        return rest[-1] in _PERSONS
    own = _singular(name_words(table.name))
    return bool(own) and own[-1] in _PERSONS


def _is_split_name(words: Sequence[str], table: Table, group: TypeGroup) -> bool:
    """``fname`` beside ``lname``; alone, such a letter is only a table's prefix (``l_name``)."""
    pair = {"fname", "lname"}
    if group != "text" or "".join(words) not in pair:
        return False
    return pair <= {"".join(name_words(column.name)) for column in table.columns}


def _is_of_organisation(words: Sequence[str], table: Table) -> bool:
    """Whether an address or a telephone is a shop's or a school's: by its column's name, else by its table's."""
    singular = set(_singular(words))
    if singular & (_PERSONS | _MAYBE_PERSONS):
        return False
    return bool(singular & _ORGANISATIONS) or bool(set(_singular(name_words(table.name))[-1:]) & _ORGANISATIONS)


def _are_person_names(values: Sequence[str], words: set[str]) -> bool:
    threshold = 0.4 if len(values) >= _FEW_NAMES else 0.6
    if share_of(values, is_person_name) >= threshold or share_of(values, is_name_with_initials) >= 0.8:
        return True
    tells_of_persons = bool(words & (_PERSONS | _MAYBE_PERSONS)) and len(values) >= _FEWEST_NAMES
    return tells_of_persons and share_of(values, is_given_name) >= 0.6


def _singular(words: Sequence[str]) -> list[str]:
    """Words without the s of the plural, which is all that the lists need."""
    return [word[:-1] if word.endswith("s") and not word.endswith("ss") else word for word in words]

"""What values themselves show of persons: the rules, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gtr_core.profiling.national_ids import are_national_ids
from gtr_core.profiling.person_names import has_given_name, is_given_name, is_name_with_initials, is_person_name
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

__all__ = ["kind_of_numbers", "kind_of_values", "may_be_personal_numbers"]

_THINGS = word_list("numbered_things")
_CONTACT = word_list("contact_words")
_DONE = word_list("done_by")
_PERSONS = word_list("persons")
_MAYBE_PERSONS = word_list("maybe_persons")
_FEWEST_DIGITS, _MOST_DIGITS = 9, 19
_FEW_NAMES = 10
_FEWEST_NAMES = 3


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


def kind_of_values(values: Sequence[str], words: set[str], about: set[str]) -> str | None:
    """What texts are, by ``Personal.kind``; None where they are nothing personal.

    Args:
        values: Some hundred distinct ones.
        words: Of the column's name.
        about: Those and the words of the table's name.
    """
    if not values:
        return None
    return next((kind for kind, holds in _VALUE_RULES if holds(values, words, about)), None)


def kind_of_numbers(values: Sequence[str], words: set[str], about: set[str]) -> str | None:
    """What numbers are; zeros at their front are lost, so that fewer forms can be told."""
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


def _are_person_names(values: Sequence[str], words: set[str]) -> bool:
    threshold = 0.4 if len(values) >= _FEW_NAMES else 0.6
    if share_of(values, is_person_name) >= threshold or share_of(values, is_name_with_initials) >= 0.8:
        return True
    tells_of_persons = bool(words & (_PERSONS | _MAYBE_PERSONS)) and len(values) >= _FEWEST_NAMES
    return tells_of_persons and share_of(values, is_given_name) >= 0.6


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

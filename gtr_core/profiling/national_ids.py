"""Telling the identity numbers that states give to persons, by their form, their dates and their check digits.

Numbers are checked by python-stdnum. What it lacks, or takes for valid without any check, stands here as a form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

from gtr_core.profiling.value_patterns import is_social_security_number, share_of

__all__ = ["are_national_ids", "is_national_insurance_number"]

_NINO = re.compile(r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\Z")

_STRONG = (
    "be.nn", "bg.egn", "br.cpf", "ch.ssn", "cn.ric", "ee.ik", "es.dni", "es.nie", "fi.hetu", "fr.nir", "gr.amka",
    "hr.oib", "in_.aadhaar", "it.codicefiscale", "kr.rrn", "lt.asmens", "mx.curp", "no.fodselsnummer", "pl.pesel",
    "ro.cnp", "se.personnummer", "si.emso", "th.pin", "tr.tckimlik", "ua.rntrc", "za.idnr", "de.idnr", "ie.pps",
)  # fmt: skip
"""Of stdnum, those whose dates, letters or check digits few other numbers have by chance."""

_WEAK = ("au.tfn", "ca.sin", "cz.rc", "gb.nhs", "il.idnr", "jp.in_", "nl.bsn")
"""Digits with one check digit, as other numbers have it too."""

_SEPARATED = ("dk.cpr", "my.nric", "at.vnr")
"""Dates with a number, which count only where they are written with a separator: many order numbers look so."""

_SHARE = 0.9
_FEWEST = 5
_FEWEST_WEAK = 20
_SHORTEST, _LONGEST = 8, 20


def is_national_insurance_number(value: str) -> bool:
    """``AB 12 34 56 C``, as issued in the United Kingdom; it has no check digit."""
    return _NINO.match(value.strip()) is not None


def are_national_ids(values: Sequence[str]) -> bool:
    """Whether nearly all these distinct values are identity numbers of one kind.

    Of the weaker kinds more values are wanted, so that by chance it is one column in 10^18.
    """
    if len(values) < _FEWEST or not all(_SHORTEST <= len(value.strip()) <= _LONGEST for value in values[:_FEWEST]):
        return False
    if any(
        share_of(values, is_kind) >= _SHARE for is_kind in (is_social_security_number, is_national_insurance_number)
    ):
        return True
    if any(_are(name, values) for name in _STRONG):
        return True
    if share_of(values, _is_separated) >= _SHARE and any(_are(name, values) for name in _SEPARATED):
        return True
    return len(values) >= _FEWEST_WEAK and any(_are(name, values) for name in _WEAK)


def _are(name: str, values: Sequence[str]) -> bool:
    """The first few values decide for most kinds, so that a column of other things costs little."""
    is_valid = _validator(name)
    return share_of(values[:_FEWEST], is_valid) >= _SHARE / 2 and share_of(values, is_valid) >= _SHARE


def _is_separated(value: str) -> bool:
    return "-" in value or " " in value.strip()


@cache
def _validator(name: str) -> Callable[[str], bool]:
    is_valid: Callable[[str], bool] = import_module(f"stdnum.{name}").is_valid
    return is_valid

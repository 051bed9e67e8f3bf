"""Forms that single values have: e-mail addresses, telephone numbers, account numbers, dates as text, ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

__all__ = [
    "is_bank_account",
    "is_card_number",
    "is_date_text",
    "is_email",
    "is_hash_or_uuid",
    "is_ip_address",
    "is_json_text",
    "is_number_text",
    "is_phone",
    "is_social_security_number",
    "is_strict_phone",
    "is_street_address",
    "is_url",
    "share_of",
]

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+\Z")
_URL = re.compile(r"(?:https?|ftp)://\S+\Z|www\.\S+\.\S+\Z", re.IGNORECASE)
_PHONE = re.compile(r"\+?\(?\d[\d\s().\-/]{5,20}(?:\s?(?:x|ext\.?)\s?\d{1,6})?\Z", re.IGNORECASE)
_STRICT_PHONE = re.compile(
    r"(?:\+\d[\d\s().\-/]{6,20}|\(\d{2,5}\)[\d\s.\-/]{5,15}|(?:1-)?\d{3}-\d{3}-\d{4})(?:\s?(?:x|ext\.?)\s?\d{1,6})?\Z",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?\Z|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}\Z")
_SOCIAL_SECURITY = re.compile(r"(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\Z")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}\Z")
_CARD = re.compile(r"[3-6]\d{3}[ -]?\d{4,6}[ -]?\d{4,5}(?:[ -]?\d{1,4})?\Z")
_HASH_OR_UUID = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z|(?=.*[0-9])[0-9a-f]{32,128}\Z", re.IGNORECASE
)
_IP_ADDRESS = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\Z")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?\Z")
_STREET_WORDS = (
    "street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|terrace|crescent|"
    "close|highway|hwy|parkway|circle|trail"
)
_STREET = re.compile(
    rf"\d{{1,6}}[A-Za-z]?,?\s+.*\b(?:{_STREET_WORDS})\b"
    r"|\d{1,5}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|place|chemin|allée|impasse)\s"
    r"|.*(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee|straat|laan|vägen|gatan)\s?\d{1,4}\s?[a-z]?\b"
    r"|(?:calle|avenida|paseo|via|viale|piazza|rua|ulica|ul\.)\s.*\d",
    re.IGNORECASE,
)
_FEWEST_PHONE_DIGITS, _MOST_PHONE_DIGITS = 7, 15
_FEWEST_CARD_DIGITS, _MOST_CARD_DIGITS = 13, 19


def share_of(values: Sequence[str], has_form: Callable[[str], bool]) -> float:
    """Share of the values that have a form, 0 of none."""
    return sum(map(has_form, values)) / len(values) if values else 0.0


def is_email(value: str) -> bool:
    """``ann@example.org``."""
    return _EMAIL.match(value.strip()) is not None


def is_url(value: str) -> bool:
    """``https://example.org/a``."""
    return _URL.match(value.strip()) is not None


def is_phone(value: str) -> bool:
    """Seven to fifteen digits with the separators of telephone numbers; many codes look so, too."""
    text = value.strip()
    digits = sum(character.isdigit() for character in text)
    return (
        _FEWEST_PHONE_DIGITS <= digits <= _MOST_PHONE_DIGITS
        and _PHONE.match(text) is not None
        and not is_date_text(text)
    )


def is_strict_phone(value: str) -> bool:
    """A telephone number that can hardly be anything else: ``+49 30 123456``, ``(030) 123456``, ``555-123-4567``."""
    return _STRICT_PHONE.match(value.strip()) is not None


def is_date_text(value: str) -> bool:
    """``1995-01-31``, ``31.01.1995``, with or without a time."""
    return _DATE.match(value.strip()) is not None


def is_social_security_number(value: str) -> bool:
    """``123-45-6789``, as issued in the United States."""
    return _SOCIAL_SECURITY.match(value.strip()) is not None


def is_bank_account(value: str) -> bool:
    """An IBAN whose check digits hold (ISO 13616, modulo 97)."""
    text = value.replace(" ", "").upper()
    if _IBAN.match(text) is None:
        return False
    digits = "".join(str(int(character, 36)) for character in text[4:] + text[:4])
    return int(digits) % 97 == 1


def is_card_number(value: str) -> bool:
    """A payment card's number whose check digit holds (Luhn)."""
    text = value.strip()
    if _CARD.match(text) is None:
        return False
    digits = [int(character) for character in text if character.isdigit()]
    if not _FEWEST_CARD_DIGITS <= len(digits) <= _MOST_CARD_DIGITS:
        return False
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def is_hash_or_uuid(value: str) -> bool:
    """A UUID, or 32 and more hexadecimal digits."""
    return _HASH_OR_UUID.match(value.strip()) is not None


def is_ip_address(value: str) -> bool:
    """An IPv4 address."""
    return _IP_ADDRESS.match(value.strip()) is not None


def is_number_text(value: str) -> bool:
    """A number stored as text."""
    return _NUMBER.match(value.strip()) is not None


def is_json_text(value: str) -> bool:
    """An object or a list in JSON, by its brackets."""
    text = value.strip()
    return text[:1] + text[-1:] in ("{}", "[]")


def is_street_address(value: str) -> bool:
    """A house number with a street, in the orders of several languages."""
    return _STREET.match(value.strip()) is not None

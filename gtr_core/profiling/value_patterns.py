"""Forms that single values have: e-mail addresses, telephone numbers, account numbers, dates as text, ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

__all__ = [
    "is_bank_account",
    "is_card_number",
    "is_date_text",
    "is_email",
    "is_handle",
    "is_hash_or_uuid",
    "is_ip_address",
    "is_json_text",
    "is_mobile_digits",
    "is_number_text",
    "is_phone",
    "is_phone_digits",
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
_HANDLE = re.compile(r"@[A-Za-z0-9_][A-Za-z0-9_.]{1,29}\Z")
_MOBILE_DIGITS = re.compile(
    # By country code: what mobile numbers begin with, and how long they are (ITU-T E.164, national numbering plans).
    r"(?:20(?:10|11|12|15)\d{8}|27[678]\d{8}|3069\d{8}|316\d{8}|324[5-9]\d{7}|33[67]\d{8}|34[67]\d{8}"
    r"|3519[1236]\d{7}|3538[35-9]\d{7}|358(?:4|50)\d{6,8}|36(?:20|30|31|50|70)\d{7}|393[2-9]\d{7,8}"
    r"|407\d{8}|417[5-9]\d{7}|420[67]\d{8}|436[5-9]\d{7,9}|447[1-9]\d{8}|467[02369]\d{7}"
    r"|47[49]\d{7}|48(?:45|5[0137]|6[069]|7[2389]|88)\d{7}|491[567]\d{8,9}|521[2-9]\d{9}|549\d{10}"
    r"|55[1-9][1-9]9\d{8}|569\d{8}|573[0-5]\d{8}|601\d{8,9}|614\d{8}|628\d{8,10}|639\d{9}|642[1279]\d{6,8}"
    r"|65[89]\d{7}|66[689]\d{8}|79\d{9}|81[789]0\d{8}|8210\d{8}|84[35789]\d{8}|861[3-9]\d{9}|8801[3-9]\d{8}"
    r"|905\d{9}|91[6-9]\d{9}|923\d{9}|9665\d{8}|9715\d{8}|9725\d{8}|234[789][01]\d{8}|2547\d{8}|2126\d{8})\Z"
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


def is_phone_digits(value: str) -> bool:
    """Seven to fifteen digits and nothing else, as a telephone number stored as a number is."""
    return value.isdecimal() and _FEWEST_PHONE_DIGITS <= len(value) <= _MOST_PHONE_DIGITS


def is_mobile_digits(value: str) -> bool:
    """A mobile telephone's number with its country code and no sign: ``491701234567``."""
    return _MOBILE_DIGITS.match(value) is not None


def is_handle(value: str) -> bool:
    """A name in a network: ``@anna_k``."""
    return _HANDLE.match(value.strip()) is not None


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

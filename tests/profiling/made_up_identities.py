"""Forty-six more made-up columns, labelled: identity numbers, telephones as numbers, initials, handles.

Beside them such as look alike and are nobody's: bar codes, check-digit numbers of things, species, codes, times.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from datetime import date, timedelta

from tests.profiling.made_up_people import FAMILY, GIVEN, LabelledColumn

__all__ = ["made_up_identities"]

Maker = Callable[[random.Random], str]

_SPECIES = ("E. coli", "S. aureus", "H. sapiens", "D. rerio", "C. elegans", "M. musculus", "B. subtilis", "A. thaliana")
_PLACES = ("St. Louis", "St. Gallen", "Fort Worth", "Port Said", "El Paso", "La Paz", "San Juan", "Santa Cruz")
_SHIPS = ("HMS Victory", "USS Enterprise", "SS Great Britain", "MV Explorer", "RMS Olympic", "HMS Beagle")
_DISEASES = ("Parkinson, early", "Hodgkin, stage II", "Crohn, active", "Graves, treated", "Addison, acute")
_VITAMINS = ("Vitamin C", "Vitamin D", "Plan B", "Hepatitis A", "Grade A", "Serie C", "Type O", "Gate B")
_WEEK_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def _born(rng: random.Random) -> date:
    return date(1930, 1, 1) + timedelta(days=rng.randrange(27_000))


def _luhn(body: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def _weighted(body: str, weights: tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))


def _nino(rng: random.Random) -> str:
    first, second = rng.choice("ACEHJLMPRSW"), rng.choice("ACEHJLMPRSWXYZ")
    d = _digits(rng, 6)
    return f"{first}{second} {d[:2]} {d[2:4]} {d[4:]} {rng.choice('ABCD')}"


def _steuer_id(rng: random.Random) -> str:
    digits = rng.sample("0123456789", 9)
    digits.insert(rng.randrange(10), digits[0])
    if digits[0] == "0":
        digits[0] = next(d for d in "123456789" if d not in digits)
    product = 10
    for digit in digits:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return "".join(digits) + str((11 - product) % 10)


def _nir(rng: random.Random) -> str:
    born = _born(rng)
    body = (
        f"{rng.choice('12')}{born:%y%m}{rng.randrange(1, 95):02d}{rng.randrange(1, 600):03d}{rng.randrange(1, 400):03d}"
    )
    return f"{body}{97 - int(body) % 97:02d}"


def _dni(rng: random.Random) -> str:
    body = _digits(rng, 8)
    return body + "TRWAGMYFPDXBNJZSQVHLCKE"[int(body) % 23]


def _bsn(rng: random.Random) -> str:
    while True:
        body = str(rng.randrange(1, 9)) + _digits(rng, 7)
        check = _weighted(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
        if check < 10:
            return f"{body}{check}"


def _pesel(rng: random.Random) -> str:
    born = date(1931, 1, 1) + timedelta(days=rng.randrange(25_000))
    body = f"{born:%y%m%d}{_digits(rng, 4)}"
    return f"{body}{-_weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10}"


def _personnummer(rng: random.Random) -> str:
    born = _born(rng)
    body = f"{born:%y%m%d}{_digits(rng, 3)}"
    return f"{body[:6]}-{body[6:]}{_luhn(body)}"


def _hetu(rng: random.Random) -> str:
    born = _born(rng)
    number = f"{rng.randrange(2, 899):03d}"
    sign = "-" if born.year < 2000 else "A"
    return f"{born:%d%m%y}{sign}{number}{'0123456789ABCDEFHJKLMNPRSTUVWXY'[int(f'{born:%d%m%y}{number}') % 31]}"


def _cpf(rng: random.Random) -> str:
    body = _digits(rng, 9)
    for _ in range(2):
        rest = _weighted(body, tuple(range(len(body) + 1, 1, -1))) % 11
        body += "0" if rest < 2 else str(11 - rest)
    return f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}"


def _belgian(rng: random.Random) -> str:
    born = date(1930, 1, 1) + timedelta(days=rng.randrange(25_000))
    body = f"{born:%y%m%d}{rng.randrange(1, 998):03d}"
    return f"{body}{97 - int(body) % 97:02d}"


def _ahv(rng: random.Random) -> str:
    body = "756" + _digits(rng, 9)
    check = -_weighted(body, (1, 3) * 6) % 10
    return f"756.{body[3:7]}.{body[7:11]}.{body[11]}{check}"


def _chinese(rng: random.Random) -> str:
    body = f"{rng.choice(['110101', '310104'])}{_born(rng):%Y%m%d}{_digits(rng, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[_weighted(body, weights) % 11]


def _sin(rng: random.Random) -> str:
    body = rng.choice("1234567") + _digits(rng, 7)
    return f"{body[:3]} {body[3:6]} {body[6:]}{_luhn(body)}"


def _tc_kimlik(rng: random.Random) -> str:
    body = rng.choice("123456789") + _digits(rng, 8)
    odd, even = sum(map(int, body[::2])), sum(map(int, body[1::2]))
    body += str((odd * 7 - even) % 10)
    return body + str(sum(map(int, body)) % 10)


def _german_mobile(rng: random.Random) -> str:
    return f"49{rng.choice(['151', '160', '170', '171', '176', '179'])}{_digits(rng, 8)}"


def _mixed_mobile(rng: random.Random) -> str:
    start, rest = rng.choice([("447", 9), ("336", 8), ("346", 8), ("9198", 8), ("86138", 8), ("614", 8)])
    return start + _digits(rng, rest)


def _us_number(rng: random.Random) -> str:
    return f"{rng.randrange(2, 10)}{_digits(rng, 2)}{rng.randrange(2, 10)}{_digits(rng, 6)}"


def _ean(rng: random.Random) -> str:
    body = rng.choice(["400", "401", "500", "301", "841"]) + _digits(rng, 9)
    return f"{body}{-_weighted(body, (1, 3) * 6) % 10}"


def _isbn10(rng: random.Random) -> str:
    while True:
        body = _digits(rng, 9)
        check = -_weighted(body, tuple(range(10, 1, -1))) % 11
        if check < 10:
            return f"{body}{check}"


def _initials(rng: random.Random) -> str:
    return f"{rng.choice(FAMILY)}, {rng.choice(GIVEN)[0]}."


def _two_initials(rng: random.Random) -> str:
    return f"{rng.choice(GIVEN)[0]}. {rng.choice(GIVEN)[0]}. {rng.choice(FAMILY)}"


def _file(rng: random.Random) -> str:
    return f"report.{rng.choice(['north', 'south', 'east', 'west'])}.{_digits(rng, 2)}"


def _package(rng: random.Random) -> str:
    return f"@{rng.choice(['core', 'ui', 'web', 'db'])}/{rng.choice(['form', 'grid'])}"


_PERSONAL: tuple[tuple[str, str, str, Maker], ...] = (
    ("ref_a", "VARCHAR", "national id (UK)", _nino),
    ("ref_b", "VARCHAR", "national id (DE)", _steuer_id),
    ("ref_c", "BIGINT", "national id (FR)", _nir),
    ("ref_d", "VARCHAR", "national id (ES)", _dni),
    ("ref_e", "BIGINT", "national id (NL)", _bsn),
    ("ref_f", "VARCHAR", "national id (PL)", _pesel),
    ("ref_g", "VARCHAR", "national id (SE)", _personnummer),
    ("ref_h", "VARCHAR", "national id (FI)", _hetu),
    ("ref_i", "VARCHAR", "national id (BR)", _cpf),
    ("ref_j", "VARCHAR", "national id (BE)", _belgian),
    ("ref_k", "VARCHAR", "national id (CH)", _ahv),
    ("ref_l", "VARCHAR", "national id (CN)", _chinese),
    ("ref_m", "VARCHAR", "national id (CA)", _sin),
    ("ref_n", "BIGINT", "national id (TR)", _tc_kimlik),
    ("phone", "BIGINT", "phone", _german_mobile),
    ("mobile_no", "DOUBLE", "phone", _german_mobile),
    ("contact_no", "BIGINT", "phone", _us_number),
    ("ref_o", "BIGINT", "phone", _mixed_mobile),
    ("ref_p", "VARCHAR", "phone", _mixed_mobile),
    ("ref_q", "VARCHAR", "initials", _initials),
    ("ref_r", "VARCHAR", "initials", _two_initials),
    ("created_by", "VARCHAR", "handle", lambda rng: (rng.choice(GIVEN)[0] + rng.choice(FAMILY)).lower()),
    ("ref_s", "VARCHAR", "handle", lambda rng: f"@{rng.choice(GIVEN).lower()}_{rng.randrange(99)}"),
    ("ref_t", "VARCHAR", "handle", lambda rng: f"{rng.choice(GIVEN)}.{rng.choice(FAMILY)}".lower()),
    ("vorname", "VARCHAR", "given name", lambda rng: rng.choice(GIVEN)),
    ("geburtsdatum", "DATE", "birth date", lambda rng: _born(rng).isoformat()),
)

_OTHER: tuple[tuple[str, str, str, Maker], ...] = (
    ("ean", "BIGINT", "bar code", _ean),
    ("thing_a", "VARCHAR", "bar code", _ean),
    ("isbn_10", "VARCHAR", "isbn", _isbn10),
    ("thing_b", "BIGINT", "time in milliseconds", lambda rng: str(1_600_000_000_000 + rng.randrange(10**11))),
    ("thing_c", "BIGINT", "time in seconds", lambda rng: str(1_600_000_000 + rng.randrange(10**8))),
    ("thing_d", "BIGINT", "order number", lambda rng: str(20_240_000_000 + rng.randrange(10**6))),
    ("thing_e", "BIGINT", "surrogate", lambda rng: str(100_000_000 + rng.randrange(10**8))),
    ("thing_f", "VARCHAR", "species", lambda rng: rng.choice(_SPECIES)),
    ("thing_g", "VARCHAR", "place", lambda rng: rng.choice(_PLACES)),
    ("thing_h", "VARCHAR", "ship", lambda rng: rng.choice(_SHIPS)),
    ("thing_i", "VARCHAR", "diagnosis", lambda rng: rng.choice(_DISEASES)),
    ("thing_j", "VARCHAR", "grade", lambda rng: rng.choice(_VITAMINS)),
    ("thing_k", "VARCHAR", "part number", lambda rng: f"{rng.choice('ABC')}{rng.choice('XYZ')}{_digits(rng, 6)}"),
    ("thing_l", "VARCHAR", "batch", lambda rng: f"{_digits(rng, 6)}-{_digits(rng, 4)}"),
    ("thing_m", "VARCHAR", "file", _file),
    ("thing_n", "VARCHAR", "package", _package),
    ("thing_o", "BIGINT", "revenue in cents", lambda rng: str(int(rng.lognormvariate(18, 2)))),
    ("thing_p", "BIGINT", "snowflake id", lambda rng: str(10**18 + rng.randrange(10**17))),
    ("weekday", "VARCHAR", "category", lambda rng: rng.choice(_WEEK_DAYS)),
    ("sorted_by", "VARCHAR", "category", lambda rng: rng.choice(["price", "name", "rating", "newest"])),
)  # fmt: skip


def made_up_identities(rows: int = 400, seed: int = 4_711) -> tuple[LabelledColumn, ...]:
    """The labelled columns, each with so many values; the same for the same seed."""
    rng = random.Random(seed)
    return tuple(
        LabelledColumn(name, sql_type, personal, kind, tuple(make(rng) for _ in range(rows)))
        for personal, makers in ((True, _PERSONAL), (False, _OTHER))
        for name, sql_type, kind, make in makers
    )

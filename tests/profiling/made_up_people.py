"""Forty-eight made-up columns, each labelled personal or not, written without knowledge of the rules that they try.

Some of the personal columns bear names that say nothing (``col_01``), so that only their values can tell; some of the
others bear names that mislead.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LabelledColumn", "made_up_columns"]

GIVEN = [
    "Anna",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Elena",
    "Farid",
    "Greta",
    "Hiroshi",
    "Ingrid",
    "Jamal",
    "Katarzyna",
    "Liam",
    "Mei",
    "Nadia",
    "Olu",
    "Pilar",
    "Quentin",
    "Rosa",
    "Sven",
    "Tatiana",
    "Uma",
    "Viktor",
    "Wanjiru",
    "Xiomara",
    "Yusuf",
    "Zoe",
    "Aaron",
    "Beatrice",
    "Carlos",
    "Deepa",
    "Emma",
    "Felix",
    "Gloria",
    "Henrik",
    "Isabella",
    "James",
    "Kevin",
    "Linda",
    "Mary",
    "Noah",
    "Oliver",
    "Patricia",
    "Robert",
    "Sarah",
    "Thomas",
    "Ursula",
    "Vera",
    "William",
    "Michael",
    "Jennifer",
]
FAMILY = [
    "Abbott",
    "Bianchi",
    "Castellanos",
    "Dubois",
    "Eriksson",
    "Fischer",
    "Garcia",
    "Haddad",
    "Ivanova",
    "Johansson",
    "Kowalski",
    "Lefebvre",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quinn",
    "Rossi",
    "Schneider",
    "Tanaka",
    "Ueda",
    "Vasquez",
    "Wagner",
    "Xu",
    "Yilmaz",
    "Zimmermann",
    "Smith",
    "Johnson",
    "Brown",
    "Taylor",
    "Wilson",
    "Anderson",
    "Thompson",
    "Clark",
    "Lewis",
    "Walker",
    "Hall",
    "Young",
    "King",
    "Wright",
    "Mueller",
    "Schmidt",
    "Weber",
    "Becker",
    "Hoffmann",
    "Nguyen",
    "Patel",
    "Kumar",
    "Singh",
    "Khan",
]
STREETS = [
    "Oak",
    "Maple",
    "Elm",
    "Station",
    "Church",
    "Mill",
    "Park",
    "High",
    "Victoria",
    "Birch",
    "Harbour",
    "Kings",
    "Lake",
    "Cedar",
    "Chestnut",
    "Hill",
]
STREET_KINDS = ["Street", "Avenue", "Road", "Lane", "Drive", "Court", "Way"]
GERMAN_STREETS = [
    "Hauptstraße",
    "Bahnhofstraße",
    "Gartenweg",
    "Lindenallee",
    "Schillerstraße",
    "Am",
    "Markt",
    "Rosenweg",
    "Mühlenstraße",
    "Bergstraße",
]
CITIES = [
    "Berlin",
    "Paris",
    "Madrid",
    "Lisbon",
    "Vienna",
    "Oslo",
    "Stockholm",
    "Helsinki",
    "Warsaw",
    "Prague",
    "Dublin",
    "London",
    "Bristol",
    "Leeds",
    "Chicago",
    "Houston",
    "Dallas",
    "Denver",
    "Seattle",
    "Boston",
    "Toronto",
    "Montreal",
    "Sydney",
    "Melbourne",
    "Tokyo",
    "Osaka",
    "Kyoto",
    "Seoul",
    "Mumbai",
    "Delhi",
    "Cairo",
    "Lagos",
    "Nairobi",
    "Lima",
    "Quito",
    "Bogota",
]
COUNTRIES = [
    "Germany",
    "France",
    "Spain",
    "Portugal",
    "Austria",
    "Norway",
    "Sweden",
    "Finland",
    "Poland",
    "Ireland",
    "Canada",
    "Australia",
    "Japan",
    "India",
    "Egypt",
    "Peru",
]
ADJECTIVES = [
    "Compact",
    "Deluxe",
    "Rugged",
    "Silent",
    "Golden",
    "Portable",
    "Classic",
    "Ultra",
    "Organic",
    "Steel",
    "Wooden",
    "Smart",
]
THINGS = [
    "Kettle",
    "Drill",
    "Lamp",
    "Backpack",
    "Keyboard",
    "Blender",
    "Chair",
    "Tent",
    "Speaker",
    "Bicycle",
    "Monitor",
    "Jacket",
]
COMPANY_STEMS = [
    "Northwind",
    "Contoso",
    "Globex",
    "Initech",
    "Umbra",
    "Vandelay",
    "Hooli",
    "Acme",
    "Stark",
    "Wayne",
    "Tyrell",
    "Cyberdyne",
    "Soylent",
    "Wonka",
]
COMPANY_ENDS = ["Ltd", "GmbH", "Inc.", "LLC", "S.A.", "AG", "Holdings", "& Sons"]
COLOURS = ["Rose", "Violet", "Amber", "Jade", "Olive", "Ruby", "Scarlett", "Hazel"]
MONTHS = ["April", "May", "June", "August", "January", "March"]
SENTENCES = [
    "Package arrived late.",
    "Works as described.",
    "The lid does not close.",
    "Very good value.",
    "Would buy again.",
    "Colour differs from the picture.",
    "Broke after two weeks.",
    "Support was helpful.",
    "Too small for my kitchen.",
    "Battery lasts long.",
]


@dataclass(frozen=True, slots=True)
class LabelledColumn:
    """A column with its label: ``kind`` says what was planted."""

    name: str
    sql_type: str
    personal: bool
    kind: str
    values: tuple[str, ...]


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def _email(rng: random.Random) -> str:
    given, family = rng.choice(GIVEN).lower(), rng.choice(FAMILY).lower()
    form = rng.choice(["{g}.{f}", "{i}{f}", "{g}{n}", "{f}_{g}"])
    user = form.format(g=given, f=family, i=given[0], n=rng.randrange(1950, 2010))
    return f"{user}@{rng.choice(['mailbox.example', 'post.example.de', 'corp.example.co.uk', 'example.org'])}"


def _iban(rng: random.Random, country: str = "DE", length: int = 18) -> str:
    account = _digits(rng, length)
    number = int(account + "".join(str(ord(letter) - 55) for letter in country) + "00")
    return f"{country}{98 - number % 97:02d}{account}"


def _luhn(rng: random.Random) -> str:
    body = "4" + _digits(rng, 14)
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * 2 if place % 2 == 0 else int(digit)
        total += doubled - 9 if doubled > 9 else doubled
    return body + str(-total % 10)


def _ssn(rng: random.Random) -> str:
    return f"{rng.randrange(100, 666):03d}-{rng.randrange(1, 99):02d}-{rng.randrange(1, 9999):04d}"


def _nino(rng: random.Random) -> str:
    return (
        f"{rng.choice('ABCEGHJKLMNPRSTWXYZ')}{rng.choice('ABCEGHJKLMNPRSTWXYZ')}{_digits(rng, 6)}{rng.choice('ABCD')}"
    )


def _date(rng: random.Random, first: int, last: int) -> str:
    return f"{rng.randrange(first, last):04d}-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}"


def _name(rng: random.Random) -> str:
    return f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}"


def _street(rng: random.Random) -> str:
    return f"{rng.randrange(1, 2500)} {rng.choice(STREETS)} {rng.choice(STREET_KINDS)}"


def _german_street(rng: random.Random) -> str:
    return f"{rng.choice(GERMAN_STREETS)} {rng.randrange(1, 180)}{rng.choice(['', '', 'a', 'b'])}"


def _us_phone(rng: random.Random) -> str:
    return f"({rng.randrange(201, 989)}) 555-{_digits(rng, 4)}"


def _plus_phone(rng: random.Random) -> str:
    return f"+{rng.choice(['49', '33', '44', '34', '81'])} {rng.randrange(20, 999)} {_digits(rng, 7)}"


def _ipv4(rng: random.Random) -> str:
    return ".".join(str(rng.randrange(1, 255)) for _ in range(4))


def _coordinate(rng: random.Random) -> str:
    return f"{rng.uniform(-60, 60):.6f}"


def _uuid(rng: random.Random) -> str:
    digits = "".join(rng.choice("0123456789abcdef") for _ in range(32))
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


_PERSONAL: tuple[tuple[str, str, str, Callable[[random.Random], str]], ...] = (
    ("email", "VARCHAR", "e-mail", _email),
    ("col_01", "VARCHAR", "e-mail", _email),
    ("contact", "VARCHAR", "e-mail", _email),
    ("phone_number", "VARCHAR", "phone", _us_phone),
    ("col_02", "VARCHAR", "phone", _plus_phone),
    ("mobile", "VARCHAR", "phone", lambda rng: "0" + _digits(rng, 10)),
    ("customer_name", "VARCHAR", "person name", _name),
    ("col_03", "VARCHAR", "person name", _name),
    ("attr7", "VARCHAR", "person name", lambda rng: f"{rng.choice(FAMILY)}, {rng.choice(GIVEN)}"),
    ("first_name", "VARCHAR", "given name", lambda rng: rng.choice(GIVEN)),
    ("surname", "VARCHAR", "family name", lambda rng: rng.choice(FAMILY)),
    ("assigned_to", "VARCHAR", "person name", lambda rng: f"{rng.choice(['Dr.', 'Mr.', 'Ms.'])} {_name(rng)}"),
    ("street_address", "VARCHAR", "street", _street),
    ("col_04", "VARCHAR", "street", _street),
    ("anschrift", "VARCHAR", "street", _german_street),
    ("iban", "VARCHAR", "IBAN", _iban),
    ("col_05", "VARCHAR", "IBAN", lambda rng: _iban(rng, "FR", 23)),
    ("birth_date", "DATE", "birth date", lambda rng: _date(rng, 1940, 2005)),
    ("dob", "VARCHAR", "birth date", lambda rng: _date(rng, 1940, 2005)),
    ("ssn", "VARCHAR", "national id", _ssn),
    ("col_06", "VARCHAR", "national id", _ssn),
    ("ni_number", "VARCHAR", "national id", _nino),
    ("card_no", "VARCHAR", "card number", _luhn),
    ("last_login_ip", "VARCHAR", "IP address", _ipv4),
)

_OTHER: tuple[tuple[str, str, str, Callable[[random.Random], str]], ...] = (
    ("product_name", "VARCHAR", "product", lambda rng: f"{rng.choice(ADJECTIVES)} {rng.choice(THINGS)}"),
    ("name", "VARCHAR", "product", lambda rng: f"{rng.choice(THINGS)} {rng.choice('ABCDEFGH')}{_digits(rng, 2)}"),
    ("city", "VARCHAR", "city", lambda rng: rng.choice(CITIES)),
    ("col_07", "VARCHAR", "city", lambda rng: rng.choice(CITIES)),
    ("country", "VARCHAR", "country", lambda rng: rng.choice(COUNTRIES)),
    ("company_name", "VARCHAR", "company", lambda rng: f"{rng.choice(COMPANY_STEMS)} {rng.choice(COMPANY_ENDS)}"),
    ("col_08", "VARCHAR", "company", lambda rng: f"{rng.choice(COMPANY_STEMS)} {rng.choice(COMPANY_ENDS)}"),
    ("order_id", "BIGINT", "order id", lambda rng: _digits(rng, 9).lstrip("0") or "1"),
    ("order_number", "VARCHAR", "order id", lambda rng: f"SO-{rng.randrange(2015, 2026)}-{_digits(rng, 6)}"),
    ("col_09", "VARCHAR", "order id", lambda rng: f"{_digits(rng, 3)}-{_digits(rng, 7)}-{_digits(rng, 7)}"),
    ("sku", "VARCHAR", "code", lambda rng: f"{rng.choice(string.ascii_uppercase)}{_digits(rng, 5)}"),
    ("status", "VARCHAR", "code", lambda rng: rng.choice(["OPEN", "SHIPPED", "RETURNED", "PENDING"])),
    ("currency", "VARCHAR", "code", lambda rng: rng.choice(["EUR", "USD", "GBP", "JPY"])),
    ("order_date", "DATE", "date", lambda rng: _date(rng, 2015, 2026)),
    ("start_date", "DATE", "date", lambda rng: _date(rng, 1990, 2026)),
    ("amount", "DECIMAL(12,2)", "amount", lambda rng: f"{rng.uniform(1, 9000):.2f}"),
    ("isbn", "VARCHAR", "code", lambda rng: "978" + _digits(rng, 10)),
    ("tracking_code", "VARCHAR", "code", lambda rng: f"1Z{_digits(rng, 16)}"),
    ("event_id", "VARCHAR", "identifier", _uuid),
    ("latency", "DECIMAL(10,6)", "measure", _coordinate),
    ("version", "VARCHAR", "version", lambda rng: f"{rng.randrange(9)}.{rng.randrange(20)}.{rng.randrange(99)}"),
    ("review", "VARCHAR", "text", lambda rng: " ".join(rng.sample(SENTENCES, 3))),
    ("colour", "VARCHAR", "category", lambda rng: rng.choice(COLOURS)),
    ("month_name", "VARCHAR", "category", lambda rng: rng.choice(MONTHS)),
)


def made_up_columns(rows: int = 400, seed: int = 20_261_130) -> tuple[LabelledColumn, ...]:
    """The labelled columns, each with so many values; the same for the same seed."""
    rng = random.Random(seed)
    columns = []
    for personal, makers in ((True, _PERSONAL), (False, _OTHER)):
        for name, sql_type, kind, make in makers:
            columns.append(LabelledColumn(name, sql_type, personal, kind, tuple(make(rng) for _ in range(rows))))
    return tuple(columns)

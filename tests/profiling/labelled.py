"""Columns of which is known whether they hold personal data: name, type, label, values as a function of the row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb

GIVEN = ("Maria", "John", "Priya", "Wei", "Ahmed", "Olga", "Sven", "Carlos", "Aisha", "Peter", "Yuki", "Anna")
FAMILY = (
    "Souza",
    "Smith",
    "Sharma",
    "Zhang",
    "Khan",
    "Ivanova",
    "Larsson",
    "Garcia",
    "Diallo",
    "Novak",
    "Sato",
    "Berg",
)
STREETS = ("Main Street", "Oak Avenue", "Baker Road", "Mill Lane", "High St", "Park Drive")
CITIES = ("New York", "London", "São Paulo", "San Francisco", "Jersey City", "Berlin", "Santa Fe", "Charlotte", "Rome")
PRODUCTS = ("almond antique metallic", "Steel Bolt M8", "Garden Hose", "Rose Gold Ring", "Wooden Table", "USB Cable")
COMPANIES = ("Acme Ltd", "Johnson & Johnson", "Smith Brothers", "Globex Corporation", "Umbrella Group", "Initech GmbH")
IBANS = ("DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606", "NL91ABNA0417164300")
COUNTRIES = ("Germany", "France", "United Kingdom", "India", "China", "Brazil")

Value = Callable[[int], object]

COLUMNS: tuple[tuple[str, str, bool, Value], ...] = (
    ("email", "VARCHAR", True, lambda i: f"user{i}@example.org"),
    ("contact_detail", "VARCHAR", True, lambda i: f"u{i}@mail.example.com"),
    ("phone", "VARCHAR", True, lambda i: f"25-989-741-{1000 + i}"),
    ("mobile_no", "VARCHAR", True, lambda i: f"+49 170 {1000000 + i}"),
    ("hotline", "VARCHAR", True, lambda i: f"(030) {100000 + i}"),
    ("first_name", "VARCHAR", True, lambda i: GIVEN[i % 12]),
    ("surname", "VARCHAR", True, lambda i: FAMILY[i % 12]),
    ("full_name", "VARCHAR", True, lambda i: f"{GIVEN[i % 12]} {FAMILY[i // 12 % 12]}"),
    ("account_manager", "VARCHAR", True, lambda i: f"{GIVEN[i % 12]} {FAMILY[i % 7]}"),
    ("buyer", "VARCHAR", True, lambda i: f"{FAMILY[i % 12]}, {GIVEN[i % 11]}"),
    ("home_address", "VARCHAR", True, lambda i: f"{i} {STREETS[i % 6]}"),
    ("delivery", "VARCHAR", True, lambda i: f"{i + 1} {STREETS[i % 6]}, {CITIES[i % 9]}"),
    ("iban", "VARCHAR", True, lambda i: IBANS[i % 4]),
    ("pay_to", "VARCHAR", True, lambda i: IBANS[i % 4]),
    ("birth_date", "DATE", True, lambda i: f"19{50 + i % 50}-01-{1 + i % 28:02}"),
    ("dob", "VARCHAR", True, lambda i: f"19{50 + i % 50}-02-{1 + i % 28:02}"),
    ("ssn", "VARCHAR", True, lambda i: f"{100 + i}-45-{1000 + i}"),
    ("tax_reference", "VARCHAR", True, lambda i: f"{100 + i}-{10 + i % 80}-{1000 + i}"),
    ("passport_number", "VARCHAR", True, lambda i: f"C{1000000 + i}"),
    ("user_name", "VARCHAR", True, lambda i: f"user{i}"),
    ("product_name", "VARCHAR", False, lambda i: f"{PRODUCTS[i % 6]} {i}"),
    ("name", "VARCHAR", False, lambda i: f"{PRODUCTS[i % 6]}"),
    ("city", "VARCHAR", False, lambda i: CITIES[i % 9]),
    ("country", "VARCHAR", False, lambda i: COUNTRIES[i % 6]),
    ("birth_country", "VARCHAR", False, lambda i: COUNTRIES[i % 6]),
    ("company_name", "VARCHAR", False, lambda i: COMPANIES[i % 6]),
    ("customer_name", "VARCHAR", False, lambda i: f"Customer#{i:09}"),
    ("supplier", "VARCHAR", False, lambda i: f"Supplier#{i:09}"),
    ("clerk", "VARCHAR", False, lambda i: f"Clerk#{i:09}"),
    ("order_id", "VARCHAR", False, lambda i: f"ORD-2024-{i:06}"),
    ("invoice_number", "VARCHAR", False, lambda i: f"{100 + i % 900}-{100000 + i}"),
    ("sku", "VARCHAR", False, lambda i: f"SKU{i:012}"),
    ("isbn", "VARCHAR", False, lambda i: f"978-3-16-{100000 + i}-0"),
    ("status_code", "VARCHAR", False, lambda i: "AOF"[i % 3]),
    ("order_date", "DATE", False, lambda i: f"2024-01-{1 + i % 28:02}"),
    ("email_opt_in", "BOOLEAN", False, lambda i: i % 2 == 0),
    ("phone_model", "VARCHAR", False, lambda i: f"Phone {i % 9} Pro"),
    ("street_count", "INTEGER", False, lambda i: i),
    ("school", "VARCHAR", False, lambda i: f"{GIVEN[i % 12]} {FAMILY[i % 12]} School"),
    ("brand", "VARCHAR", False, lambda i: f"Brand#{i % 25}"),
)


def write_labelled(path: Path, rows: int = 300) -> Path:
    """A table ``listing`` of all these columns."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE listing ({', '.join(f'{name} {kind}' for name, kind, _, _ in COLUMNS)})")
        values = [[value(i) for _, _, _, value in COLUMNS] for i in range(rows)]
        connection.executemany(f"INSERT INTO listing VALUES ({', '.join('?' * len(COLUMNS))})", values)
    return path

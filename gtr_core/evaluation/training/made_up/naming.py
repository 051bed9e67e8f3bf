"""How a made-up warehouse spells its tables and columns."""

from __future__ import annotations

import random
from dataclasses import dataclass

__all__ = ["NamingStyle", "naming_style", "plural"]

_SHORT = {
    **{"number": "no", "amount": "amt", "quantity": "qty", "date": "dt", "customer": "cust", "account": "acct"},
    **{"department": "dept", "employee": "emp", "product": "prod", "category": "cat", "order": "ord"},
    **{"payment": "pmt", "invoice": "inv", "transaction": "txn", "warehouse": "whse", "supplier": "supp"},
    **{"manager": "mgr", "price": "prc", "address": "addr", "description": "descr", "percentage": "pct"},
    **{"maximum": "max", "minimum": "min", "average": "avg", "purchase": "purch", "position": "pos"},
    **{"country": "ctry", "region": "reg", "station": "stn", "flight": "flt", "policy": "pol", "passenger": "pax"},
    **{"contract": "contr", "project": "proj", "material": "mat", "equipment": "eqp", "organisation": "org"},
    **{"type": "typ", "code": "cd", "name": "nm", "status": "stat", "value": "val", "minutes": "min", "state": "st"},
    **{"subscriber": "subscr", "candidate": "cand", "engineer": "engr", "language": "lang", "vehicle": "veh"},
}
_IRREGULAR = {
    "person": "people",
    "man": "men",
    "child": "children",
    "staff member": "staff members",
    "series": "series",
}


def plural(noun: str) -> str:
    """The plural of a noun.

    >>> plural("branch"), plural("delivery"), plural("piece of equipment"), plural("species")
    ('branches', 'deliveries', 'pieces of equipment', 'species')
    """
    head, of, rest = noun.partition(" of ")
    if of:
        return plural(head) + of + rest
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(("species", "aircraft")):
        return noun
    if noun.endswith("sis"):
        return noun[:-2] + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


@dataclass(frozen=True, slots=True)
class NamingStyle:
    """One team's habits.

    Attributes:
        letters: snake, camel, upper or joined.
        plurals: Tables are named in the plural.
        prefixes: Put before tables of dimensions, facts and bridges.
        key: The primary key's form: ``{t}`` the table's noun.
        parent_key: A foreign key's form without a role, ``{p}`` the parent's noun.
        shortened: Long words are abbreviated.
        column_prefix: Columns bear an abbreviation of their table.
        plain: Columns drop the word of their thing (``status`` for ``order status``), so that many tables share them.
        split_persons: Persons have a first and a last name.
    """

    letters: str
    plurals: bool
    prefixes: tuple[str, str, str]
    key: str
    parent_key: str
    shortened: bool
    column_prefix: bool
    plain: bool
    split_persons: bool

    def table(self, noun: str, kind: str) -> str:
        """The name of a table; ``kind`` is dimension, fact or bridge."""
        prefix = dict(zip(("dimension", "fact", "bridge"), self.prefixes, strict=True))[kind]
        return self.spelt(f"{prefix} {plural(noun) if self.plurals else noun}".strip())

    def column(self, words: str, table_noun: str = "") -> str:
        """The name of a column."""
        first = ""
        if self.column_prefix and table_noun:
            first = "".join(word[0] for word in table_noun.split()) if " " in table_noun else table_noun[:3]
        return self.spelt(f"{first} {words}".strip())

    def primary_key(self, noun: str) -> str:
        """The name of a table's primary key."""
        return self.spelt(self.key.format(t=noun))

    def foreign_key(self, noun: str, role: str) -> str:
        """The name of a foreign key."""
        if not role:
            return self.spelt(self.parent_key.format(p=noun))
        whole = noun if role.endswith(noun) else f"{role} {noun}"
        # A role that is a word for a person stands alone: manager_id.
        alone = role.endswith(("er", "or", "ee"))
        return self.spelt(self.parent_key.format(p=role if alone else whole))

    def spelt(self, words: str) -> str:
        """Words in the letters of the house."""
        parts = [part for part in words.replace("-", " ").replace("'", "").split() if part not in ("of", "the")]
        if self.shortened:
            parts = [_SHORT.get(part, part) for part in parts]
        if self.letters == "camel":
            return "".join("ID" if part == "id" else part[:1].upper() + part[1:] for part in parts)
        if self.letters == "joined":
            return "".join(parts)
        text = "_".join(parts)
        return text.upper() if self.letters == "upper" else text


def naming_style(chance: random.Random) -> NamingStyle:
    """A style drawn at random."""
    key, parent_key = chance.choice(
        [("{t} id", "{p} id"), ("{t} id", "{p} id"), ("id", "{p} id"), ("{t} key", "{p} key"), ("{t} no", "{p} no")]
        + [("id", "{p}"), ("{t} sk", "{p} sk"), ("{t} code", "{p} code")]
    )
    none = ("", "", "")
    prefixes = chance.choice([none, none, none, ("dim", "fct", "brg"), ("dim", "fact", "fact"), ("ref", "trx", "map")])
    return NamingStyle(
        letters=chance.choices(["snake", "camel", "upper", "joined"], [6, 3, 1, 0.6])[0],
        plurals=chance.random() < 0.5,
        prefixes=prefixes,
        key=key,
        parent_key=parent_key,
        shortened=chance.random() < 0.2,
        column_prefix=chance.random() < 0.12,
        plain=chance.random() < 0.5,
        split_persons=chance.random() < 0.3,
    )

"""What an adapter makes of names: its dialect, how it stores unquoted names, and what it takes for equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["AdapterRules", "adapter_rules"]

Fold = Literal["upper", "lower", "keep"]


@dataclass(frozen=True, slots=True)
class AdapterRules:
    """Rules of one adapter.

    Attributes:
        dialect: sqlglot's name; empty for standard SQL.
        fold: How an unquoted name is stored.
        case_sensitive: Whether two stored relation names that differ in case alone are two relations.
        quotes: Whether dbt quotes database, schema and identifier unless told otherwise.
        known: False where the adapter is not among those that GTR knows.
    """

    dialect: str
    fold: Fold = "keep"
    case_sensitive: bool = False
    quotes: bool = True
    known: bool = True

    def stored(self, name: str, *, quoted: bool) -> str:
        """The spelling in which the warehouse stores a name.

        >>> adapter_rules("snowflake").stored("orders", quoted=False)
        'ORDERS'
        """
        if quoted or self.fold == "keep":
            return name
        return name.upper() if self.fold == "upper" else name.lower()

    def comparable(self, name: str | None) -> str:
        """A stored relation name in the form in which equal names are equal."""
        return (name or "") if self.case_sensitive else (name or "").casefold()


_SNOWFLAKE = AdapterRules("snowflake", fold="upper", case_sensitive=True, quotes=False)
_ORACLE = AdapterRules("oracle", fold="upper", case_sensitive=True, quotes=False)
_POSTGRES = AdapterRules("postgres", fold="lower", case_sensitive=True)
_TSQL = AdapterRules("tsql")
_RULES = {
    "athena": AdapterRules("athena", fold="lower"),
    "bigquery": AdapterRules("bigquery", case_sensitive=True),
    "clickhouse": AdapterRules("clickhouse", case_sensitive=True),
    "databricks": AdapterRules("databricks", fold="lower"),
    "doris": AdapterRules("doris"),
    "dremio": AdapterRules("dremio"),
    "duckdb": AdapterRules("duckdb"),
    "exasol": AdapterRules("exasol", fold="upper", case_sensitive=True, quotes=False),
    "fabric": _TSQL,
    "fabricspark": AdapterRules("spark", fold="lower"),
    "greenplum": _POSTGRES,
    "materialize": AdapterRules("materialize", fold="lower", case_sensitive=True),
    "mysql": AdapterRules("mysql"),
    "oracle": _ORACLE,
    "postgres": _POSTGRES,
    "redshift": AdapterRules("redshift", fold="lower"),
    "risingwave": AdapterRules("risingwave", fold="lower", case_sensitive=True),
    "singlestore": AdapterRules("singlestore"),
    "snowflake": _SNOWFLAKE,
    "spark": AdapterRules("spark", fold="lower"),
    "sqlite": AdapterRules("sqlite"),
    "sqlserver": _TSQL,
    "starrocks": AdapterRules("starrocks"),
    "synapse": _TSQL,
    "teradata": AdapterRules("teradata"),
    "trino": AdapterRules("trino", fold="lower"),
}


def adapter_rules(adapter: str) -> AdapterRules:
    """The rules of a dbt adapter; for one that is not known, standard names compared without case."""
    return _RULES.get(adapter.lower()) or AdapterRules("", known=False)

"""Warehouses behind one read-only protocol, one module each."""

from gtr_core.warehouse.connect import connect
from gtr_core.warehouse.exceptions import (
    AdapterNotSupportedError,
    ConnectionLostError,
    DriverMissingError,
    LogInError,
    QueryError,
    RelationMissingError,
    StatementRefusedError,
    StatementTimeoutError,
    WarehouseError,
    WarehouseFileInvalidError,
    WarehouseFileMissingError,
    WarehouseLockedError,
    WarehousePermissionError,
    WarehouseSettingError,
)
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.matching import best_match
from gtr_core.warehouse.result_set import ResultSet
from gtr_core.warehouse.warehouse import Schema, Warehouse

__all__ = [
    "AdapterNotSupportedError",
    "ConnectionLostError",
    "DeclaredKey",
    "DriverMissingError",
    "ListedRelation",
    "LogInError",
    "QueryError",
    "RelationMissingError",
    "ResultSet",
    "Schema",
    "StatementRefusedError",
    "StatementTimeoutError",
    "Warehouse",
    "WarehouseError",
    "WarehouseFileInvalidError",
    "WarehouseFileMissingError",
    "WarehouseLockedError",
    "WarehousePermissionError",
    "WarehouseSettingError",
    "best_match",
    "connect",
]

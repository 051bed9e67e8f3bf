"""Made-up semantic models and metrics."""

from __future__ import annotations

from typing import Any

__all__ = ["metric", "semantic_model"]


def semantic_model(name: str, **fields: Any) -> dict[str, dict[str, Any]]:
    """A semantic model on the model of its name, by its unique_id."""
    depends_on = {"nodes": [f"model.shop.{name}"]}
    said = {"name": name, "model": f"ref('{name}')", "package_name": "shop", "depends_on": depends_on, **fields}
    return {f"semantic_model.shop.{name}": said}


def metric(name: str, kind: str, params: dict[str, Any], **fields: Any) -> dict[str, dict[str, Any]]:
    """A metric, by its unique_id."""
    return {
        f"metric.shop.{name}": {"name": name, "type": kind, "type_params": params, "package_name": "shop", **fields}
    }

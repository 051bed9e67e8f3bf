"""Jinja for values of settings: expressions and conditions alone, whose results cannot grow beyond bounds.

A file of settings needs variables, defaults and a little editing of text. Loops and assignments are refused, as are
the filters and methods that make long texts of short ones, so that what is rendered costs no more than it is long.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

__all__ = ["BoundedEnvironment"]

_LONGEST = 100_000
"""Characters of the longest text that an operation may make: private keys are a few thousand."""

_MOST_BITS = 1_024
_FILTERS = frozenset(
    {"abs", "capitalize", "count", "d", "default", "e", "escape", "first", "float", "int", "last", "length", "lower",
     "round", "string", "title", "tojson", "trim", "upper", "urlencode"}
)  # fmt: skip
_METHODS = frozenset(
    {"capitalize", "endswith", "find", "lower", "lstrip", "replace", "rstrip", "split", "startswith", "strip", "title",
     "upper"}
)  # fmt: skip
_NODES: tuple[type[nodes.Node], ...] = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.CondExpr, nodes.Const, nodes.List, nodes.Tuple,
    nodes.Dict, nodes.Pair, nodes.Keyword, nodes.Name, nodes.Call, nodes.Filter, nodes.Test, nodes.Getattr,
    nodes.Getitem, nodes.Slice, nodes.Concat, nodes.Compare, nodes.Operand, nodes.BinExpr, nodes.UnaryExpr,
)  # fmt: skip


class BoundedEnvironment(SandboxedEnvironment):
    """A sandbox in which a short template can neither run for long nor take much memory.

    Args:
        globals_: What templates may name; Jinja's own globals are left out.
    """

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, globals_: dict[str, Any]) -> None:
        super().__init__(undefined=StrictUndefined)
        self.globals = dict(globals_)
        self.filters = {name: self.filters[name] for name in _FILTERS} | {"replace": _replaced}

    def rendered(self, text: str) -> str:
        """The template's text.

        Raises:
            TemplateError: It cannot be parsed or rendered, or holds what is not permitted here.
        """
        for node in self.parse(text).find_all(nodes.Node):
            if not isinstance(node, _NODES):
                raise SecurityError(f"{type(node).__name__} is not permitted in settings")
        return self.from_string(text).render()

    def call_binop(self, context: Context, operator_: str, left: Any, right: Any) -> Any:  # noqa: ANN401
        """Multiply and the like, of small operands alone."""
        if operator_ == "**":
            if not (_is_small(left) and _is_small(right) and abs(right) * _bits(left) <= _MOST_BITS):
                raise SecurityError("a power is too large")
            return operator.pow(left, right)
        if operator_ == "%":
            if not (_is_small(left) and _is_small(right)):
                raise SecurityError("a remainder is of numbers alone")
            return operator.mod(left, right)
        if not (_is_small(left) and _is_small(right)):
            raise SecurityError("a product is of small numbers alone")
        return operator.mul(left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: ANN401
        """Methods of texts that do not make them longer, and ``replace``."""
        if isinstance(obj, str):
            return attr in _METHODS
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:  # noqa: ANN401
        """``format`` is no method that is let through, in whatever wrapping."""

    def call(self, context: Context, obj: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:  # noqa: ANN401
        """Call, but for the text that a method of its own would make too long."""
        text = getattr(obj, "__self__", None)
        if isinstance(text, str) and getattr(obj, "__name__", "") == "replace":
            return _replaced(text, *arguments, **keywords)
        return super().call(context, obj, *arguments, **keywords)


def _replaced(text: object, old: object, new: object, count: int | None = None) -> str:
    text, old, new = str(text), str(old), str(new)
    times = text.count(old) if count is None or count < 0 else min(count, text.count(old))
    if len(text) + times * len(new) > _LONGEST:
        raise SecurityError("a text is too long")
    return text.replace(old, new, times)


def _is_small(value: object) -> bool:
    return isinstance(value, int | float) and _bits(value) <= _MOST_BITS


def _bits(value: int | float) -> int:
    return value.bit_length() if isinstance(value, int) else 64

"""YAML files with Jinja in them, as dbt renders profiles.yml: ``env_var``, ``as_number`` and the like, in a sandbox.

Loops and assignments, which dbt would allow, are refused (see ``jinja_sandbox``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["RenderingError", "read_yaml", "render", "render_all"]

_JINJA = re.compile(r"\{\{|\{%|\{#")


class RenderingError(Exception):
    """A file or a value in it cannot be read. Caught within this package, which knows what the file is for.

    Attributes:
        problem: What is wrong, without the value.
    """

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(problem)


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping that a YAML file holds, Jinja left as it is.

    Raises:
        RenderingError: It cannot be opened, is no YAML, or holds something else.
    """
    import yaml

    try:
        # The message of a YAML error quotes the file, which may hold secrets: only the place is handed on.
        said = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except OSError as error:
        raise RenderingError(f"it cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError:
        raise RenderingError("it is not UTF-8") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f" (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else ""
        raise RenderingError(f"it is not valid YAML{place}") from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise RenderingError("it is not valid YAML") from None
    if said is None:
        return {}
    if not isinstance(said, dict):
        raise RenderingError("it holds no mapping")
    return said


def render_all(value: object, environment: Mapping[str, str], place: str = "") -> object:
    """All texts within a value, rendered.

    Raises:
        RenderingError: A variable is missing, or Jinja cannot be rendered.
    """
    if isinstance(value, dict):
        return {
            key: render_all(item, environment, f"{place}.{key}" if place else str(key)) for key, item in value.items()
        }
    if isinstance(value, list):
        return [render_all(item, environment, place) for item in value]
    if not isinstance(value, str):
        return value
    try:
        return render(value, environment)
    except RenderingError as error:
        if place.rsplit(".", 1)[-1] in ("password", "pass") and not error.problem.startswith("the environment"):
            # A password may look like Jinja without being any: dbt then takes it as it stands.
            return value
        raise RenderingError(f"{place}: {error.problem}") from None


def render(text: str, environment: Mapping[str, str]) -> object:
    """One text, rendered; a text without Jinja stays as it is.

    Args:
        text: May hold Jinja with ``env_var``, and the filters ``as_bool``, ``as_number``, ``as_native``, ``as_text``.
        environment: What ``env_var`` reads.

    Raises:
        RenderingError: A variable is missing, or Jinja cannot be rendered.
    """
    if _JINJA.search(text) is None:
        return text
    from jinja2 import TemplateError

    from gtr_core.dbt.jinja_sandbox import BoundedEnvironment

    kinds: set[str] = set()

    def env_var(name: str, default: object = None) -> str:
        found = environment.get(name)
        if found is None and default is None:
            raise RenderingError(f"the environment variable {name} is not set")
        return str(default) if found is None else found

    def mark(kind: str) -> Callable[[object], object]:
        def marked(value: object) -> object:
            kinds.add(kind)
            return value

        return marked

    jinja = BoundedEnvironment({"env_var": env_var})
    jinja.filters.update({f"as_{kind}": mark(kind) for kind in ("bool", "number", "native", "text")})
    try:
        rendered = jinja.rendered(text)
    except (
        TemplateError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        AttributeError,
        RecursionError,
        MemoryError,
    ) as error:
        raise RenderingError(f"its Jinja cannot be rendered ({type(error).__name__})") from None
    return _typed(rendered, kinds)


def _typed(rendered: str, kinds: set[str]) -> object:
    if not kinds & {"bool", "number", "native"}:
        return rendered
    lowered = rendered.strip().lower()
    if lowered in ("true", "false") and kinds & {"bool", "native"}:
        return lowered == "true"
    try:
        value: object = ast.literal_eval(rendered.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return rendered
    return value

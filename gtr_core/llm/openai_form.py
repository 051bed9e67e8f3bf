"""Endpoints that speak the OpenAI form: OpenAI, Azure, Ollama, vLLM, Snowflake Cortex over REST."""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from gtr_core.llm.choice import Choice, choice_schema, prompt_of, read_choice
from gtr_core.llm.exceptions import (
    LanguageModelAnswerError,
    LanguageModelError,
    LanguageModelSettingError,
    LanguageModelUnavailableError,
)
from gtr_core.llm.filled_form import Form, form_prompt, read_form
from gtr_core.llm.model import Chosen

__all__ = ["Endpoint", "OpenAIForm", "endpoint_from_environment"]

Answer = TypeVar("Answer")
ResponseFormat = Literal["json_schema", "json_object"]

_LARGEST_ANSWER: Final = 1_000_000
_TRIES: Final = 2
_CHOICE_TOKENS: Final = 50
_FORM_TOKENS: Final = 2000
_AGAIN: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_BASE_URL, _MODEL, _KEY, _FORMAT = "GTR_LLM_BASE_URL", "GTR_LLM_MODEL", "GTR_LLM_API_KEY", "GTR_LLM_RESPONSE_FORMAT"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model answers.

    Attributes:
        base_url: As OpenAI's client takes it: ``…/v1``; ``/chat/completions`` follows.
        model: The model's name there.
        key: Sent as bearer token, empty for none; its repr hides it.
        response_format: How the server takes a JSON schema: under ``json_schema``, or as ``schema`` beside
            ``json_object``.
        timeout_s: Seconds for one call.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    response_format: ResponseFormat = "json_schema"
    timeout_s: float = 20.0


def endpoint_from_environment(environment: Mapping[str, str] | None = None) -> Endpoint:
    """The endpoint that ``GTR_LLM_BASE_URL``, ``GTR_LLM_MODEL`` and ``GTR_LLM_API_KEY`` name.

    Raises:
        LanguageModelSettingError: One is missing or wrong.
    """
    environment = os.environ if environment is None else environment
    base_url, model = environment.get(_BASE_URL, ""), environment.get(_MODEL, "")
    if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
        raise LanguageModelSettingError(_BASE_URL, "there is no address that begins with http:// or https://.")
    if not model:
        raise LanguageModelSettingError(_MODEL, "no model is named.")
    response_format = environment.get(_FORMAT) or "json_schema"
    if response_format not in ("json_schema", "json_object"):
        raise LanguageModelSettingError(_FORMAT, f"{response_format!r} is neither json_schema nor json_object.")
    return Endpoint(
        base_url.rstrip("/"),
        model,
        environment.get(_KEY, ""),
        "json_object" if response_format == "json_object" else "json_schema",
    )


class OpenAIForm:
    """A model behind ``/chat/completions``. Each choice is one call, and one more where that fails.

    Attributes:
        name: The model's name.
        calls: Calls that were made.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = endpoint.model
        self.calls = 0
        self._endpoint = endpoint

    def choose(self, choice: Choice) -> Chosen:
        """As the protocol says; the time-out, a fault that may pass and an unusable answer are met by one retry.

        Raises:
            LanguageModelUnavailableError: No answer came.
            LanguageModelAnswerError: What came is no option.
        """
        started, first = time.perf_counter(), self.calls
        schema = choice_schema(len(choice.options))
        request = self._request(prompt_of(choice), "choice", schema, _CHOICE_TOKENS)
        number = self._read(request, lambda answer: read_choice(answer, len(choice.options)))
        return Chosen(number, self.calls - first, time.perf_counter() - started)

    def fill(self, form: Form) -> dict[str, Any]:
        """A filled form (``FormFiller``); faults are met by one retry.

        Raises:
            LanguageModelUnavailableError: No answer came.
            LanguageModelAnswerError: What came is no JSON object.
        """
        return self._read(self._request(form_prompt(form), "form", dict(form.schema), _FORM_TOKENS), read_form)

    def _read(self, request: dict[str, Any], read: Callable[[str], Answer]) -> Answer:
        for attempt in range(1, _TRIES + 1):
            try:
                return read(self._answer(request))
            except LanguageModelError as error:
                passing = error.transient or isinstance(error, LanguageModelAnswerError)
                if attempt == _TRIES or not passing:
                    raise
        raise AssertionError("the last try returns or raises")

    def _answer(self, form: dict[str, Any]) -> str:
        self.calls += 1
        body = json.dumps(form).encode("utf-8")
        headers = {"Content-Type": "application/json"}
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        request = urllib.request.Request(f"{self._endpoint.base_url}/chat/completions", body, headers, method="POST")
        try:
            with _OPENER.open(request, timeout=self._endpoint.timeout_s) as response:
                data = response.read(_LARGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            raise self._refused(error) from error
        except (urllib.error.URLError, TimeoutError, http.client.HTTPException, OSError) as error:
            raise LanguageModelUnavailableError(self._shown(), _reason(error)) from error
        return _content(data)

    def _request(self, prompt: tuple[str, str], name: str, schema: dict[str, Any], tokens: int) -> dict[str, Any]:
        system, user = prompt
        wanted: dict[str, Any] = {"type": "json_object", "schema": schema}
        if self._endpoint.response_format == "json_schema":
            wanted = {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}
        return {
            "model": self._endpoint.model,
            "temperature": 0,
            "max_tokens": tokens,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "response_format": wanted,
        }

    def _refused(self, error: urllib.error.HTTPError) -> LanguageModelError:
        error.close()
        if error.code in _AGAIN:
            return LanguageModelUnavailableError(self._shown(), f"HTTP {error.code}")
        return LanguageModelAnswerError("", f"the endpoint refused the question with HTTP {error.code}")

    def _shown(self) -> str:
        """The endpoint's address without what may be a secret in it."""
        parts = urllib.parse.urlsplit(self._endpoint.base_url)
        return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another host."""

    def redirect_request(self, *_: Any) -> None:  # noqa: ANN401
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _content(data: bytes) -> str:
    if len(data) > _LARGEST_ANSWER:
        raise LanguageModelAnswerError("", "it is larger than a megabyte")
    try:
        form = json.loads(data)
        content = form["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise LanguageModelAnswerError(data[:200].decode("utf-8", "replace"), "it is not of the OpenAI form") from error
    if not isinstance(content, str):
        raise LanguageModelAnswerError(str(content), "it holds no text")
    return content


def _reason(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return "it took too long" if isinstance(reason, TimeoutError) else str(reason) or type(error).__name__

"""What can go wrong with a language model."""

from __future__ import annotations

from typing import ClassVar

from gtr_core.errors import ConfigurationError, GtrError

__all__ = [
    "LanguageModelAnswerError",
    "LanguageModelError",
    "LanguageModelSettingError",
    "LanguageModelUnavailableError",
    "NotRecordedError",
]


class LanguageModelError(GtrError):
    """A language model gave no usable answer. What asked it goes on without one."""


class LanguageModelSettingError(ConfigurationError):
    """The settings of the language model are incomplete or wrong.

    Attributes:
        setting: The environment variable.
    """

    def __init__(self, setting: str, problem: str) -> None:
        self.setting = setting
        super().__init__(f"{setting}: {problem}", "Set it, or switch the language model off.")


class LanguageModelUnavailableError(LanguageModelError):
    """The endpoint does not answer, refuses, or takes too long.

    Attributes:
        endpoint: Its address, without credentials.
        cause: What happened.
    """

    transient: ClassVar[bool] = True

    def __init__(self, endpoint: str, cause: str) -> None:
        self.endpoint = endpoint
        self.cause = cause
        super().__init__(f"The language model at {endpoint} gave no answer: {cause}.")


class LanguageModelAnswerError(LanguageModelError):
    """The model answered with something that is not among what it could choose.

    Attributes:
        answer: The first characters of what it said.
    """

    def __init__(self, answer: str, cause: str) -> None:
        self.answer = answer[:200]
        self.cause = cause
        super().__init__(f"The language model's answer cannot be used: {cause}.")


class NotRecordedError(LanguageModelError):
    """A replay was asked something that its record does not hold.

    Attributes:
        fingerprint: Of the question.
    """

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        super().__init__(f"The record holds no answer to the question {fingerprint}.", "Record it anew.")

"""Recording what a language model chose, and replaying it without one."""

from __future__ import annotations

import json
from pathlib import Path

from gtr_core.llm.choice import Choice, prompt_of
from gtr_core.llm.exceptions import LanguageModelSettingError, NotRecordedError
from gtr_core.llm.model import Chosen, LanguageModel

__all__ = ["Recording", "Replay"]


class Recording:
    """A model whose answers are written to a file, one JSON object a line: fingerprint, model, number, prompt.

    The prompt is written as it was sent: it holds what the policy let into it, and no key.

    Attributes:
        name, calls: The model's.
    """

    def __init__(self, model: LanguageModel, path: Path) -> None:
        self.name = model.name
        self._model = model
        self._path = path

    @property
    def calls(self) -> int:
        """Calls of the model that is recorded."""
        return self._model.calls

    @calls.setter
    def calls(self, number: int) -> None:
        self._model.calls = number

    def choose(self, choice: Choice) -> Chosen:
        """As the model does; an answer that fails is not recorded."""
        chosen = self._model.choose(choice)
        entry = {
            "fingerprint": choice.fingerprint,
            "model": self.name,
            "number": chosen.number,
            "prompt": prompt_of(choice)[1],
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=True) + "\n")
        return chosen


class Replay:
    """A recorded model: the same questions get the same answers, without a call.

    Attributes:
        name: ``replay``.
        calls: Always 0.
    """

    name = "replay"

    def __init__(self, path: Path) -> None:
        self.calls = 0
        self._answers: dict[str, int] = {}
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self._answers[entry["fingerprint"]] = int(entry["number"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LanguageModelSettingError(str(path), f"it is no record of a language model: {error}.") from error

    def choose(self, choice: Choice) -> Chosen:
        """The recorded answer.

        Raises:
            NotRecordedError: There is none.
        """
        number = self._answers.get(choice.fingerprint)
        if number is None or not 0 <= number < len(choice.options):
            raise NotRecordedError(choice.fingerprint)
        return Chosen(number, 0)

"""Sections of an artifact, each read on its own: what is odd in one does not cost the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import msgspec

__all__ = ["ABSENT", "SectionReader", "Unreadable"]

T = TypeVar("T")

ABSENT = msgspec.Raw(b"null")
_NODES = msgspec.json.Decoder(dict[str, msgspec.Raw] | None)
_LIST = msgspec.json.Decoder(list[msgspec.Raw] | None)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A node that is not in the form in which dbt writes nodes."""

    unique_id: str
    problem: str


class SectionReader:
    """Decodes sections and keeps what could not be read.

    Attributes:
        unreadable: Single nodes.
        warnings: Whole sections, as sentences.
    """

    def __init__(self, artifact: str) -> None:
        self._artifact = artifact
        self.unreadable: list[Unreadable] = []
        self.warnings: list[str] = []

    def section(self, raw: msgspec.Raw, decoder: msgspec.json.Decoder[T], name: str) -> T | None:
        """A section, None where it is absent or not of the decoder's type."""
        try:
            return decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.warnings.append(f"{name} of {self._artifact} was passed over: {error}.")
        except RecursionError:
            self.warnings.append(f"{name} of {self._artifact} was passed over: it is nested too deeply.")
        return None

    def nodes(self, raw: msgspec.Raw, decoder: msgspec.json.Decoder[T], name: str) -> dict[str, T]:
        """The nodes of a section by unique_id, without those that cannot be read."""
        decoded: dict[str, T] = {}
        for unique_id, item in (self.section(raw, _NODES, name) or {}).items():
            self._decode(unique_id, item, decoder, decoded)
        return decoded

    def listed(self, raw: msgspec.Raw, decoder: msgspec.json.Decoder[T], name: str) -> tuple[T, ...]:
        """The entries of a section that is a list, without those that cannot be read."""
        decoded: dict[str, T] = {}
        found = self.section(raw, _LIST, name)
        for index, item in enumerate(found or ()):
            self._decode(f"{name}[{index}]", item, decoder, decoded)
        return tuple(decoded.values())

    def names(self, raw: msgspec.Raw, name: str) -> tuple[str, ...]:
        """The unique_ids of a section."""
        found = self.section(raw, _NODES, name)
        return tuple(found or ())

    def _decode(
        self, unique_id: str, item: msgspec.Raw, decoder: msgspec.json.Decoder[T], decoded: dict[str, T]
    ) -> None:
        try:
            decoded[unique_id] = decoder.decode(item)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.unreadable.append(Unreadable(unique_id, str(error)))
        except RecursionError:
            self.unreadable.append(Unreadable(unique_id, "it is nested too deeply"))

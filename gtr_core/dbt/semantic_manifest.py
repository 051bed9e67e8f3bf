"""semantic_manifest.json: semantic models and metrics in MetricFlow's layout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.exceptions import ArtifactFormatError
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["SemanticManifest", "read_semantic_manifest"]

T = TypeVar("T")

_KIND = "semantic manifest"


class _Envelope(msgspec.Struct, gc=False):
    semantic_models: list[msgspec.Raw] | None = None
    metrics: list[msgspec.Raw] | None = None


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_SEMANTIC_MODEL = msgspec.json.Decoder(SavedSemanticModel)
_METRIC = msgspec.json.Decoder(MetricNode)


@dataclass(frozen=True, slots=True)
class SemanticManifest:
    """Semantic models and metrics, and what could not be read of them."""

    semantic_models: tuple[SavedSemanticModel, ...]
    metrics: tuple[MetricNode, ...]
    warnings: tuple[str, ...] = ()


def read_semantic_manifest(path: Path) -> SemanticManifest:
    """Reads a semantic manifest, plain or gzipped.

    Raises:
        ArtifactNotFoundError: The file is missing or may not be read.
        ArtifactFormatError: It is no semantic manifest.
    """
    envelope = decode_artifact(read_artifact_bytes(path, _KIND), _ENVELOPE, path, _KIND)
    if envelope.semantic_models is None:
        raise ArtifactFormatError(path, _KIND, "it has no semantic_models")
    warnings: list[str] = []
    models = _decode_all(envelope.semantic_models, _SEMANTIC_MODEL, f"{path.name}: semantic model", warnings)
    metrics = _decode_all(envelope.metrics or [], _METRIC, f"{path.name}: metric", warnings)
    return SemanticManifest(models, metrics, tuple(warnings))


def _decode_all(
    raw: list[msgspec.Raw], decoder: msgspec.json.Decoder[T], what: str, warnings: list[str]
) -> tuple[T, ...]:
    decoded: list[T] = []
    for index, item in enumerate(raw):
        try:
            decoded.append(decoder.decode(item))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            warnings.append(f"{what} {index} was left out: {error}")
        except RecursionError:
            warnings.append(f"{what} {index} was left out: it is nested too deeply")
    return tuple(decoded)

"""semantic_manifest.json: semantic models and metrics in MetricFlow's layout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.artifact_sections import ABSENT, SectionReader
from gtr_core.dbt.exceptions import ArtifactFormatError
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["SemanticManifest", "read_semantic_manifest"]

_KIND = "semantic manifest"


class _Envelope(msgspec.Struct, gc=False):
    semantic_models: msgspec.Raw = ABSENT
    metrics: msgspec.Raw = ABSENT


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
    if bytes(envelope.semantic_models) == bytes(ABSENT):
        raise ArtifactFormatError(path, _KIND, "it has no semantic_models")
    reader = SectionReader(path.name)
    models = reader.listed(envelope.semantic_models, _SEMANTIC_MODEL, "semantic_models")
    metrics = reader.listed(envelope.metrics, _METRIC, "metrics")
    unread = (f"{item.unique_id} of {path.name} was passed over: {item.problem}." for item in reader.unreadable)
    return SemanticManifest(models, metrics, (*reader.warnings, *unread))

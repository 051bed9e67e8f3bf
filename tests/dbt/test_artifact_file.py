from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec
import pytest

from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.exceptions import ArtifactFormatError, ArtifactNotFoundError

_DECODER = msgspec.json.Decoder(dict[str, float | None])


def test_gzip_is_known_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(gzip.compress(b'{"a": 1}'))
    assert read_artifact_bytes(path, "manifest") == b'{"a": 1}'


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text("{}", encoding="utf-8-sig")
    assert read_artifact_bytes(path, "manifest") == b"{}"


def test_a_truncated_gzip_file_is_named_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json.gz"
    path.write_bytes(gzip.compress(json.dumps(list(range(1000))).encode())[:200])
    with pytest.raises(ArtifactFormatError, match="gzip file is damaged"):
        read_artifact_bytes(path, "manifest")


def test_a_missing_file_names_the_command_that_writes_it(tmp_path: Path) -> None:
    with pytest.raises(ArtifactNotFoundError, match="dbt docs generate") as raised:
        read_artifact_bytes(tmp_path / "catalog.json", "catalog")
    assert raised.value.exit_code == 2


def test_a_folder_is_no_artifact(tmp_path: Path) -> None:
    with pytest.raises(ArtifactNotFoundError, match="directory"):
        read_artifact_bytes(tmp_path, "manifest")


def test_what_python_writes_beyond_json_becomes_null() -> None:
    assert decode_artifact(b'{"a": NaN, "b": 1, "c": -Infinity}', _DECODER, Path("m"), "manifest") == {
        "a": None,
        "b": 1,
        "c": None,
    }


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b'{"a": 1', "not JSON"),
        (b"select 1", "not JSON"),
        (b'{"a": "x"}', "Expected"),
        (b"[1]", "Expected"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "Expected"),
        (b'{"\xff": 1}', "not JSON"),
    ],
)
def test_the_reason_is_given(data: bytes, reason: str) -> None:
    with pytest.raises(ArtifactFormatError, match=reason):
        decode_artifact(data, _DECODER, Path("m"), "manifest")


def test_nesting_without_end_is_refused() -> None:
    decoder = msgspec.json.Decoder(object)
    with pytest.raises(ArtifactFormatError, match="nested too deeply"):
        decode_artifact(b"[" * 100_000 + b"]" * 100_000, decoder, Path("m"), "manifest")

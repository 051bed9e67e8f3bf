"""dbt's artifacts where they lie elsewhere than on this machine: an object store to which dbt's runs upload them."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from gtr_core.context.store_address import is_remote
from gtr_core.errors import ConfigurationError

__all__ = ["artifact_stamp", "fetched_artifacts"]

_BESIDE = ("catalog", "semantic_manifest")


def fetched_artifacts(manifest: str | None) -> dict[str, object]:
    """Settings that name the artifacts: local paths as they are, remote ones fetched into the temporary folder.

    Raises:
        ConfigurationError: The manifest is not there, or nothing reaches such an address.
    """
    if manifest is None:
        return {}
    if not is_remote(manifest):
        return {"manifest": manifest}
    import fsspec

    folder = Path(tempfile.gettempdir()) / "gtr-artifacts" / hashlib.sha256(manifest.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        files, path = fsspec.core.url_to_fs(manifest)
        _fetch(files, path, folder / "manifest.json")
    except (OSError, ImportError, ValueError) as error:
        raise ConfigurationError(
            f"The manifest at {manifest} cannot be read: {error}.",
            "Set manifest of the resource `gtr_project`, or GTR_MANIFEST, to where dbt's run leaves it.",
        ) from error
    settings: dict[str, object] = {"manifest": str(folder / "manifest.json")}
    for kind in _BESIDE:
        target = folder / f"{kind}.json"
        try:
            _fetch(files, f"{path.rsplit('/', 1)[0]}/{kind}.json", target)
        except FileNotFoundError:
            target.unlink(missing_ok=True)
            continue
        settings[kind] = str(target)
    return settings


def artifact_stamp(address: str) -> str:
    """What changes when the file at that path or address is written anew: time and size, or the store's checksum.

    Raises:
        FileNotFoundError: There is none.
        OSError: It cannot be asked for.
    """
    if not is_remote(address):
        status = Path(address).stat()
        return f"{status.st_mtime_ns}-{status.st_size}"
    import fsspec

    files, path = fsspec.core.url_to_fs(address)
    files.invalidate_cache()
    return str(files.checksum(path))


def _fetch(files: object, path: str, target: Path) -> None:
    """Fetch aside and put in place: two runs on one machine fetch the same file."""
    with tempfile.TemporaryDirectory(dir=target.parent) as aside:
        part = Path(aside) / target.name
        files.get_file(path, str(part))  # type: ignore[attr-defined]
        part.replace(target)

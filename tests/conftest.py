from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared test data (``GTR_SHARED``, else beside the checkout); where there is none, skip."""
    folder = Path(os.environ.get("GTR_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip("the shared test data are not here")
    return folder

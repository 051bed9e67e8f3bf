from __future__ import annotations

import dagster as dg
import pytest

from dagster_project.failures import as_dagster_failures
from gtr_core.errors import GtrError


class MayPassError(GtrError):
    transient = True


def test_what_may_pass_is_begun_anew_with_growing_pauses() -> None:
    waits = []
    for number in range(2):
        with pytest.raises(dg.RetryRequested) as caught, as_dagster_failures(number, retries=2, wait_s=10):
            raise MayPassError("The connection broke.")
        waits.append(caught.value.seconds_to_wait)
    assert waits == [10, 20]
    with pytest.raises(dg.Failure) as failed, as_dagster_failures(2, retries=2):
        raise MayPassError("The connection broke.")
    assert not failed.value.allow_retries


def test_what_cannot_pass_fails_at_once_and_says_what_to_do() -> None:
    with pytest.raises(dg.Failure) as failed, as_dagster_failures(0, retries=5):
        raise GtrError("The password is wrong.", "Mend profiles.yml.")
    assert failed.value.metadata["what_to_do"].value == "Mend profiles.yml."
    assert not failed.value.allow_retries

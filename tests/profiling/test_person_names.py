from __future__ import annotations

import pytest

from gtr_core.profiling.person_names import is_given_name, is_person_name


@pytest.mark.parametrize(
    "name",
    ["Maria de Souza", "Lee, Anna", "Dr. Ann O'Neill", "JOHN SMITH", "Jean-Pierre Blanc", "Mr. Mohammed Khan",
     "Søren Kierkegaard", "Priya Sharma", "Wei Zhang", "Agnieszka Nowak-Kowalska", "Hiroshi Tanaka"],
)  # fmt: skip
def test_names_of_persons(name: str):
    assert is_person_name(name)


@pytest.mark.parametrize(
    "name",
    ["New York", "San Francisco", "Maria's Bakery Ltd", "Johnson & Johnson", "John Deere Inc.", "Customer#000000001",
     "Supplier#000000001", "almond antique metallic honeydew green", "Martin Luther King School", "ACME", "Ann", "",
     "Acme Holding GmbH", "Red Hat", "MEDIUM BRUSHED COPPER", "12 Ann Street", "Thomas and Sons"],
)  # fmt: skip
def test_names_of_other_things(name: str):
    assert not is_person_name(name)


def test_given_names_alone():
    assert is_given_name("José")
    assert is_given_name(" anna ")
    assert not is_given_name("Copper")

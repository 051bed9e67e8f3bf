"""The lexicon is read whole, and what it refers to is there."""

from __future__ import annotations

from gtr_core.evaluation.training.made_up.lexicon import Domain, read_lexicon


def _all() -> list[Domain]:
    lexicon = read_lexicon()
    return [*lexicon.domains, *lexicon.modules.values()]


def test_dozens_of_fields() -> None:
    lexicon = read_lexicon()
    assert len(lexicon.domains) >= 24
    assert len(lexicon.modules) >= 8
    assert len({domain.name for domain in lexicon.domains}) == len(lexicon.domains)


def test_an_entity_is_read_from_its_lines() -> None:
    clinic = next(domain for domain in read_lexicon().domains if domain.name == "clinic")
    patient = clinic.entities["patient"]
    assert (patient.named, patient.places) == ("person", ("from {p}", "living in {p}"))
    assert [(attribute.name, attribute.kind) for attribute in patient.attributes] == [
        ("birth date", "date"),
        ("blood group", "category"),
    ]
    (insured,) = patient.links
    assert (insured.parent, insured.role, insured.did) == ("insurer", "", ("that cover {c}",))
    fee = next(attribute for attribute in clinic.entities["appointment"].attributes if attribute.name == "fee")
    assert (fee.low, fee.high, fee.additive) == (20, 600, True)


def test_every_link_leads_to_an_entity() -> None:
    for domain in _all():
        known = {*domain.entities, "$party", "$site", "employee"}
        for entity in domain.entities.values():
            assert {link.parent for link in entity.links} <= known


def test_every_phrase_has_its_place_for_what_it_names() -> None:
    for domain in _all():
        for entity in domain.entities.values():
            assert all("{p}" in phrase for phrase in entity.places)
            for link in entity.links:
                assert all("{p}" in phrase for phrase in link.of)
                assert all(phrase.split()[0] in ("who", "that") and "{c}" in phrase for phrase in link.did)
            for attribute in entity.attributes:
                assert attribute.kind != "category" or all("{v}" in phrase for phrase in attribute.phrases)


def test_parties_and_sites_have_names() -> None:
    for domain in read_lexicon().domains:
        assert domain.entities[domain.party].named
        assert domain.entities[domain.site].named

"""Which phrase speaks of which."""

from __future__ import annotations

from gtr_core.index import Posting
from gtr_core.retrieval.attachment import attach
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.result import QuestionToken

_TABLES = {"suppliers", "customers", "parts", "orders"}
_COLUMNS = {"balance", "names", "region"}


def _attached(question: str) -> dict[str, set[str]]:
    """For each phrase, the phrases it is attached to; words in capitals are values."""
    tokens: list[QuestionToken] = []
    phrases = []
    at = 0
    for i, word in enumerate(question.split()):
        norm = word.casefold()
        kind = "table" if norm in _TABLES else "column" if norm in _COLUMNS else "value" if word.isupper() else None
        tokens.append(QuestionToken(word, norm, at, at + len(word), "grounded" if kind else "function"))
        at += len(word) + 1
        if kind == "table":
            phrases.append(Phrase(i, i + 1, (Option(Posting("table", norm), norm, "exact", 1.0),)))
        elif kind == "column":
            phrases.append(Phrase(i, i + 1, (Option(Posting("column", "t", norm), norm, "exact", 1.0),)))
        elif kind == "value":
            phrases.append(Phrase(i, i + 1, (Option(Posting("value", "t", "c", word), norm, "exact", 1.0),)))
    attached: dict[str, set[str]] = {}
    made = attach(tokens, phrases)
    for phrase in made:
        of = {tokens[made[j].first].text for j, _ in phrase.attached_to}
        attached.setdefault(tokens[phrase.first].text, set()).update(of)
    return attached


def test_a_value_before_a_table_is_attached_to_it() -> None:
    assert _attached("INDIAN suppliers")["INDIAN"] == {"suppliers"}


def test_a_value_behind_a_preposition_is_attached_to_the_table_before_it() -> None:
    assert _attached("suppliers in GERMANY")["GERMANY"] == {"suppliers"}


def test_a_value_between_two_tables_goes_to_the_one_it_qualifies() -> None:
    assert _attached("customers and FRENCH suppliers")["FRENCH"] == {"suppliers"}


def test_a_column_is_attached_to_the_table_behind_of() -> None:
    assert _attached("names of the parts")["names"] == {"parts"}


def test_a_column_is_attached_to_the_table_right_before_it() -> None:
    assert _attached("customers region")["region"] == {"customers"}


def test_one_column_of_two_tables_is_given_twice() -> None:
    assert _attached("balance of suppliers and of customers")["balance"] == {"suppliers", "customers"}


def test_coordinated_values_know_each_other() -> None:
    tokens = [QuestionToken(t, t, 0, 1, "grounded") for t in ("a", "or", "b")]
    options = (Option(Posting("value", "t", "c", "x"), "x", "exact", 1.0),)
    one, other = attach(tokens, [Phrase(0, 1, options), Phrase(2, 3, options)])
    assert one.coordinated == (1,)
    assert other.coordinated == (0,)


def test_what_is_asked_for_is_apart_from_values_that_do_not_qualify_it() -> None:
    question = "which parts need other parts"
    words = question.split()
    tokens = [QuestionToken(word, word, 0, 1, "function" if word == "which" else "grounded") for word in words]
    table = (Option(Posting("table", "parts"), "parts", "exact", 1.0),)
    value = (Option(Posting("value", "parts", "part_name", "bolt"), "bolt", "exact", 1.0),)
    verb = (Option(Posting("column", "needs", "needed_id"), "need", "exact", 0.3),)
    asked, _, _ = attach(tokens, [Phrase(1, 2, table), Phrase(2, 3, verb), Phrase(4, 5, value)])
    assert asked.apart_from == (2,)
    beside, _ = attach(tokens, [Phrase(1, 2, table), Phrase(2, 3, value)])
    assert beside.apart_from == ()

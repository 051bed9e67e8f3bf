"""From text to tokens, the same way for questions and for what is indexed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from gtr_core.text.folding import fold
from gtr_core.text.patterns import token_pattern
from gtr_core.text.quotation import quotations
from gtr_core.text.token import Token

__all__ = ["LONGEST_ENTRY", "normalise", "tokenize"]

# Characters of an entry that are read: a cell of megabytes is no phrase that a question names.
LONGEST_ENTRY = 1000
# Characters of a symbol (``+``, ``>=``) that stands for itself.
_LONGEST_SYMBOL = 16
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc")
_POSSESSIVES = ("'s", "\u2019s", "\u02bcs")


def tokenize(text: str) -> list[Token]:
    """Tokens in order. Linear in the length of the text.

    Words hold letters, digits and combining marks; hyphens, underscores and other signs part them.
    Thousands separators are taken off numbers (``1,000`` is ``1000``), an ISO date is one token, a
    possessive ``'s`` is dropped, other apostrophes are closed up (``O'Brien`` is ``obrien``). Chinese
    characters and hiragana are tokens one by one. Signs alone are tokens only where they are quoted.

    >>> [token.norm for token in tokenize("Brand#23's 1,000 parts since 1995-01-01 (1-URGENT)")]
    ['brand', '23', '1000', 'parts', 'since', '1995-01-01', '1', 'urgent']
    """
    spans = quotations(text)
    starts = [start for start, _ in spans]
    tokens: list[Token] = []
    named: set[int] = set()
    for norm, start, end in _pieces(text):
        place = bisect_right(starts, start) - 1
        quoted = place >= 0 and end <= spans[place][1]
        if quoted:
            named.add(place)
        tokens.append(Token(text[start:end], norm, start, end, quoted))
    symbols = [_symbol(text, *span) for place, span in enumerate(spans) if place not in named]
    symbols = [token for token in symbols if token.norm]
    if symbols:
        tokens = sorted([*tokens, *symbols], key=lambda token: token.start)
    return tokens


def normalise(text: str) -> tuple[str, ...]:
    """Normalised tokens of a value, a name or a phrase: what it is indexed under.

    Text that is nothing but signs stands for itself, so that only blank text has no token. No more than
    the first ``LONGEST_ENTRY`` characters are read.

    >>> normalise("STANDARD POLISHED BRASS"), normalise("1-URGENT"), normalise("北京"), normalise("+")
    (('standard', 'polished', 'brass'), ('1', 'urgent'), ('北', '京'), ('+',))
    """
    text = text[:LONGEST_ENTRY]
    norms = tuple(norm for norm, _, _ in _pieces(text))
    if norms:
        return norms
    symbol = _symbol_norm(text)
    return (symbol,) if symbol else ()


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """Norm, start and end of each token."""
    for match in token_pattern(text.isascii()).finditer(text):
        kind, written = match.lastgroup, match[0]
        start, end = match.span()
        if kind == "word":
            yield from _word(written, start)
        elif kind == "number":
            yield fold(written.replace(",", "")), start, end
        elif kind == "acronym":
            yield fold(written.replace(".", "")), start, end
        elif kind == "date":
            year, month, day = fold(written).replace("/", "-").split("-")
            yield f"{year}-{month:0>2}-{day:0>2}", start, end
        elif kind != "possessive":
            yield fold(written), start, end


def _word(written: str, start: int) -> Iterator[tuple[str, int, int]]:
    if written.isascii() and written.isalnum():
        yield written.lower(), start, start + len(written)
        return
    if len(written) > 2 and written[-2:].lower() in _POSSESSIVES:
        written = written[:-2]
    end = start + len(written)
    norm = fold(written.translate(_APOSTROPHES))
    if norm.isalnum():
        yield norm, start, end
        return
    # The compatibility form of one character may be several words (ligatures, fractions).
    for match in token_pattern(norm.isascii()).finditer(norm):
        yield match[0], start, end


def _symbol(text: str, start: int, end: int) -> Token:
    written = text[start:end].strip()
    start = text.index(written, start)
    return Token(written, _symbol_norm(written), start, start + len(written), True)


def _symbol_norm(written: str) -> str:
    """Signs without the spaces between them; empty where they do not show."""
    # Folding leaves nothing of a sign that is an accent alone.
    symbol = "".join(fold(written).split()) or "".join(written.split())
    return symbol[:_LONGEST_SYMBOL] if symbol.isprintable() else ""

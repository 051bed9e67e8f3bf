"""The form under which a token is looked up: compatibility form, case and accents folded."""

from __future__ import annotations

import unicodedata

__all__ = ["fold"]

# Letters that carry their mark within themselves, so that no decomposition takes it off.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"


def fold(text: str) -> str:
    """NFKC, case folded, accents taken off, digits of any script as 0 to 9.

    Only the accents of the block for Latin, Greek and Cyrillic (U+0300 to U+036F) are taken off: the
    combining marks of Thai, the scripts of India, Arabic or Japanese are letters of their own and stay.

    >>> fold("São"), fold("STRASSE"), fold("Straße"), fold("Øre"), fold("ＡＢ１")
    ('sao', 'strasse', 'strasse', 'ore', 'ab1')
    >>> fold("हिन्दी") == "हिन्दी"
    True
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    folded = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in folded)
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFD", folded)
    bare = "".join(c for c in decomposed if not _FIRST_ACCENT <= c <= _LAST_ACCENT)
    return unicodedata.normalize("NFC", bare)

"""Tokens, identifiers split to words, and linguistic variants. Language: English."""

from gtr_core.text.folding import fold
from gtr_core.text.function_words import FUNCTION_WORDS
from gtr_core.text.identifiers import split_identifier
from gtr_core.text.inflection import lemma, stem
from gtr_core.text.operator_words import OPERATOR_WORDS
from gtr_core.text.passes.abbreviation import expansions
from gtr_core.text.quotation import quotations
from gtr_core.text.scripts import is_running
from gtr_core.text.segmentation import is_word
from gtr_core.text.spelling import spelling_candidates
from gtr_core.text.token import Token
from gtr_core.text.tokenization import normalise, tokenize
from gtr_core.text.variant import Variant, VariantKind
from gtr_core.text.variation import form_variants, variants

__all__ = [
    "FUNCTION_WORDS",
    "OPERATOR_WORDS",
    "Token",
    "Variant",
    "VariantKind",
    "expansions",
    "fold",
    "form_variants",
    "is_running",
    "is_word",
    "lemma",
    "normalise",
    "quotations",
    "spelling_candidates",
    "split_identifier",
    "stem",
    "tokenize",
    "variants",
]

"""The passes that make variants of an n-gram, one a file; ``gtr_core.text.variation`` puts them in order."""

from gtr_core.text.passes.abbreviation import abbreviation
from gtr_core.text.passes.calendar import calendar
from gtr_core.text.passes.code import code
from gtr_core.text.passes.compound import compound
from gtr_core.text.passes.demonym import demonym
from gtr_core.text.passes.derived import derived
from gtr_core.text.passes.exact import exact
from gtr_core.text.passes.lemma import lemma
from gtr_core.text.passes.number_word import number_word
from gtr_core.text.passes.plural import plural
from gtr_core.text.passes.regional import regional
from gtr_core.text.passes.stem import stem
from gtr_core.text.passes.synonym import synonym
from gtr_core.text.passes.written_date import written_date

__all__ = [
    "abbreviation",
    "calendar",
    "code",
    "compound",
    "demonym",
    "derived",
    "exact",
    "lemma",
    "number_word",
    "plural",
    "regional",
    "stem",
    "synonym",
    "written_date",
]

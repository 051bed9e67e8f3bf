"""From join tree and query specification to SQL, and from a question to its query specification."""

from gtr_core.compiler.compile import PASSES, Compiled, compile_query
from gtr_core.compiler.exceptions import (
    CompilerError,
    DialectError,
    LiteralError,
    MisplacedReferenceError,
    SpecFormError,
    UnansweredError,
    UnknownReferenceError,
    VerificationError,
)
from gtr_core.compiler.intent import Intent, derive_spec, model_spec
from gtr_core.compiler.spec import (
    AnyOf,
    Comparison,
    Dimension,
    Filter,
    Having,
    Measure,
    NotExists,
    Order,
    QuerySpec,
    Stated,
    Versus,
)
from gtr_core.compiler.spec_json import spec_from_json, spec_to_json
from gtr_core.compiler.verdict import Verdict

__all__ = [
    "PASSES",
    "AnyOf",
    "Comparison",
    "Compiled",
    "CompilerError",
    "DialectError",
    "Dimension",
    "Filter",
    "Having",
    "Intent",
    "LiteralError",
    "Measure",
    "MisplacedReferenceError",
    "NotExists",
    "Order",
    "QuerySpec",
    "SpecFormError",
    "Stated",
    "UnansweredError",
    "UnknownReferenceError",
    "Verdict",
    "VerificationError",
    "Versus",
    "compile_query",
    "derive_spec",
    "model_spec",
    "spec_from_json",
    "spec_to_json",
]

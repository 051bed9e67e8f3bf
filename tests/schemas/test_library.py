from __future__ import annotations

import json

import jsonschema
import pytest

from gtr_core.schemas.exceptions import UnknownSchemaError
from gtr_core.schemas.library import load_schema, schema_names


@pytest.mark.parametrize("name", schema_names())
def test_each_schema_is_one_and_refers_to_no_other_file(name: str):
    schema = load_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert ".schema.json" not in json.dumps(schema)


def test_the_forms_that_others_rely_on_are_there():
    assert {"retrieval", "answer", "tree", "spec", "ground", "dbt_check", "build"} <= set(schema_names())


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(UnknownSchemaError) as caught:
        load_schema("../tree")
    assert caught.value.exit_code == 2
    assert "retrieval" in caught.value.known


def test_an_unresolved_retrieval_has_no_tree():
    document = {
        "question": "?", "status": "unresolved", "confidence": 0.0, "reason": "nothing", "tree": None, "tables": [],
        "grounding": [], "alternatives": [], "snapshot": {"id": "a", "age_s": 0.1}, "trace": {}, "timings_ms": {},
    }  # fmt: skip
    jsonschema.validate(document, load_schema("retrieval"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "tables": ["a"]}, load_schema("retrieval"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "status": "resolved"}, load_schema("retrieval"))

"""Values whose form differs between dbt's versions."""

from __future__ import annotations

from gtr_core.dbt.loose import meta_pairs


def test_free_form_meta_is_kept_as_text_without_our_own_section() -> None:
    config = {"tier": 1, "gtr": {"hidden": True}, "teams": ["sales", "ops"], "nested": {"a": 1}, "none": None}
    assert meta_pairs(config, {"tier": 2, "certified": True}) == (
        ("tier", "1"),
        ("teams", "sales"),
        ("teams", "ops"),
        ("certified", "true"),
    )


def test_meta_of_an_unexpected_form_is_passed_over() -> None:
    assert meta_pairs(None, [], "text") == ()

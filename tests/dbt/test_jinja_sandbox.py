from __future__ import annotations

import time

import pytest
from jinja2.exceptions import TemplateError

from gtr_core.dbt.jinja_sandbox import BoundedEnvironment
from gtr_core.dbt.rendering import RenderingError, render

ENVIRONMENT = BoundedEnvironment({"env_var": {"KEY": r"a\nb", "PORT": "5432"}.__getitem__})


@pytest.mark.parametrize(
    ("template", "rendered"),
    [
        ("{{ env_var('PORT') }}", "5432"),
        ("{{ env_var('PORT') | int + 1 }}", "5433"),
        ("{{ 4 * 8 }} {{ 2 ** 10 }} {{ 7 % 4 }}", "32 1024 3"),
        (r"{{ env_var('KEY') | replace('\\n', '-') }}", "a-b"),
        (r"{{ env_var('KEY').replace('\\n', '-').upper() }}", "A-B"),
        ("{% if env_var('PORT') == '5432' %}local{% else %}far{% endif %}", "local"),
        ("{{ 'a' if env_var('PORT') else 'b' }}", "a"),
        ("{{ env_var('KEY')[0] ~ 'x' | upper }}", "aX"),
        ("{{ 'p@ss' | urlencode }}", "p%40ss"),
    ],
)
def test_what_settings_need_is_rendered(template: str, rendered: str):
    assert ENVIRONMENT.rendered(template) == rendered


@pytest.mark.parametrize(
    "bomb",
    [
        "{{ 'a' * 10**10 }}",
        "{{ 10**10 * 'a' }}",
        "{{ [1] * 10**10 }}",
        "{{ 9**9**9**9 }}",
        "{{ (2**1024)**1024 }}",
        "{{ '%10000000000d' % 1 }}",
        "{{ '{:>10000000000}'.format(1) }}",
        "{{ 'a'.center(10000000000) }}",
        "{{ 'a'.ljust(10000000000) }}",
        "{{ 'a' | center(10000000000) }}",
        "{{ 'a' | indent(10000000000) }}",
        "{{ ('a' | replace('', 'b' ~ '" + "c" * 60_000 + "')) | replace('c', 'ddddddddd') }}",
        "{{ ''.join(['a', 'b']) }}",
        "{% for i in 'aaaa' %}{% for j in 'aaaa' %}{{ i }}{% endfor %}{% endfor %}",
        "{% set x = 'a' %}{% set x = x ~ x %}{{ x }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ range(10**9) | length }}",
        "{{ lipsum(10**9) }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ cycler.__init__.__globals__ }}",
    ],
)
def test_bombs_are_refused_at_once(bomb: str):
    started = time.process_time()
    with pytest.raises(TemplateError):
        ENVIRONMENT.rendered(bomb)
    with pytest.raises(RenderingError, match="its Jinja cannot be rendered"):
        render(bomb, {})
    assert time.process_time() - started < 5

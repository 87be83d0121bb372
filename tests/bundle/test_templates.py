"""Templates of games/pages use only what the phone can render."""

import pytest
from jinja2 import DictLoader, FileSystemLoader

from games.bundle import templates
from scorekeeper import jinja
from tests.phone.allowed import SHARED, refused

pytestmark = pytest.mark.fifth

ENVIRONMENT = jinja.base_environment(loader=FileSystemLoader(templates.FOLDER))
NAMES = sorted(SHARED) + sorted(
    path.relative_to(templates.FOLDER).as_posix() for path in (templates.FOLDER / "pages").rglob("*.html")
)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_uses_only_what_the_phone_has(name: str) -> None:
    assert list(refused(ENVIRONMENT.parse(templates.text(ENVIRONMENT, name)))) == []


@pytest.mark.parametrize(
    "text",
    [
        "{{ name|upper }}",
        "{{ names|map('upper')|join }}",
        "{{ names|sort|join }}",
        "{{ name is string }}",
        "{{ 1 / 2 }}",
        "{{ 2 ** 3 }}",
        "{{ name[::2] }}",
        "{{ vote.values }}",
        "{% for key, value in vote.items() %}{% endfor %}",
        "{{ name.title() }}",
        "{{ cycler(1, 2) }}",
        "{{ loop.depth }}",
        "{{ asset('game-' ~ key) }}",
        "{% for one in names recursive %}{% endfor %}",
        "{% autoescape false %}{% endautoescape %}",
        "{% filter e %}{% endfilter %}",
        "{% trans 'of a deal' %}Save{% endtrans %}",
        "{% include 'game/_rules.html' %}",
        "{% include ['pages/a.html', 'pages/b.html'] %}",
        "{% from '_elsewhere.html' import icon %}",
        "{% extends layout %}",
    ],
)
def test_what_the_phone_lacks_is_refused(text: str) -> None:
    assert list(refused(ENVIRONMENT.parse(text)))


@pytest.mark.parametrize(
    "text",
    [
        "{{ vote['values'] }}{{ vote.get('values') }}",
        "{% include 'pages/_' ~ kind ~ '.html' %}",
        "{% extends 'pages/part.html' if part else 'base.html' %}",
        "{% from '_pictures.html' import icon with context %}",
        "{% trans count=n, who=name %}One{% pluralize %}{{ count }} of {{ who }}{% endtrans %}",
        "{{ names|map(attribute='name')|join(', ') }}",
    ],
)
def test_what_the_phone_has_is_allowed(text: str) -> None:
    assert list(refused(ENVIRONMENT.parse(text))) == []


@pytest.mark.slow
def test_all_used_templates_are_in_the_bundle() -> None:
    assert sorted(templates.compiled(str, "en")) == sorted(NAMES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a {% trans %}Save{% endtrans %} b", ["'a Speichern b'"]),
        ("{{ gettext('100 %%') }}", ["'100 %'"]),
        ("{% trans n=n %}Round {{ n }}{% endtrans %}", ["'Runde '"]),
        ("{% set round = gettext('Round %(n)s', n=n) %}{{ round }}", ["'Runde %(n)s'"]),
        ("{% trans n=n %}{{ n }} of 100%{% endtrans %}", ["' of 100%'"]),
        ("{% set word = gettext('Save') %}{{ word }}", ["Markup('Speichern')"]),
        ("{% trans n=n %}One{% pluralize %}{{ n }}{% endtrans %}", ["'One'", "'%(n)s'"]),
        ("{{ gettext(word) }}{{ say('Save') }}", ["'Save'"]),
    ],
)
def test_translations_replace_their_texts(text: str, expected: list[str]) -> None:
    words = {"Save": "Speichern", "Round %(n)s": "Runde %(n)s"}
    environment = jinja.base_environment(loader=DictLoader({"page.html": text}))
    source = templates.compile_template(environment, "page.html", lambda text: words.get(text, text))
    assert [part for part in expected if part not in source] == []
    assert ("gettext" in source) == ("pluralize" in text or "set round" in text or "(word)" in text)


@pytest.mark.slow
def test_compiled_templates_are_python_without_unused_parts() -> None:
    environment = jinja.environment(
        loader=FileSystemLoader(templates.FOLDER)
    )  # also for pages that only the server has
    for path in templates.FOLDER.rglob("*.html"):
        source = templates.compile_template(environment, path.relative_to(templates.FOLDER).as_posix(), str)
        compile(source, path, "exec")
        assert "if 0:" not in source
        assert "debug_info" not in source
        assert "jinja2" not in source
        assert "except KeyError" not in source
        assert "_loop_vars" not in source
        assert "_block_vars" not in source
        assert "context.call" not in source
        assert "environment.getattr" not in source

"""Plural rules of all languages of Django give the same results in Python and C."""

import gettext
from pathlib import Path

import django
import pytest

from games.bundle import plurals
from games.bundle.catalogue import RULE

COUNTS = [*range(1200), 1_000_000, 1_000_001, 2_000_000, 5_000_005, 999_999_999]


def rules() -> set[str]:
    """Return the plural rules of Django's own catalogues."""
    texts = set()
    for path in Path(django.__path__[0]).glob("conf/locale/*/LC_MESSAGES/django.mo"):
        with open(path, "rb") as file:
            match = RULE.search(gettext.GNUTranslations(file).info().get("plural-forms", ""))
        if match:
            texts.add(match[1].strip())
    return texts


@pytest.mark.parametrize(
    "rule", sorted(rules() | {"0", "n", "n != 1", "!n", "n == 1 == 0", "1 + (n > 1) * 2 / 2 - 1 % 2"})
)
def test_a_rule_gives_the_same_form_in_python(rule: str) -> None:
    expected = gettext.c2py(rule)  # type: ignore[attr-defined]
    translated = eval(f"lambda n: int({plurals.python(rule)})")
    assert [translated(count) for count in COUNTS] == [expected(count) for count in COUNTS]


def test_django_has_more_than_fifteen_rules() -> None:
    assert len(rules()) > 15


@pytest.mark.parametrize(
    "rule", ["", "n +", "n n", "(n", "n)", "m != 1", "n ? 1", "__import__('os')", "n = 1", "n & 1"]
)
def test_an_invalid_rule_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="No rule for plurals"):
        plurals.python(rule)

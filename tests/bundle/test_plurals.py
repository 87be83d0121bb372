"""The rules for plurals of every language that Django speaks mean in Python what they mean in C."""

import gettext
from pathlib import Path

import django
import pytest

from games.bundle import plurals
from games.bundle.catalogue import RULE

COUNTS = [*range(1200), 1_000_000, 1_000_001, 2_000_000, 5_000_005, 999_999_999]


def rules() -> set[str]:
    """All that stand in Django's own catalogues."""
    found = set()
    for path in Path(django.__path__[0]).glob("conf/locale/*/LC_MESSAGES/django.mo"):
        with open(path, "rb") as file:
            written = RULE.search(gettext.GNUTranslations(file).info().get("plural-forms", ""))
        if written:
            found.add(written[1].strip())
    return found


@pytest.mark.parametrize(
    "rule", sorted(rules() | {"0", "n", "n != 1", "!n", "n == 1 == 0", "1 + (n > 1) * 2 / 2 - 1 % 2"})
)
def test_a_rule_means_the_same_in_python(rule: str) -> None:
    wanted = gettext.c2py(rule)  # type: ignore[attr-defined]
    found = eval(f"lambda n: int({plurals.python(rule)})")
    assert [found(count) for count in COUNTS] == [wanted(count) for count in COUNTS]


def test_there_are_many_rules() -> None:
    assert len(rules()) > 15


@pytest.mark.parametrize(
    "rule", ["", "n +", "n n", "(n", "n)", "m != 1", "n ? 1", "__import__('os')", "n = 1", "n & 1"]
)
def test_what_is_no_rule_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="No rule for plurals"):
        plurals.python(rule)

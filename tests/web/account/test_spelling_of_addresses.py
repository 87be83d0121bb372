"""An e-mail address has one spelling, however someone types it."""

import pytest
from django import forms

from games.web.account.forms import EmailField

MANY_LETTERS = "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))
GROWING = ".".join(["\ufdfa" * 20] * 5)  # each letter becomes eighteen


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Maria@Example.org", "maria@example.org"),
        ("maria@ex\u00adample.org", "maria@example.org"),
        ("maria@\uff45xample.org", "maria@example.org"),
        ("maria@M\u00fcller.example", "maria@m\u00fcller.example"),
        ("maria@xn--mller-kva.example", "maria@m\u00fcller.example"),
        ("maria@localhost", "maria@localhost"),
    ],
)
def test_the_domain_has_one_spelling(typed: str, stored: str) -> None:
    assert EmailField().clean(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "maria@xn--0.example",
        "maria@example..org",
        f"maria@{'x' * 64}.org",
        pytest.param(f"maria@{MANY_LETTERS}.org", id="many letters"),
        pytest.param(f"maria@{GROWING}.org", id="growing"),
    ],
)
def test_a_domain_that_mail_cannot_reach_is_refused(typed: str) -> None:
    """Refusing it takes no long time: converting 20,000 letters would take half a minute."""
    with pytest.raises(forms.ValidationError):
        EmailField().clean(typed)


def test_no_address_stays_empty() -> None:
    assert EmailField(required=False).clean("") == ""

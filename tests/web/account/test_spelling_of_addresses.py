"""An e-mail address that e-mail programs would spell otherwise is refused, as each spelling has limits of its own."""

import pytest
from django import forms

from games.web.account.forms import EmailField


@pytest.mark.parametrize(
    "typed",
    [
        "maria@example.org",
        "Maria@Example.org",
        "maria@m\u00fcller.example",
        "maria@stra\u00dfe.example",
        "maria@xn--mller-kva.example",
        "maria+cards@example.org",
    ],
)
def test_usual_addresses_stay_as_they_are(typed: str) -> None:
    assert EmailField().clean(typed) == typed.lower()


@pytest.mark.parametrize(
    "typed",
    [
        "maria@ex\u00adample.org",  # a soft hyphen
        "maria@example.org\u200b",
        "maria@\uff45xample.org",  # a wide letter
        "maria@example\u2024org",  # a leader of one dot
        "maria@example\u3002org",  # a full stop of Japanese
        "maria@example\uff61org",  # a narrow one
        '"maria"@example.org',
        '"m\\aria"@example.org',
        "maria@[127.0.0.1]",
        "maria@[0::1]",
        "root@localhost",
        "root@localhost.localdomain",
        "maria@mail.localhost",
        "mar\u0131a@example.org",  # a letter whose capital one is ASCII
    ],
)
def test_other_spellings_are_refused(typed: str) -> None:
    with pytest.raises(forms.ValidationError):
        EmailField().clean(typed)


def test_no_address_stays_empty() -> None:
    assert EmailField(required=False).clean("") == ""


def test_a_long_address_is_refused_before_its_spelling_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at long ones takes long, and lets no other thread work."""
    monkeypatch.setattr("games.web.account.forms.normalize", pytest.fail)
    with pytest.raises(forms.ValidationError):
        EmailField().clean(f"maria@{'a' * 300}.org")


def test_an_address_that_small_letters_make_too_long_is_refused() -> None:
    """The column of the address is as long as the longest address."""
    with pytest.raises(forms.ValidationError):
        EmailField().clean(f"maria@{'İ.' * 120}org")

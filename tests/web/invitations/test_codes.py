"""Codes: easy to spell, valid once and for ten minutes, and protected against guessing."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from games import models, services
from games.match.errors import Refused
from games.services import codes, guesses
from tests.web.invitations.conftest import InvitationCast

HOME = "203.0.113.7"


def invitation_with_code(cast: InvitationCast, **more: object) -> tuple[models.Invitation, str]:
    invitation = cast.to_circle(**more)  # type: ignore[arg-type]
    services.make_code(invitation)
    code = services.code_of(invitation)
    assert code is not None
    return invitation, code


def refusal(code: str, address: str = HOME) -> str:
    with pytest.raises(Refused) as refused:
        services.by_code(code, address=address)
    return refused.value.code


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> None:
    then = timezone.now() + timedelta(**time)
    monkeypatch.setattr(timezone, "now", lambda: then)


def test_code_has_six_unambiguous_characters() -> None:
    assert len(set(codes.ALPHABET)) == 31
    assert not set("0O1IL") & set(codes.ALPHABET)


def test_code_is_found_in_any_spelling(cast: InvitationCast) -> None:
    invitation, code = invitation_with_code(cast)
    assert re.fullmatch(f"[{codes.ALPHABET}]{{6}}", code)
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:].lower()} ", " ".join(code)):
        assert services.by_code(typed, address=HOME) == invitation


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDEFG", "ABCDE0", "ABCDEF'--", "ΑΒΓΔΕΖ", "%s%s%s", "ABC\x00EF"])
def test_malformed_code_does_not_count_as_a_guess(cast: InvitationCast, typed: str) -> None:
    assert refusal(typed) == "spelling"
    assert not models.Guesses.objects.exists()


def test_code_is_valid_for_ten_minutes(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    invitation, code = invitation_with_code(cast)
    later(monkeypatch, minutes=9.9)
    assert services.by_code(code, address=HOME) == invitation
    later(monkeypatch, minutes=0.2)
    assert services.code_of(invitation) is None
    assert refusal(code) == "wrong_code"


def test_new_code_ends_the_old_one(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    invitation, code = invitation_with_code(cast)
    later(monkeypatch, seconds=2)
    services.make_code(invitation)
    assert services.code_of(invitation) != code
    assert refusal(code) == "wrong_code"


def test_code_works_once_even_if_its_link_works_more_often(cast: InvitationCast) -> None:
    invitation, code = invitation_with_code(cast, most=5)
    services.join(invitation=invitation, person=None, code=code)
    assert refusal(code) == "wrong_code"
    with pytest.raises(Refused):
        services.join(invitation=invitation, person=None, code=code)
    services.join(invitation=services.by_token(services.token_of(invitation)), person=None)
    assert models.Invitation.objects.get().used == 2


@pytest.mark.parametrize("change", [{"revoked": timezone.now()}, {"until": timezone.now()}, {"used": 1}])
def test_expired_code_is_refused_like_a_wrong_one(cast: InvitationCast, change: dict[str, object]) -> None:
    _invitation, code = invitation_with_code(cast)
    models.Invitation.objects.update(**change)
    assert refusal(code) == "wrong_code"
    assert models.Guesses.objects.get(place="").count == 1


def test_two_invitations_never_have_the_same_code(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    calculate_code = codes.calculate_code
    first, _code = invitation_with_code(cast)
    moment = first.code_until

    def same(invitation: models.Invitation) -> str:
        return calculate_code(first) if invitation.code_until == moment else calculate_code(invitation)

    monkeypatch.setattr(codes, "calculate_code", same)
    monkeypatch.setattr(timezone, "now", lambda: moment - codes.LASTS)
    other, code = invitation_with_code(cast)
    assert other.code_until > moment  # type: ignore[operator]
    assert services.by_code(code, address=HOME) == other


def test_guessing_from_one_address_is_stopped(cast: InvitationCast) -> None:
    invitation, code = invitation_with_code(cast)
    for _guess in range(guesses.FROM_ONE):
        assert refusal("ABCDEF") == "wrong_code"
    assert refusal("ABCDEF") == "later"
    assert refusal(code) == "later"
    assert services.by_code(code, address="203.0.113.8") == invitation


def test_guessing_is_stopped_for_ten_minutes(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    for _guess in range(guesses.FROM_ONE + 1):
        refusal("ABCDEF")
    later(monkeypatch, minutes=10)
    invitation, code = invitation_with_code(cast)
    assert services.by_code(code, address=HOME) == invitation
    refusal("ABCDEF")
    assert not models.Guesses.objects.filter(since__lt=guesses.window()).exists()


def test_guessing_from_many_addresses_is_stopped(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "FROM_ALL", 20)
    _invitation, code = invitation_with_code(cast)
    for number in range(20):
        assert refusal("ABCDEF", f"198.51.100.{number}") == "wrong_code"
    assert refusal(code, "192.0.2.1") == "later"


def test_ipv6_network_counts_as_one_address(cast: InvitationCast) -> None:
    for number in range(guesses.FROM_ONE):
        refusal("ABCDEF", f"2001:db8::{number:x}")
    assert refusal("ABCDEF", "2001:db8::ffff:1") == "later"
    assert refusal("ABCDEF", "2001:db8:0:100::1") == "wrong_code"
    assert refusal("ABCDEF", "::ffff:203.0.113.9") == "wrong_code"
    assert refusal("ABCDEF", "") == "wrong_code"


def test_correct_code_does_not_count_as_a_guess(cast: InvitationCast) -> None:
    _invitation, code = invitation_with_code(cast)
    for _time in range(3 * guesses.FROM_ONE):
        services.by_code(code, address=HOME)
    assert set(models.Guesses.objects.values_list("count", flat=True)) == {0}


def test_no_client_address_is_stored(cast: InvitationCast) -> None:
    refusal("ABCDEF")
    assert HOME not in str(list(models.Guesses.objects.values_list()))


@pytest.mark.django_db(transaction=True)
def test_parallel_guesses_are_all_counted() -> None:
    def guess(_number: int) -> str:
        try:
            return refusal("ABCDEF")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        refusals = list(pool.map(guess, range(4 * guesses.FROM_ONE)))
    assert refusals.count("wrong_code") == guesses.FROM_ONE
    assert refusals.count("later") == 3 * guesses.FROM_ONE

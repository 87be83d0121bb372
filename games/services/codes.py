"""Codes of six characters, to be spoken, that carry an invitation for ten minutes, once.

A code is calculated from its invitation and the moment at which it ends, so the page that displays it stores nothing.
The database stores a keyed hash, to find the invitation by its code.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import models

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without letters and digits that look alike
LENGTH = 6
LASTS = timedelta(minutes=10)
CODE_SALT, HASH_SALT = "games.services.codes made", "games.services.codes stored"


def make_code(invitation: models.Invitation) -> None:
    """Give the invitation a new code, which replaces the one before."""
    invitation.code_until = timezone.now().replace(microsecond=0) + LASTS
    while True:
        invitation.code = digest(calculate_code(invitation))
        try:
            with transaction.atomic():
                invitation.save(update_fields=("code", "code_until"))
        except IntegrityError:  # another invitation has this code, which is very rare
            invitation.code_until += timedelta(seconds=1)
        else:
            return


def code_of(invitation: models.Invitation) -> str | None:
    """Return the code while it is valid, else None."""
    if invitation.code is None or invitation.code_until is None or invitation.code_until <= timezone.now():
        return None
    return calculate_code(invitation)


def calculate_code(invitation: models.Invitation) -> str:
    assert invitation.code_until is not None
    ends = f"{invitation.pk} {invitation.code_until.timestamp():.0f}"
    return code_from_hash(salted_hmac(CODE_SALT, ends, algorithm="sha256").digest())


def code_from_hash(digest: bytes) -> str:
    """Return six letters and digits that follow from a hash."""
    number, text = int.from_bytes(digest), ""
    for _place in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        text += ALPHABET[place]
    return text


def normalize_code(typed: str) -> str:
    """Remove spaces and dashes from a typed code, and write it in capitals."""
    return "".join(typed.replace("-", "").split()).upper()


def is_code(text: str) -> bool:
    """Return whether the text has the form of a code."""
    return len(text) == LENGTH and not text.strip(ALPHABET)


def digest(code: str) -> str:
    return salted_hmac(HASH_SALT, code, algorithm="sha256").hexdigest()

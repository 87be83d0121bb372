"""Six characters that carry an invitation from mouth to ear: for ten minutes, once.

A code follows from its invitation and the moment at which it ends, so the page that shows it needs nobody to
remember it. What is stored is a keyed hash, by which it is found.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import models

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that looks like something else
LENGTH = 6
LASTS = timedelta(minutes=10)
MADE, STORED = "games.services.codes made", "games.services.codes stored"


def make_code(invitation: models.Invitation) -> None:
    """A new one; the one before is forgotten."""
    invitation.code_until = timezone.now().replace(microsecond=0) + LASTS
    while True:
        invitation.code = digest(drawn(invitation))
        try:
            with transaction.atomic():
                invitation.save(update_fields=("code", "code_until"))
        except IntegrityError:  # another invitation has it: one in a thousand million
            invitation.code_until += timedelta(seconds=1)
        else:
            return


def code_of(invitation: models.Invitation) -> str | None:
    """The code as long as it is good."""
    if invitation.code is None or invitation.code_until is None or invitation.code_until <= timezone.now():
        return None
    return drawn(invitation)


def drawn(invitation: models.Invitation) -> str:
    assert invitation.code_until is not None
    ends = f"{invitation.pk} {invitation.code_until.timestamp():.0f}"
    number = int.from_bytes(salted_hmac(MADE, ends, algorithm="sha256").digest())
    found = ""
    for _place in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        found += ALPHABET[place]
    return found


def normalize_code(typed: str) -> str:
    """As people type it: small letters, a space or a dash in the middle."""
    return "".join(typed.replace("-", "").split()).upper()


def is_code(text: str) -> bool:
    """Whether it could be one."""
    return len(text) == LENGTH and not text.strip(ALPHABET)


def digest(code: str) -> str:
    return salted_hmac(STORED, code, algorithm="sha256").hexdigest()

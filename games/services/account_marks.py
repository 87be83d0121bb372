"""Words that tell one account from another, for e-mails and for the pages that they lead to."""

from __future__ import annotations

import re
import unicodedata

from django.utils.crypto import salted_hmac

from games import models
from games.services.codes import code_from_hash

SALT = "games.services.account_marks"
LONGEST_NAME = 40  # characters in an e-mail
NO_NAME_PART = re.compile(r"[^\w '’-]|_")


def mark_of(person: models.Person) -> str:
    """Return six letters and digits that only this account has. Nobody can choose them, unlike a name."""
    return code_from_hash(salted_hmac(SALT, person.pk.hex, algorithm="sha256").digest())


def text_for_mail(name: str) -> str:
    """Return a name as an e-mail may contain it: short, and without characters that could become a link."""
    return " ".join(NO_NAME_PART.sub(" ", unicodedata.normalize("NFC", name)).split())[:LONGEST_NAME].strip()

"""Links for a forgotten password, which the server mails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.forms import EmailAwarePasswordResetTokenGenerator

if TYPE_CHECKING:
    from games import models


class ResetLinks(EmailAwarePasswordResetTokenGenerator):  # type: ignore[misc]
    """Signs what allauth signs, and how often the person has signed out elsewhere: that ends the link, too."""

    def _make_hash_value(self, user: models.Person, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.sign_outs or ''}"

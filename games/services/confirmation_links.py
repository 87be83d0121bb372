"""Links in e-mails that confirm an address."""

from __future__ import annotations

from datetime import timedelta

from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import signing


class ConfirmationLink(EmailConfirmationHMAC):  # type: ignore[misc]
    """A link that signs the address and its account beside the row, and how often the person has ended all access.

    allauth signs the number of the row only. After an older copy was restored, another address gets that number, and a claim
    that the person has ended since is back. So restoring ends these links, too.
    """

    @property
    def key(self) -> str:
        return signing.dumps(signed_content(self.email_address), salt=app_settings.SALT)

    @classmethod
    def from_key(cls, key: str) -> ConfirmationLink | None:
        lasts = timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
        try:
            content = signing.loads(key, max_age=lasts, salt=app_settings.SALT)
        except signing.BadSignature:
            return None
        if not isinstance(content, list):  # a link of an earlier version
            return None
        address = EmailAddress.objects.filter(pk=content[0], verified=False).select_related("user").first()
        return cls(address) if address is not None and signed_content(address) == content else None


def signed_content(address: EmailAddress) -> list[object]:
    return [address.pk, address.email, address.user_id.hex, address.user.sign_outs]

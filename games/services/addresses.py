"""Find the owner of an e-mail address. An address that its owner has confirmed by mail counts for more than a claim."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from games import models


def confirmed_person(email: str) -> models.Person | None:
    """Return the person who has confirmed this address by mail, or None."""
    address = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
    return None if address is None else address.user


def person_at(email: str) -> models.Person | None:
    """Return the one person whom this address signs in, or None.

    Without a mail server nobody confirms an address, so the first person who typed it has it. An open claim, which waits
    for an e-mail to be opened, signs nobody in. So it does not matter how many people claim an address.
    """
    return confirmed_person(email) or models.Person.objects.filter(email=email).first()


def confirmed_address(person: models.Person) -> str | None:
    """Return the address that the person has confirmed by mail, or None."""
    address = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk").first()
    return None if address is None else address.email


def drop_unconfirmed(*, email: str, by_another_than: models.Person) -> None:
    """Remove an address from all people who never confirmed it, as its owner has just done so."""
    EmailAddress.objects.filter(email=email, verified=False).exclude(user=by_another_than).delete()
    models.Person.objects.filter(email=email).exclude(pk=by_another_than.pk).update(email=None)

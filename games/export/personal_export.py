"""Everything of a person as one file: a ZIP of what is stored about them, and the logs of their circles.

It is made while it is sent: no more of it is in memory than a page of events.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone

from games import models
from games.export import circle_log
from games.models import Role
from games.store.logs import format_time

FORMAT = "scorekeeper.person/1"


class Pipe:
    """What a ZIP is written to: it is passed on piece by piece, and nobody goes back in it."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self.chunks.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing is held back."""

    close = flush

    def taken(self) -> bytes:
        found, self.chunks = b"".join(self.chunks), []
        return found


def iter_chunks(person: models.Person) -> Iterator[bytes]:
    """The circles that they own, whole; of the others what they have written themselves."""
    pipe = Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        archive.writestr("person.json", json.dumps(about(person), ensure_ascii=False, indent=2))
        yield pipe.taken()
        for place in places(person):
            is_own = place.role == Role.OWNER
            folder = "circles" if is_own else "written"
            with archive.open(f"{folder}/{place.circle_id}.jsonl", "w", force_zip64=True) as file:
                for some in circle_log.lines(place.circle, None if is_own else person):
                    file.write(some)
                    yield pipe.taken()
    yield pipe.taken()


def places(person: models.Person) -> list[models.Membership]:
    found = models.Membership.objects.filter(person=person, circle__deleted=None)
    return list(found.select_related("circle").order_by("since", "circle"))


def about(person: models.Person) -> dict[str, Any]:
    """What is stored about them, but for what could be used in their stead: no key, no password, nothing made of one."""
    passkeys = [one.wrap() for one in Authenticator.objects.filter(user=person).order_by("created_at")]
    return {
        "format": FORMAT,
        "exported": format_time(timezone.now()),
        "id": str(person.pk),
        "name": person.name,
        "language": person.language,
        "created": format_time(person.created),
        "last_login": to_json(person.last_login),
        "email": person.email,
        "emails": list(EmailAddress.objects.filter(user=person).order_by("pk").values("email", "verified", "primary")),
        "has_password": person.has_usable_password(),
        "passkeys": [
            {"name": str(one), "created": format_time(one.created_at), "used": to_json(one.last_used_at)}
            for one in passkeys
        ],
        "was_guest": [str(pk) for pk in person.guests.order_by("created").values_list("pk", flat=True)],
        "circles": [circle(place) for place in places(person)],
        "devices": [device(one) for one in person.devices.order_by("created", "pk")],
        "invitations": [invitation(one) for one in person.invitations.order_by("created", "pk")],
    }


def circle(place: models.Membership) -> dict[str, Any]:
    return {
        "id": str(place.circle_id),
        "name": place.circle.name,
        "role": place.role,
        "since": format_time(place.since),
        "player": None if place.player is None else str(place.player),
    }


def device(one: models.Device) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "name": one.name,
        "circle": None if one.circle_id is None else str(one.circle_id),
        "role": one.role or None,
        "created": format_time(one.created),
        "seen": None if one.seen is None else one.seen.isoformat(),
        "revoked": to_json(one.revoked),
    }


def invitation(one: models.Invitation) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "purpose": one.purpose,
        "circle": None if one.circle_id is None else str(one.circle_id),
        "role": one.role or None,
        "thing": None if one.thing is None else str(one.thing),
        "created": format_time(one.created),
        "until": to_json(one.until),
        "used": one.used,
        "revoked": to_json(one.revoked),
    }


def to_json(moment: Any) -> str | None:
    return None if moment is None else format_time(moment)

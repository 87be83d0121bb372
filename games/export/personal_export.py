"""All data of a person as a ZIP: their own data, and the logs of their circles.

The file is built while it is sent, so only a page of events is in memory.
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
    """The target of a ZIP file that passes data on in chunks; nobody seeks in it."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []

    def write(self, chunk: bytes) -> int:
        self.chunks.append(bytes(chunk))
        return len(chunk)

    def flush(self) -> None:
        """Do nothing, as nothing is buffered."""

    close = flush

    def drain(self) -> bytes:
        data, self.chunks = b"".join(self.chunks), []
        return data


def iter_chunks(person: models.Person) -> Iterator[bytes]:
    """Yield the ZIP: complete logs of the circles that the person owns, and the person's own events of the others."""
    pipe = Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        archive.writestr("person.json", json.dumps(about(person), ensure_ascii=False, indent=2))
        yield pipe.drain()
        for membership in memberships(person):
            is_own = membership.role == Role.OWNER
            folder = "circles" if is_own else "written"
            with archive.open(f"{folder}/{membership.circle_id}.jsonl", "w", force_zip64=True) as file:
                for line in circle_log.lines(membership.circle, None if is_own else person):
                    file.write(line)
                    yield pipe.drain()
    yield pipe.drain()


def memberships(person: models.Person) -> list[models.Membership]:
    rows = models.Membership.objects.filter(person=person, circle__deleted=None)
    return list(rows.select_related("circle").order_by("since", "circle"))


def about(person: models.Person) -> dict[str, Any]:
    """Return the stored data of the person, without keys, passwords and hashes, which others could misuse."""
    passkeys = [passkey.wrap() for passkey in Authenticator.objects.filter(user=person).order_by("created_at")]
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
            {"name": str(passkey), "created": format_time(passkey.created_at), "used": to_json(passkey.last_used_at)}
            for passkey in passkeys
        ],
        "was_guest": [str(pk) for pk in person.guests.order_by("created").values_list("pk", flat=True)],
        "circles": [circle(membership) for membership in memberships(person)],
        "devices": [device(row) for row in person.devices.order_by("created", "pk")],
        "invitations": [invitation(row) for row in person.invitations.order_by("created", "pk")],
    }


def circle(membership: models.Membership) -> dict[str, Any]:
    return {
        "id": str(membership.circle_id),
        "name": membership.circle.name,
        "role": membership.role,
        "since": format_time(membership.since),
        "player": None if membership.player is None else str(membership.player),
    }


def device(row: models.Device) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "name": row.name,
        "circle": None if row.circle_id is None else str(row.circle_id),
        "role": row.role or None,
        "created": format_time(row.created),
        "seen": None if row.seen is None else row.seen.isoformat(),
        "revoked": to_json(row.revoked),
    }


def invitation(row: models.Invitation) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "purpose": row.purpose,
        "circle": None if row.circle_id is None else str(row.circle_id),
        "role": row.role or None,
        "thing": None if row.thing is None else str(row.thing),
        "created": format_time(row.created),
        "until": to_json(row.until),
        "used": row.used,
        "revoked": to_json(row.revoked),
    }


def to_json(moment: Any) -> str | None:
    return None if moment is None else format_time(moment)

"""Delete stored sessions that belong to people or name their addresses. A session is not indexed by its person."""

from __future__ import annotations

import json
from collections.abc import Collection
from uuid import UUID

from django.contrib.sessions.models import Session


def delete_sessions(*, people: Collection[UUID], addresses: Collection[str]) -> None:
    """Delete all sessions that hold one of these ids or addresses, also unfinished sign-ins.

    A session that cannot be decoded, as its key is lost, gives no access, but someone may still read it. So it goes, too.
    """
    values = [str(id) for id in people] + [id.hex for id in people] + [address.lower() for address in addresses]
    quoted = [json.dumps(value, ensure_ascii=False) for value in values]
    for session in Session.objects.iterator():
        data = session.get_decoded()
        text = json.dumps(data, ensure_ascii=False, default=str).lower()
        if not data or any(value in text for value in quoted):
            session.delete()

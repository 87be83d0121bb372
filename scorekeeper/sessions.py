"""Sessions of browsers that send requests at the same time, as a phone and its pages do."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django.conf import settings
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.db import transaction
from django.http import HttpRequest, HttpResponse


class SessionStore(db.SessionStore):
    """A stored session of which each request writes only what it has changed.

    Django would write the whole session, and so undo what another request has written since this one read it. Then a session
    whose proof was renewed would have the old proof again, and end. Its name is that of Django's, as keys are made with it.
    """

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key)
        self.stored: dict[str, Any] = {}  # what the database had when this request last read or wrote the session

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        self.stored = deepcopy(data)
        return data

    def create(self) -> None:
        super().create()
        self.stored = deepcopy(dict(self.items()))

    def save(self, must_create: bool = False) -> None:
        if must_create or self.session_key is None:
            super().save(must_create)
            return
        with transaction.atomic():
            row = self.model.objects.select_for_update().filter(session_key=self.session_key).first()
            if row is not None:
                self.merge_into(self.decode(row.session_data))
            super().save()
        self.stored = deepcopy(dict(self.items()))

    def merge_into(self, newest: dict[str, Any]) -> None:
        """Replace the values that this request has not changed by the newest ones."""
        mine = dict(self.items())
        for name in self.stored.keys() | newest.keys():
            if mine.get(name) != self.stored.get(name):
                continue
            if name in newest:
                self[name] = newest[name]
            else:
                self.pop(name, None)


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's middleware, but a response deletes the cookie only if its own request ended the session.

    A phone and its pages send requests at the same time. If one of them signs in, the session gets a new key. Django
    would then answer the other request, which has the old key, by deleting the new cookie.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_changed = request.session.modified
        response = super().process_response(request, response)
        if not is_changed:
            response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return response

"""Ask for fresh proof: people sign in again before they give lasting access, or export or delete a circle."""

from __future__ import annotations

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import HttpRequest

from games import models, services
from games.http.person import session_person


def lacks_proof(request: HttpRequest, person: models.Person) -> bool:
    """Return whether the person has a login, and the session of the request did not use it in the last five minutes.

    A session of someone else proves nothing. A guest has no login, so a guest needs no proof.
    """
    if not services.has_login(person):
        return False
    is_own_session = bool(session_person(request) == person)
    return not is_own_session or bool(is_reauthentication_required(request, app="allauth.account"))

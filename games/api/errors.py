"""The shape of every error: {"error": a sentence, "code": a word}.

Wrong answers have "problems" too, as in a sheet.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.match.errors import Refused
from scorekeeper.answered import REFUSAL

# In our own words, which are translated with the rest.
SENTENCES = {
    exceptions.AuthenticationFailed: _("Unknown key."),
    exceptions.NotAuthenticated: _("A key is required: “Authorization: Token …”."),
    exceptions.NotFound: _("Not found."),
    exceptions.MethodNotAllowed: _("Method not allowed."),
    exceptions.NotAcceptable: _("Only JSON is available here (check the Accept header)."),
    exceptions.UnsupportedMediaType: _("The request must be JSON: “Content-Type: application/json”."),
    exceptions.Throttled: _("Too many requests. Wait a moment and try again."),
}


class InvalidRequest(exceptions.APIException):
    """A request that is refused, with a code."""

    status_code: int = status.HTTP_400_BAD_REQUEST


class NoSuch(exceptions.NotFound):
    """There is no such thing, or it belongs to others: the sentence is the same."""


class CircleNeeded(InvalidRequest):
    """The key reaches several circles, and the request names none."""

    default_detail = format_lazy(
        _("You are in several groups. Name one with “{parameter}” and its id; “{address}” lists them."),
        parameter="?circle=",
        address="circles/",
    )
    default_code = "circle_needed"


class Clash(InvalidRequest):
    """Something else exists already with this id, or the state does not allow it."""

    status_code = status.HTTP_409_CONFLICT


class RegistrationClosed(InvalidRequest):
    """The server accepts no strangers."""

    status_code = status.HTTP_403_FORBIDDEN
    default_code = "not_open"


class ProofNeeded(InvalidRequest):
    """The person has a login, and must use it again in the browser of this phone."""

    status_code = status.HTTP_403_FORBIDDEN
    default_detail = _("Confirm on the page “Account” that it is you, then try again within five minutes.")
    default_code = "proof"


class GuestsLimited(InvalidRequest):
    """Too many new guests from one address."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    wait = 3600  # seconds, for `Retry-After`


class OtherLog(InvalidRequest):
    """The caller has events that the server does not have: it was restored from a backup."""

    status_code = status.HTTP_409_CONFLICT
    default_detail = _("The server's log has been replaced. Discard your sequence numbers and pull everything again.")
    default_code = "other_log"


class UnknownCircle(InvalidRequest):
    """The server lacks the log that the caller has of the circle: an older copy may have been restored.

    Nobody has removed the caller, so a phone must not drop the events.
    """

    status_code = status.HTTP_404_NOT_FOUND
    default_detail = _("The server does not know this group. Keep your copy of it.")
    default_code = "unknown_circle"


class NewerVersionNeeded(InvalidRequest):
    """The match has something that this version does not know."""

    status_code = status.HTTP_409_CONFLICT
    default_detail = _("This match needs a newer version of Scorekeeper.")
    default_code = "newer"


def invalid_field(name: object) -> InvalidRequest:
    """Return the error of a field that is missing or wrong."""
    return InvalidRequest(gettext("“%(field)s” is missing or invalid.") % {"field": name}, "data")


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an error; None for an error of the program."""
    problems = getattr(error, "problems", None)
    if isinstance(error, Refused):
        error = InvalidRequest(error.words.translated(gettext), error.code)
    elif isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = {"error": sentence(error), "code": code_of(error)}
        if response.status_code == status.HTTP_429_TOO_MANY_REQUESTS:
            context["request"].META[REFUSAL] = response.data["code"]
        if problems:
            response.data["problems"] = problems
    return response


def sentence(error: exceptions.APIException) -> str:
    """Return the sentence for people."""
    translated = SENTENCES.get(type(error))
    return str(error.detail if translated is None else translated)


def code_of(error: exceptions.APIException) -> str:
    """Return the code for programs."""
    codes = error.get_codes()
    return codes if isinstance(codes, str) else error.default_code

"""One shape for everything that is wrong with a request: {"error": a sentence, "code": a word}.

Where answers are wrong there are "problems" too, as a sheet has them.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.match.errors import Refused

# In our own words, which are translated with the rest.
SENTENCES = {
    exceptions.AuthenticationFailed: _("This key is not known here."),
    exceptions.NotAuthenticated: _("A key is needed here: “Authorization: Token …”."),
    exceptions.NotFound: _("There is no such thing here."),
    exceptions.MethodNotAllowed: _("This cannot be done here."),
    exceptions.NotAcceptable: _("This can be had as JSON only."),
    exceptions.UnsupportedMediaType: _("JSON is needed here: “Content-Type: application/json”."),
    exceptions.Throttled: _("You ask too often. Wait a moment, then go on."),
}


class Wrong(exceptions.APIException):
    """A request that cannot be served, with its code."""

    status_code: int = status.HTTP_400_BAD_REQUEST


class Clash(Wrong):
    """It is there already, and it is something else."""

    status_code = status.HTTP_409_CONFLICT


class NotOpenError(Wrong):
    """The server takes in no strangers."""

    status_code = status.HTTP_403_FORBIDDEN
    default_code = "not_open"


class OtherLog(Wrong):
    status_code = status.HTTP_409_CONFLICT
    default_detail = _("The server has another log than you; forget its numbers and pull everything again.")
    default_code = "other_log"


class Newer(Wrong):
    status_code = status.HTTP_409_CONFLICT
    default_detail = _("This match needs a newer version of Scorekeeper.")
    default_code = "newer"


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    problems = getattr(error, "problems", None)
    if isinstance(error, Refused):
        error = Wrong(error.words.say(gettext), error.code)
    elif isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = {"error": sentence(error), "code": code_of(error)}
        if problems:
            response.data["problems"] = problems
    return response


def sentence(error: exceptions.APIException) -> str:
    known = SENTENCES.get(type(error))
    return str(error.detail if known is None else known)


def code_of(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else error.default_code

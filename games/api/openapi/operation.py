"""What an operation says about itself: a note at its method, and the schema that follows from it.

The method's own sentence is the summary. Errors that any request of the kind can meet need not be named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import AllowAny

from games.api.openapi.shapes import ID, Schema, ref

M = TypeVar("M", bound=Callable[..., Any])

JSON = "application/json"
NAMES = {200: "As asked.", 201: "Done.", 204: "Done.", 304: "Nothing has changed."}
ERRORS = {
    400: "The request cannot be taken.",
    401: "Without a key that is known.",
    403: "Readers do not write.",
    404: "There is no such thing here, or it is somebody else's.",
    406: "Answers are JSON.",
    409: "It is there already, and it is something else.",
    411: "The length of the body is not said.",
    413: "The body is too long.",
    415: "Bodies are JSON.",
    429: "Too often; `Retry-After` says how long to wait.",
    503: "The database cannot be reached; `Retry-After` says how long to wait.",
}

ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="To be sent as `If-None-Match`."
)
WAIT = OpenApiParameter("Retry-After", int, OpenApiParameter.HEADER, response=[429, 503], description="Seconds.")
CIRCLE = OpenApiParameter("circle", ID, description="The circle, for a person of several.")


@dataclass
class Note:
    answer: Schema | str | None
    statuses: tuple[int, ...] = (200,)
    body: Schema | str | None = None
    body_needed: bool = True
    body_kinds: tuple[str, ...] = (JSON,)
    of_circle: bool = True  # it is about things of a circle, which the address may name
    parameters: tuple[OpenApiParameter, ...] = ()
    errors: tuple[int, ...] = ()
    tagged: bool = False  # it has a mark, and may answer that nothing has changed
    kind: str | tuple[str, ...] = JSON  # of what is answered, or all that it may be of


def operation(answer: Schema | str | None, *statuses: int, **note: Any) -> Callable[[M], M]:
    """Say what the method takes and answers; a name is that of a component."""

    def noted(method: M) -> M:
        method.note = Note(answer, statuses or (200,), **note)  # type: ignore[attr-defined]
        return method

    return noted


def schema_of(named: Schema | str) -> Schema:
    return ref(named) if isinstance(named, str) else named


class Operation(AutoSchema):
    """Reads the note."""

    def get_operation(self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any) -> Any:
        handler = getattr(self.view, method.lower())
        self.note: Note = handler.note
        self.words = str(handler.__doc__).strip().split("\n")
        return super().get_operation(path, path_regex, path_prefix, method, registry)

    @property
    def is_open(self) -> bool:
        return any(isinstance(one, AllowAny) for one in self.view.get_permissions())

    def get_operation_id(self) -> str:
        return self.method.lower() + type(self.view).__name__

    def get_summary(self) -> str:
        return self.words[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        return "\n".join(line.strip() for line in self.words[1:]).strip()

    def get_override_parameters(self) -> list[Any]:
        tag = [ETAG] if self.note.tagged else []
        return [*self.note.parameters, *([CIRCLE] if self.note.of_circle else []), *tag, WAIT]

    def get_request_serializer(self) -> Any:
        return None if self.note.body is None else dict.fromkeys(self.note.body_kinds, schema_of(self.note.body))

    def _get_request_body(self, direction: Any = "request") -> Any:
        method, self.method = self.method, "POST"  # a DELETE may have one too: the event's own id
        found = super()._get_request_body(direction) if self.note.body is not None else None  # type: ignore[no-untyped-call]
        self.method = method
        if found:
            found["required"] = self.note.body_needed
        return found

    def get_response_serializers(self) -> Any:
        answer = None if self.note.answer is None else schema_of(self.note.answer)
        kinds = (self.note.kind,) if isinstance(self.note.kind, str) else self.note.kind
        found: dict[Any, Any] = {
            (status, kind): OpenApiResponse(answer, description=NAMES[status])
            for status in self.note.statuses
            for kind in kinds
        }
        if self.note.tagged:
            found[304] = OpenApiResponse(None, description=NAMES[304])
        for status in sorted(self.errors()):
            found[(status, JSON)] = OpenApiResponse(ref("Error"), description=ERRORS[status])
        return found

    def errors(self) -> set[int]:
        note, path = self.note, "{" in self.path
        found = {406, 429, 503, *note.errors}
        if note.body is not None or note.parameters:
            found |= {400}
        if note.body is not None:
            found |= {411, 413, 415}
        if not self.is_open:
            found |= {401}
        if note.of_circle or path:
            found |= {404}
        if note.of_circle and self.method != "GET":
            found |= {400, 403, 409}
        return found


class Key(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.http.keys.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> Schema:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Token …`"}

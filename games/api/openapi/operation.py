"""The description of an operation: a note at its method, and the OpenAPI that follows from it.

The method's docstring gives summary and description. The note leaves out errors that every such request can get.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import AllowAny
from rest_framework.serializers import Serializer

from games.api.fields import StrictField
from games.api.openapi.examples import add_examples
from games.api.openapi.shapes import ID, Schema, ref
from games.api.serializers import StrictSerializer

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
LOCATION = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201], description="The address of what was created."
)
WAIT = OpenApiParameter("Retry-After", int, OpenApiParameter.HEADER, response=[429, 503], description="Seconds.")
LIMITED = [200, 201, 204, 304, 429]
LIMITS = [
    OpenApiParameter(f"RateLimit-{name}", int, OpenApiParameter.HEADER, response=LIMITED, description=words)
    for name, words in {
        "Limit": "Requests of the limit that leaves the fewest.",
        "Remaining": "Those that it leaves now.",
        "Reset": "Seconds until it allows more.",
    }.items()
]
CIRCLE = OpenApiParameter("circle", ID, description="The circle, for a person of several.")


Described = Schema | str | type[Serializer[Any]]  # a name is that of a component


@dataclass
class OperationNote:
    """The facts about an operation that its method does not show."""

    answer: Described | None
    statuses: tuple[int, ...] = (200,)
    body: Described | None = None
    body_needed: bool = True
    body_kinds: tuple[str, ...] = (JSON,)
    of_circle: bool = True  # it is about a circle, which the address may name
    parameters: tuple[OpenApiParameter, ...] = ()
    errors: tuple[int, ...] = ()
    tagged: bool = False  # it has an ETag, and may answer 304
    brings_key: bool = False  # its key is a new one, which the server does not know yet
    kind: str | tuple[str, ...] = JSON  # the media type of the answer, or all possible ones

    def in_address(self) -> list[OpenApiParameter]:
        """Return the parameters of the address, in its path and in its query."""
        return [*self.parameters, *([CIRCLE] if self.of_circle else [])]

    def query_names(self) -> list[str]:
        """Return the names that the address may have after its question mark."""
        return [given.name for given in self.in_address() if given.location == OpenApiParameter.QUERY]


def operation(answer: Described | None, *statuses: int, **note: Any) -> Callable[[M], M]:
    """Describe what the method accepts and answers."""

    def annotate(method: M) -> M:
        method.note = OperationNote(answer, statuses or (200,), **note)  # type: ignore[attr-defined]
        return method

    return annotate


class Operation(AutoSchema):
    """The description of an operation, from its note and its docstring."""

    def get_operation(self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any) -> Any:
        handler = getattr(self.view, method.lower())
        self.note: OperationNote = handler.note
        self.words = str(handler.__doc__).strip().split("\n")
        operation: Schema | None = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation is not None:
            add_examples(operation)
        return operation

    @property
    def is_open(self) -> bool:
        """Return whether no key is needed."""
        has_permission = any(isinstance(permission, AllowAny) for permission in self.view.get_permissions())
        return has_permission and not self.note.brings_key

    def get_auth(self) -> list[Schema]:
        required: list[Schema] = super().get_auth()
        return [{KeyScheme.name: []}] if self.note.brings_key else required

    def get_operation_id(self) -> str:
        name: str = getattr(self.view, "operation_name", "") or type(self.view).__name__.removesuffix("View")
        return self.method.lower() + name

    def get_summary(self) -> str:
        return self.words[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        return "\n".join(line.strip() for line in self.words[1:]).strip()

    def get_override_parameters(self) -> list[Any]:
        etag = [ETAG] if self.note.tagged else []
        location = [LOCATION] if 201 in self.note.statuses else []
        return [*self.note.in_address(), *etag, *location, WAIT, *LIMITS]

    def get_request_serializer(self) -> Any:
        return None if self.note.body is None else dict.fromkeys(self.note.body_kinds, self.described(self.note.body))

    def _get_request_body(self, direction: Any = "request") -> Any:
        method, self.method = self.method, "POST"  # a DELETE may have a body too: the event's own id
        body = super()._get_request_body(direction) if self.note.body is not None else None  # type: ignore[no-untyped-call]
        self.method = method
        if body:
            body["required"] = self.note.body_needed
        return body

    def get_response_serializers(self) -> Any:
        answer = None if self.note.answer is None else self.described(self.note.answer)
        kinds = (self.note.kind,) if isinstance(self.note.kind, str) else self.note.kind
        responses: dict[Any, Any] = {
            (status, kind): OpenApiResponse(answer, description=NAMES[status])
            for status in self.note.statuses
            for kind in kinds
        }
        if self.note.tagged:
            responses[304] = OpenApiResponse(None, description=NAMES[304])
        for status in sorted(self.errors()):
            responses[(status, JSON)] = OpenApiResponse(ref("Error"), description=ERRORS[status])
        return responses

    def described(self, value: Any) -> Any:
        """Return a serializer, or a schema in which references replace the serializers."""
        if isinstance(value, str):
            return ref(value)
        return value if isinstance(value, type) else self.with_references(value)

    def with_references(self, value: Any) -> Any:
        """Return the value with a reference in place of each serializer in it."""
        if isinstance(value, type):
            return self.resolve_serializer(value, "response").ref
        if isinstance(value, dict):
            return {name: self.with_references(inner) for name, inner in value.items()}
        return value

    def errors(self) -> set[int]:
        """Return the statuses of the errors that the operation may answer with."""
        note, path = self.note, "{" in self.path
        statuses = {400, 406, 429, 503, *note.errors}  # 400: the address may have an unknown parameter
        if note.body is not None:
            statuses |= {411, 413, 415}
        if not self.is_open:
            statuses |= {401}
        if note.of_circle or path:
            statuses |= {404}
        if note.of_circle and self.method != "GET":
            statuses |= {403, 409}
        return statuses


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of keys."""

    target_class = "games.http.keys.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> Schema:
        words = "`Bearer …`, or `Token …` as before."
        return {"type": "http", "scheme": "bearer", "description": words}


class StrictFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The schema that a strict field declares."""

    target_class = StrictField
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        return deepcopy(self.target.schema)  # the library adds null to it


class StrictSerializerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The schema of an object without other fields."""

    target_class = StrictSerializer
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}

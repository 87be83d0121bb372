"""What the API says about itself is true, and complete."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.urls import get_resolver
from jsonschema import Draft202012Validator
from rest_framework.serializers import ValidationError

from games.api import bodies
from games.api.openapi import components
from games.api.serializers import EventBodySerializer, StrictSerializer
from games.match import document as documents
from games.match import events
from games.match.sheet import Sheet
from games.rules import catalogue
from tests.api.conftest import NOBODY, Caller
from tests.api.test_access import addresses
from tests.rules.golden import CASES, document

OPERATION_IDS = Path(__file__).with_name("operation_ids.txt")
BODIES: dict[str, type[StrictSerializer]] = {
    serializer.__name__.removesuffix("Serializer"): serializer
    for serializer in vars(bodies).values()
    if isinstance(serializer, type)
    and issubclass(serializer, StrictSerializer)
    and serializer.__name__.count("Body") == 1
}


@pytest.fixture(scope="module")
def schema() -> Any:
    with override_settings(THROTTLE=0):  # it is made before what a test itself sets
        return Caller().get("schema/").json()


def test_it_is_made_without_a_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file=/dev/null")


def test_every_address_is_described(schema: Any) -> None:
    known = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", "/" + address)
        for address, _view in addresses(get_resolver())
        if address.startswith("api/v1/") and not address.endswith("schema/")
    }
    assert known <= set(schema["paths"])
    assert schema["openapi"].startswith("3.1")


def test_operation_ids_do_not_change(schema: Any) -> None:
    """Generated clients name their functions by these ids. A new operation adds a line."""
    ids = [
        f"{method} {path} {operation['operationId']}"
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]
    assert sorted(ids) == sorted(OPERATION_IDS.read_text("utf-8").splitlines())


def test_every_operation_says_what_it_does(schema: Any) -> None:
    told = [one for path in schema["paths"].values() for one in path.values()]
    assert len({one["operationId"] for one in told}) == len(told)
    assert all(one["summary"] for one in told)


OPEN = {"getGames", "getOneGame", "postScore", "getSchema"}


def test_every_operation_says_whether_it_needs_a_key(schema: Any) -> None:
    [(name, scheme)] = schema["components"]["securitySchemes"].items()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    for path in schema["paths"].values():
        for operation in path.values():
            is_open = operation["operationId"] in OPEN
            assert operation.get("security", []) == ([{}] if is_open else [{name: []}]), operation["operationId"]
            assert ("401" in operation["responses"]) != is_open


def test_every_name_leads_somewhere_and_none_is_forgotten(schema: Any) -> None:
    named = set(re.findall(r"#/components/schemas/([\w.]+)", str(schema)))
    assert named == set(schema["components"]["schemas"])


def test_every_component_is_a_schema(schema: Any) -> None:
    for name, component in schema["components"]["schemas"].items():
        Draft202012Validator.check_schema(component)
        assert component.get("type") != "object" or "properties" in component, name


BODY_NAMES = sorted(set(BODIES) - {"EventBody", "NoBody"})


@pytest.mark.parametrize("name", BODY_NAMES)
def test_a_body_is_described_as_it_is_read(name: str, schema: Any) -> None:
    fields = BODIES[name]().fields
    described = schema["components"]["schemas"][name]
    assert set(described["properties"]) == set(fields)
    assert set(described.get("required", ())) == {name for name, field in fields.items() if field.required}
    assert described["additionalProperties"] is False
    for field, property in described["properties"].items():
        is_null = Draft202012Validator(with_components(property, schema)).is_valid(None)
        assert is_null == fields[field].allow_null == (not fields[field].required), field


def with_components(part: Any, schema: Any) -> Any:
    return {**part, "components": schema["components"]}


VALUES: list[Any] = [
    *(None, True, False, 0, 1, 7, -1, 1000, 1001, 7.5, "", "7", "x", " ", "x" * 200, "x" * 201, "x" * 2001, [], {}),
    *("owner", "circle", "account", "2026-11-20T19:42:10Z", "2026-11-20T19:42:10", "2026-11-20"),
    *(["Eleni", "Deniz"], [1], [{"id": NOBODY, "name": "Eleni"}], [NOBODY], [[NOBODY]]),
    *(NOBODY, NOBODY[:-1] + "A", NOBODY.replace("-", ""), f"{{{NOBODY}}}"),
]
LOOSER = (
    "answers",
    "options",
    "first_dealer",
    "players",
    "at",
    "until",
)  # the match decides about these, or the calendar


@pytest.mark.parametrize("name", BODY_NAMES)
def test_a_body_accepts_what_is_described(name: str, schema: Any) -> None:
    described = schema["components"]["schemas"][name]["properties"]
    for field_name, field in BODIES[name]().fields.items():
        validator = Draft202012Validator(with_components(described[field_name], schema))
        for value in VALUES:
            try:
                field.run_validation(value)
                is_accepted = True
            except ValidationError:
                is_accepted = False
            if field_name not in LOOSER:
                assert is_accepted == validator.is_valid(value), (field_name, value)


def test_no_body_is_forgotten(schema: Any) -> None:
    assert set(BODY_NAMES) == {name for name in schema["components"]["schemas"] if name.endswith("Body")}
    for name in BODY_NAMES:
        about = {"event", "after", "at"} & set(BODIES[name]().fields)
        assert bool(about) == issubclass(BODIES[name], EventBodySerializer)


@pytest.mark.fifth
def test_the_answers_of_every_game_fit_their_schema() -> None:
    """Those of the golden deals in which nothing is wrong."""
    for case in CASES:
        schema = components.all_components()[f"Answers.{case['game']}"]
        for row, answers in zip(Sheet(documents.read(document(case))).rows, case["deals"], strict=True):
            if not row.problems and answers is not None:
                assert Draft202012Validator(schema).is_valid(answers), case["name"]


def test_every_kind_of_event_and_game_is_named() -> None:
    told = components.all_components()
    assert told["EventSent"]["properties"]["kind"]["enum"] == [kind for kind, _fields in events.KINDS]
    assert told["Document"]["properties"]["game"]["enum"] == catalogue.keys()


def test_the_page_shows_all_of_it(client: Any, schema: Any) -> None:
    answer = client.get("/api/")
    assert answer.status_code == 200
    for path in schema["paths"]:
        assert f"</b> {path.removeprefix('/api/v1')}</code>" in answer.text
    for name in schema["components"]["schemas"]:
        assert f"<b>{name}</b>" in answer.text
    assert client.get("/api/", headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_the_page_says_what_is_deprecated(client: Any) -> None:
    assert "Deprecated: see <code>id</code>." in client.get("/api/").text


def test_the_page_keeps_to_the_policy(client: Any) -> None:
    text = client.get("/api/").text
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|https?:", text)
    assert text.count("<h1>") == 1


OF_THE_BODY = {  # the body's million bytes limit these texts of a document, which is scored and not stored
    "Document.changes.before",
    "Document.id",
    "Document.started",
}


def unlimited(part: Any, schema: Any, path: str) -> list[str]:
    """Return the paths of the texts and lists in a schema that have no limit."""
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        return unlimited(schema["components"]["schemas"][name], schema, name)
    found = []
    kinds = part.get("type", [])
    if "string" in kinds and not {"enum", "const", "maxLength"} & part.keys() and part.get("format") != "uuid":
        found.append(path)
    if "array" in kinds and "maxItems" not in part:
        found.append(path)
    inner = [*part.get("anyOf", []), *([part["items"]] if "items" in part else [])]
    for schema_part in inner:
        found += unlimited(schema_part, schema, path)
    for name, property in part.get("properties", {}).items():
        found += unlimited(property, schema, f"{path}.{name}")
    return found


def test_every_text_and_list_of_a_body_has_a_limit(schema: Any) -> None:
    bodies = [
        (f"{method} {path}", content["schema"])
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    ]
    assert len(bodies) > 15
    found = {name for path, body in bodies for name in unlimited(body, schema, path)}
    assert found == OF_THE_BODY

"""What the API says about itself is true, and complete."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.urls import get_resolver
from jsonschema import Draft202012Validator

from games.api.bodies import EVENT, Body
from games.api.openapi import bodies, components
from games.api.views import acts, circles, deals, devices, evenings, invitations, matches, players
from games.api.write_response import ACT
from games.match import document as documents
from games.match import events
from games.match.sheet import Sheet
from games.rules import catalogue
from tests.api.conftest import Caller
from tests.api.test_access import addresses
from tests.rules.golden import CASES, document

BODIES = {
    "StartBody": matches.START,
    "DealBody": deals.DEAL,
    "AmendBody": deals.AMEND,
    "SettleBody": acts.SETTLE,
    "OptionsBody": acts.OPTIONS,
    "SeatsBody": acts.SEATS,
    "ActBody": ACT,
    "PlayerBody": players.NEW,
    "PlayerChangeBody": players.CHANGE,
    "EveningBody": evenings.PUT,
    "CircleBody": circles.CIRCLE,
    "InvitationBody": invitations.INVITATION,
    "JoinBody": invitations.JOIN,
    "DeviceBody": devices.INTRODUCED,
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


def test_every_operation_says_what_it_does(schema: Any) -> None:
    told = [one for path in schema["paths"].values() for one in path.values()]
    assert len({one["operationId"] for one in told}) == len(told)
    assert all(one["summary"] for one in told)


def test_every_name_leads_somewhere_and_none_is_forgotten(schema: Any) -> None:
    named = set(re.findall(r"#/components/schemas/([\w.]+)", str(schema)))
    assert named == set(schema["components"]["schemas"])


@pytest.mark.parametrize("name", components.all_components())
def test_every_component_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(components.all_components()[name])


@pytest.mark.parametrize("name", BODIES)
def test_a_body_is_described_as_it_is_read(name: str) -> None:
    body: Body = BODIES[name]
    described = bodies.bodies()[name]
    assert set(described["properties"]) == {field.name for field in body.fields}
    assert set(described.get("required", ())) == {field.name for field in body.fields if field.needed}
    assert described["additionalProperties"] is False


def test_every_body_is_looked_at_here() -> None:
    assert set(BODIES) == set(bodies.bodies())
    assert {"event", "after", "at"} == {field.name for field in EVENT}


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


def test_the_page_keeps_to_the_policy(client: Any) -> None:
    text = client.get("/api/").text
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|https?:", text)
    assert text.count("<h1>") == 1

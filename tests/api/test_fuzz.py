"""Everything that the schema allows, and much that it does not: no crash, and no answer that is not described."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from scorekeeper.wsgi import application
from tests import chance
from tests.api.conftest import Caller

pytestmark = pytest.mark.fifth

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", application.application)  # in the test's own connection
OPERATIONS = {f"{one.ok().method.upper()} {one.ok().path}": one.ok() for one in SCHEMA.get_all_operations()}


@contextmanager
def connected() -> Iterator[None]:
    """The test's own connection, with its open transaction, is not the application's to close."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@pytest.fixture
def things(owner: Caller) -> dict[str, str]:
    match = owner.started()
    return {
        "match": match,
        "deal": owner.dealt(match),
        "evening": match,
        "player": owner.post("players/", {"name": "Rosa"}).json()["player"]["id"],
        "circle": str(owner.circle.pk),  # type: ignore[union-attr]
        "key": "pisti",
        "form": "csv",
    }


def try_out(operation: Any, caller: Caller, things: dict[str, str]) -> None:
    """Half of the cases are as described, half are not; half of them about things that are there."""
    there = {name: things[name] for name in things if f"{{{name}}}" in operation.path}
    strategies = [
        operation.as_strategy(generation_mode=mode, **({"path_parameters": there} if known and there else {}))
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        for known in (True, False)
        if mode is GenerationMode.POSITIVE or operation.body or operation.query
    ]

    is_stream = operation.path.endswith("/news/")  # its schema is that of the text, not of each event
    excluded = [checks.response_schema_conformance] if is_stream else []

    @settings(chance.examples(6, 100), phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=st.one_of(strategies))
    def run(case: Any) -> None:
        # Called in this process, nothing decompresses an answer.
        headers = {"Authorization": f"Token {caller.key}", "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, checks=CHECKS, excluded_checks=excluded)

    with connected():  # only here: a test client connects the signals again
        run()


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATIONS)
def test_generated_requests(name: str, owner: Caller, things: dict[str, str]) -> None:
    try_out(OPERATIONS[name], owner, things)

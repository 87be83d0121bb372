"""Every response forbids framing, and shared caches do not store private data."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.conftest import Caller
from tests.api.test_access import ROWS
from tests.web.security.test_unknown_ids import callers_for, path_of

pytestmark = pytest.mark.fifth

FIXED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = {"default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'self'"}
ALWAYS_UTF_8 = "text/event-stream"
SAME_FOR_ALL = {"games/", "games/<slug:key>/", "api/", "api/v1/games/", "api/v1/games/<slug:key>/", "api/v1/schema/"}
SAME_FOR_ALL |= {"phone/", "sw.js", "manifest.<str:language>.webmanifest", "^api/."}


def responses(things: dict[str, str], *callers: Caller) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yield the response of every address to every caller, GET requests first."""
    for row in sorted(ROWS, key=lambda row: row[0] != "GET"):
        for caller in callers_for([*callers], row[1]):
            yield row, caller.ask(row[0], f"{path_of(row[1], things)}?circle={things['<uuid:circle>']}")


@pytest.mark.slow
def test_no_response_can_be_framed_or_sniffed(
    things: dict[str, str], owner: Caller, reader: Caller, stranger: Caller
) -> None:
    for row, answer in responses(things, owner, reader, stranger):
        assert {name: answer.get(name) for name in FIXED} == FIXED, row
        policy = answer["Content-Security-Policy"]
        assert set(policy.split("; ")) >= POLICY, row
        assert "unsafe-inline" not in policy, row
        assert answer["Referrer-Policy"] in ("same-origin", "no-referrer"), row
        assert "Access-Control-Allow-Origin" not in answer, row
        assert not {"Server", "X-Powered-By"} & set(answer.headers), row
        kind = answer.get("Content-Type", "")
        assert kind or not answer.getvalue(), row
        assert "charset=" in kind or not kind.startswith("text/") or kind == ALWAYS_UTF_8, row


@pytest.mark.slow
def test_private_responses_are_not_in_shared_caches(
    things: dict[str, str], owner: Caller, reader: Caller, stranger: Caller
) -> None:
    for row, answer in responses(things, owner, reader, stranger):
        directives = {word.strip() for word in answer["Cache-Control"].split(",")}
        if row[1] in SAME_FOR_ALL:
            assert "Cookie" not in answer.get("Vary", ""), row
            assert "sessionid" not in answer.cookies, row
        else:
            assert directives & {"private", "no-store"}, row
        assert directives & {"no-cache", "no-store"}, row

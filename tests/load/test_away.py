"""The database of a running server fails: the server reports this, and recovers automatically."""

from urllib.request import urlopen

import pytest

from tests.load import players
from tests.load.client import ErrorAnswer
from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]


def test_server_recovers_when_the_database_returns(server: Server) -> None:
    client = server.client()
    match = players.start(client)
    players.deal(client, match)
    client.push()
    server.database.disconnect()
    players.deal(client, match, 65)
    for _ in range(8):  # every worker and thread has its own connection
        with pytest.raises(ErrorAnswer) as refused:
            client.push()
        assert (refused.value.status, refused.value.code) == (503, "away")
    with urlopen(f"{server.url}/healthz") as answer:
        assert answer.read() == b"ok"
    server.database.reconnect()
    for _ in range(8):
        client.pull()
        client.push()
    client.pull()
    assert [event["seq"] for event in client.events.values()] == [1, 2, 3]
    output = server.output.read_text()
    assert "/api/v1/events/: " in output  # each error is logged in one line
    server.check()

"""The database is taken from under a running server: it says so, and goes on by itself when it is back."""

from urllib.request import urlopen

import pytest

from tests.load import players
from tests.load.client import Refused
from tests.load.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.database]


def test_the_database_goes_and_comes_back(server: Server) -> None:
    client = server.client()
    match = players.start(client)
    players.deal(client, match)
    client.push()
    server.database.take_away()
    players.deal(client, match, 65)
    for _ in range(8):  # every worker and thread has a connection of its own
        with pytest.raises(Refused) as refused:
            client.push()
        assert (refused.value.status, refused.value.code) == (503, "away")
    with urlopen(f"{server.url}/healthz") as answer:
        assert answer.read() == b"ok"
    server.database.give_back()
    for _ in range(8):
        client.pull()
        client.push()
    client.pull()
    assert [event["seq"] for event in client.events.values()] == [1, 2, 3]
    told = server.told.read_text()
    assert "/api/v1/events/: " in told  # a line for each, and no more
    server.check()

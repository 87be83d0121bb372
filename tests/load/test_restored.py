"""An older copy of the database is put back: clients notice, and everything is there again."""

from collections.abc import Callable, Iterator

import pytest

from games.match.log import fold_events
from games.match.scoring import sheet_json
from tests.load import players
from tests.load.client import Client
from tests.load.databases import Sqlite
from tests.load.server import Server

Begun = tuple[list[Client], str]

pytestmark = [pytest.mark.slow, pytest.mark.database, pytest.mark.turns]


@pytest.fixture(params=["stopped", "running"])
def restored(request: pytest.FixtureRequest, server: Server, begun: Begun) -> Iterator[Callable[[], None]]:
    """Play on from an older copy, which is put back while the server stands still or goes on."""
    older = server.database.copy()

    def put_back() -> None:
        running = request.param == "running"
        if not running:
            server.stop()
        server.database.put_back(older, running)
        if not running:
            server.start()

    yield put_back
    older.drop()


@pytest.fixture
def begun(server: Server) -> Begun:
    """Four people who have all that there is: a match with three rounds."""
    clients = [server.client() for _ in range(4)]
    match = players.start(clients[0])
    for trick_points in (97, 65, 71):
        players.deal(clients[0], match, trick_points)
    clients[0].sync()
    for client in clients:
        client.sync()
    return clients, match


def play_on(clients: list[Client], match: str) -> None:
    """What the older copy lacks; several pushes, so that both workers have had the match in hand."""
    eleni, deniz, andreas = clients
    for trick_points in (60, 80, 90, 100):
        for client in (eleni, deniz):
            client.pull()
            players.deal(client, match, trick_points)
            client.push()
    andreas.sync()
    deals = [event["data"]["deal"] for event in andreas.events.values() if event["kind"] == "deal"]
    andreas.write(match, "amend", deal=deals[-1], answers=players.answers(70))
    andreas.write(match, "strike", deal=deals[-2])
    andreas.push()


def check_all_is_there(server: Server, clients: list[Client], match: str) -> None:
    wanted = {id for client in clients for id in client.events}
    for _ in range(2):
        for client in clients:
            client.sync()
    reader = server.client()
    reader.pull()
    assert set(reader.events) == wanted
    log = [(event["seq"], id) for id, event in reader.events.items()]
    assert [seq for seq, _id in log] == list(range(1, len(wanted) + 1))
    for client in clients:
        assert client.refused == {}
        assert sorted((event["seq"], id) for id, event in client.events.items()) == log
    for _ in range(6):  # whichever worker answers
        sheet = reader.ask(f"matches/{match}/sheet/")
        assert sheet == sheet_json(
            fold_events([event for event in reader.events.values() if event["match"] == match]), str
        )
    server.check()


def test_all_is_there_again(server: Server, begun: Begun, restored: Callable[[], None]) -> None:
    (eleni, deniz, andreas, _zeynep), match = begun
    play_on([eleni, deniz, andreas], match)
    restored()
    check_all_is_there(server, [eleni, deniz, andreas], match)
    assert andreas.restarts == 1


def test_other_events_have_got_the_numbers_meanwhile(
    server: Server, begun: Begun, restored: Callable[[], None]
) -> None:
    (eleni, deniz, andreas, zeynep), match = begun
    play_on([eleni, deniz, andreas], match)
    restored()
    for _ in range(12):  # one by one: both workers meet a log that they know otherwise
        players.deal(zeynep, match, 75)
        zeynep.push()
    assert zeynep.restarts == 0
    check_all_is_there(server, [eleni, deniz, andreas, zeynep], match)
    assert min(client.restarts for client in (eleni, deniz, andreas)) >= 1


def test_who_has_pushed_and_not_pulled_since_notices_too(
    server: Server, begun: Begun, restored: Callable[[], None]
) -> None:
    """The last event that was pulled is still there; the one that was acknowledged is not."""
    (eleni, *_others), match = begun
    players.deal(eleni, match, 88)
    eleni.push()
    assert eleni.waiting() == []
    restored()
    check_all_is_there(server, [eleni], match)
    assert eleni.restarts == 1


def test_after_a_stop_the_one_file_has_everything(server: Server, begun: Begun) -> None:
    """Whoever copies the file alone gets all that was written, and can put it back without a trace of what came later."""
    if not isinstance(server.database, Sqlite):
        pytest.skip("PostgreSQL has no file to copy.")
    clients, match = begun
    file = server.database.path
    server.stop()
    older = file.read_bytes()
    assert not file.with_name(file.name + "-wal").exists()
    server.start()
    players.deal(clients[0], match, 80)
    clients[0].sync()
    server.stop()
    file.write_bytes(older)
    server.start()
    assert server.manage("rebuild").endswith("0 rows differed.\n")
    clients[0].sync()
    assert clients[0].waiting() == []
    assert len(clients[0].ask(f"matches/{match}/document/")["deals"]) == 4

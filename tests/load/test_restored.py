"""An older copy of the database is restored: clients notice, and push the missing events again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from games.match.log import fold_events
from games.match.sheet import sheet_json
from tests.load import players
from tests.load.client import Client, FirstClient
from tests.load.databases import Sqlite
from tests.load.server import Server

Begun = tuple[list[Client], str]

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database, pytest.mark.turns]


@pytest.fixture(params=["stopped", "running"])
def restored(request: pytest.FixtureRequest, server: Server, begun: Begun) -> Iterator[Callable[[], None]]:
    """Yield a function that restores an older copy while the server is stopped or running."""
    older = server.database.copy()

    def restore() -> None:
        running = request.param == "running"
        if not running:
            server.stop()
        server.database.restore(older, running)
        if not running:
            server.start()

    yield restore
    older.drop()


@pytest.fixture
def begun(server: Server) -> Begun:
    """Return four clients with all events, and their match of three rounds."""
    clients = [server.client() for _ in range(4)]
    match = players.start(clients[0])
    for trick_points in (97, 65, 71):
        players.deal(clients[0], match, trick_points)
    clients[0].sync()
    for client in clients:
        client.sync()
    return clients, match


class Restorer(Protocol):
    """One of the ways to restore an older copy."""

    def __init__(self, server: Server, folder: Path) -> None:
        """Make the copy."""

    def restore(self) -> None: ...


class CopiedFile:
    """The file of the database, copied while the server is stopped; PostgreSQL's own copy of a database."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.older = server.database.copy()

    def restore(self) -> None:
        self.server.stop()
        self.server.database.restore(self.older, running=False)
        self.older.drop()
        self.server.start()


class Command:
    """`backup` and `restore`, which start `pg_dump` and `pg_restore` for PostgreSQL."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.copy = folder / "older"
        server.manage("backup", str(self.copy))

    def restore(self) -> None:
        self.server.manage("restore", "--keep-access", str(self.copy))


@pytest.mark.parametrize("way", [CopiedFile, Command], ids=["copied", "command"])
def test_a_lost_round_before_the_same_last_event_is_noticed(
    server: Server, begun: Begun, way: type[Restorer], tmp_path: Path
) -> None:
    """After the restore, other events get the numbers of two lost ones, and the last is the same event as before."""
    (eleni, deniz, andreas, _zeynep), match = begun
    copy = way(server, tmp_path)
    players.deal(deniz, match, 61)
    late = deniz.waiting()
    lost = players.deal(eleni, match, 62)
    eleni.push()
    send_without_answer(deniz, late)
    eleni.pull()
    number, last = eleni.since, eleni.last
    assert last == late[0]["id"]
    copy.restore()
    players.deal(andreas, match, 63)
    andreas.push()
    deniz.push()
    assert andreas.ask(f"events/?since={number}&last={last}")["events"] == []  # number and id alone prove nothing
    check_everything_is_there(server, [eleni, deniz, andreas], match)
    assert eleni.restarts == 1
    reader = server.client()
    reader.pull()
    assert lost in {event["data"].get("deal") for event in reader.events.values()}


def send_without_answer(client: Client, events: list[dict[str, Any]]) -> None:
    """Send events, and never hear the answer."""
    client.ask("events/", events)


def test_a_copy_without_lost_events_restarts_no_client(server: Server, begun: Begun, tmp_path: Path) -> None:
    clients, match = begun
    copy = Command(server, tmp_path)
    copy.restore()
    players.deal(clients[0], match, 64)
    check_everything_is_there(server, clients, match)
    assert [client.restarts for client in clients] == [0] * 4


def test_clients_of_the_first_release_notice_a_shorter_log(server: Server, begun: Begun, tmp_path: Path) -> None:
    """They name number and id of their last event only, so they notice what they noticed before."""
    (eleni, deniz, *_others), match = begun
    first = server.client(FirstClient)
    first.sync()
    copy = Command(server, tmp_path)
    for client in (eleni, first):
        players.deal(client, match, 65)
        client.sync()
    copy.restore()
    check_everything_is_there(server, [first, eleni, deniz], match)
    assert first.restarts == 1


def play_on(clients: list[Client], match: str) -> None:
    """Write events that the older copy lacks, in several pushes, so that both workers have cached the match."""
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


def check_everything_is_there(server: Server, clients: list[Client], match: str) -> None:
    expected = {id for client in clients for id in client.events}
    for _ in range(2):
        for client in clients:
            client.sync()
    reader = server.client()
    reader.pull()
    assert set(reader.events) == expected
    log = [(event["seq"], id) for id, event in reader.events.items()]
    assert [seq for seq, _id in log] == list(range(1, len(expected) + 1))
    for client in clients:
        assert client.refused == {}
        assert sorted((event["seq"], id) for id, event in client.events.items()) == log
        if client.names_hash:  # others do not notice that another client has sent their events again
            assert client.events == reader.events
    for _ in range(6):  # any of the workers may answer
        sheet = reader.ask(f"matches/{match}/sheet/")
        assert sheet == sheet_json(
            fold_events([event for event in reader.events.values() if event["match"] == match]), str
        )
    server.check()


def test_clients_push_lost_events_again(server: Server, begun: Begun, restored: Callable[[], None]) -> None:
    (eleni, deniz, andreas, _zeynep), match = begun
    play_on([eleni, deniz, andreas], match)
    restored()
    check_everything_is_there(server, [eleni, deniz, andreas], match)
    assert andreas.restarts == 1


def test_clients_notice_that_other_events_have_the_numbers(
    server: Server, begun: Begun, restored: Callable[[], None]
) -> None:
    (eleni, deniz, andreas, zeynep), match = begun
    play_on([eleni, deniz, andreas], match)
    restored()
    for _ in range(12):  # one by one, so that both workers meet a log that differs from their cached one
        players.deal(zeynep, match, 75)
        zeynep.push()
    assert zeynep.restarts == 0
    check_everything_is_there(server, [eleni, deniz, andreas, zeynep], match)
    assert min(client.restarts for client in (eleni, deniz, andreas)) >= 1


def test_client_without_a_pull_since_its_push_notices(
    server: Server, begun: Begun, restored: Callable[[], None]
) -> None:
    """The last pulled event is still stored, the acknowledged one is not."""
    (eleni, *_others), match = begun
    players.deal(eleni, match, 88)
    eleni.push()
    assert eleni.waiting() == []
    restored()
    check_everything_is_there(server, [eleni], match)
    assert eleni.restarts == 1


def test_database_file_is_complete_after_a_stop(server: Server, begun: Begun) -> None:
    """A copy of the file alone contains all data, and can be restored without traces of later events."""
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

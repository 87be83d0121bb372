"""Connections that send nothing: a server goes on beside a thousand of them, and ends each after some seconds."""

import http.client
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from scorekeeper import serve as server_of_workers
from tests.load.databases import Database
from tests.load.server import PageServer
from tools import serve

pytestmark = [pytest.mark.third, pytest.mark.slow]

MANY = 1100  # connections


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[PageServer]:
    database = prepared.copy()
    running = PageServer(database, tmp_path / "output")
    running.start()
    yield running
    running.stop()
    database.drop()


@pytest.fixture
def files() -> Iterator[None]:
    """Let this process open that many connections. The server has the lower limit of a usual shell."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * MANY, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: "], ids=["nothing", "half a header"])
def test_silent_connections_keep_nobody_out_and_end(server: PageServer, files: None, sent: bytes) -> None:
    with ExitStack() as stack:
        address = (serve.HOST, server.port)
        silent = [stack.enter_context(socket.create_connection(address, 5)) for _ in range(MANY)]
        begun = time.monotonic()
        for line in silent:
            line.sendall(sent)
        with closing(http.client.HTTPConnection(*address, timeout=5)) as asking:
            asking.request("GET", "/healthz")
            with asking.getresponse() as answer:
                assert answer.status == 200
        for line in silent:
            line.settimeout(max(0.1, begun + 3 * server_of_workers.SILENCE - time.monotonic()))
            line.recv(1000)  # returns when the server ends the connection

"""A server that is told to stop while a worker of it is still starting."""

import signal
import time

import pytest

from tests.load.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.database]


def test_it_stops_though_it_has_only_just_begun(server: Server) -> None:
    server.stop()
    server.start()
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(60)
    time.sleep(0.1)
    assert not server.answers()
    server.sweep()
    server.process = None
    assert "Python threads" not in server.told.read_text()  # about which a host can do nothing

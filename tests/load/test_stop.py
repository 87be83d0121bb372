"""A stop while a worker is still starting."""

import signal
import time

import pytest

from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]


def test_starting_server_can_be_stopped(server: Server) -> None:
    server.stop()
    server.start()
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(60)
    time.sleep(0.1)
    assert not server.answers()
    server.sweep()
    server.process = None
    assert "Python threads" not in server.output.read_text()  # a message that hosts could not act on

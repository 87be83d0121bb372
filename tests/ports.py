"""Ports for the servers of tests."""

import itertools
import os
import socket
from contextlib import suppress

PORTS = range(20_000, 32_000)  # below the ports that systems give to clients and to servers that name none
HOST = "127.0.0.1"
STEP = 97  # more ports than a process of a test run uses
offered = itertools.count(os.getpid() * STEP)


def free_port() -> int:
    """Return a port that nothing else gets, not even while its server is stopped or killed.

    A port of the system's choice could go to the server of another test meanwhile. The phones of this test would then sync with it.
    """
    for number in offered:
        port = PORTS[number % len(PORTS)]
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port
    raise AssertionError("The counter never ends.")

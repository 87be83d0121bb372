"""The server as `go.py run` starts it, on a database of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.load.client import Client
from tests.load.databases import Database
from tools import serve

ROOT = Path(__file__).resolve().parents[2]


class Server:
    root = ROOT  # of the version that it is

    def __init__(self, database: Database, told: Path) -> None:
        self.database = database
        self.told = told  # what it prints
        self.port = free_port()
        self.url = f"http://{serve.HOST}:{self.port}"
        self.environment = {**os.environ, "DATABASE_URL": database.url, "THROTTLE": "0"}
        self.process: subprocess.Popen[bytes] | None = None
        self.token = ""

    def command(self) -> list[str]:
        return serve.command(self.port, sys.executable)

    def start(self) -> None:
        with self.told.open("ab") as told:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.root,
                env=self.environment,
                stdout=told,
                stderr=told,
                start_new_session=True,  # its workers are in its group, and nobody else is
            )
        for _ in range(600):
            if self.answers():
                return
            assert self.process.poll() is None, self.told.read_text()
            time.sleep(0.05)
        raise AssertionError(f"The server did not start: {self.told.read_text()}")

    def answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/api/v1/events/", timeout=5):
                return True
        except HTTPError as error:
            return error.code == 401
        except (URLError, OSError):
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is None:
            return
        os.killpg(self.process.pid, how)
        self.process.wait(60)
        if how != signal.SIGKILL:
            self.sweep()
        self.process = None

    def sweep(self) -> None:
        """Workers that have outlived it."""
        assert self.process is not None
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def freeze(self) -> None:
        """Answer nothing from now on. On a busy machine a thread may run on for a while after the signal."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)
        while any(state not in "TZ" for state in self.thread_states()):
            time.sleep(0.01)

    def thaw(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGCONT)

    def thread_states(self) -> Iterator[str]:
        """Yield the state of each thread of its processes, as Linux has them."""
        assert self.process is not None
        for path in Path("/proc").glob("[0-9]*/task/*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                state, _parent, group = path.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
                if int(group) == self.process.pid:
                    yield state

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def client(self) -> Client:
        """A phone or a program of the one person that this server knows."""
        self.token = self.token or self.manage("token", "Eleni").split()[-1]
        return Client(self.url, self.token)

    def check(self) -> None:
        """Nothing went wrong, and what lists show is what the events say."""
        told = self.told.read_text()
        assert "Traceback" not in told, told
        assert "locked" not in told, told
        assert " 0 rows differed" in self.manage("rebuild")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((serve.HOST, 0))
        return int(probe.getsockname()[1])


class OfPages(Server):
    """Its files need not be collected first, so it shows pages in a folder where nothing has been started yet."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.phone.serve", str(self.port)]

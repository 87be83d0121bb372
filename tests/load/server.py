"""The server as `go.py run` starts it, with a separate database."""

import os
import signal
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
from tests.ports import free_port
from tools import serve

ROOT = Path(__file__).resolve().parents[2]
START = 90  # seconds: on a busy machine a server that builds its worker takes long


class Server:
    root = ROOT  # the source tree of its version

    def __init__(self, database: Database, output: Path) -> None:
        self.database = database
        self.output = output  # the file with its output
        self.port = free_port()
        self.url = f"http://{serve.HOST}:{self.port}"
        self.environment = {**os.environ, "DATABASE_URL": database.url, "THROTTLE": "0"}
        self.process: subprocess.Popen[bytes] | None = None
        self.token = ""

    def command(self) -> list[str]:
        return serve.command(self.port, sys.executable)

    def start(self) -> None:
        with self.output.open("ab") as file:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.root,
                env=self.environment,
                stdout=file,
                stderr=file,
                start_new_session=True,  # a process group for its workers only
            )
        deadline = time.monotonic() + START
        while time.monotonic() < deadline:
            if self.answers():
                return
            assert self.process.poll() is None, self.output.read_text()
            time.sleep(0.05)
        raise AssertionError(f"The server did not start: {self.output.read_text()}")

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
        """Kill workers that outlived the main process."""
        assert self.process is not None
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def freeze(self) -> None:
        """Answer nothing from now on. On a busy machine a thread may run for a while after the signal."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)
        while any(state not in "TZ" for state in self.thread_states()):
            time.sleep(0.01)

    def thaw(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGCONT)

    def thread_states(self) -> Iterator[str]:
        """Yield the state of each thread of the server, as in Linux's /proc."""
        assert self.process is not None
        for path in Path("/proc").glob("[0-9]*/task/*/stat"):
            with suppress(OSError):  # the thread has ended meanwhile
                state, _parent, group = path.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
                if int(group) == self.process.pid:
                    yield state

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        process = subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stdout + process.stderr
        return process.stdout

    def client(self, kind: type[Client] = Client) -> Client:
        """Return a client of the only person that this server knows."""
        self.token = self.token or self.manage("token", "Eleni").split()[-1]
        return kind(self.url, self.token)

    def check(self) -> None:
        """Check that nothing went wrong, and that rows follow from events."""
        output = self.output.read_text()
        assert "Traceback" not in output, output
        assert "locked" not in output, output
        assert " 0 rows differed" in self.manage("rebuild")


class PageServer(Server):
    """A server that needs no collected static files, so it works in a fresh working tree."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.phone.serve", str(self.port)]

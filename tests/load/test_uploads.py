"""200 MB sent to the real server: none of it reaches a disk, and no worker grows by it."""

import http.client
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.load.databases import Database
from tests.load.server import OfPages
from tools import serve

pytestmark = [pytest.mark.slow, pytest.mark.database]

SIZE = 200_000_000
PIECE = b"x" * 100_000
HEAD = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[OfPages]:
    database = prepared.copy()
    found = OfPages(database, tmp_path / "told")
    folder = tmp_path / "temporary"
    folder.mkdir()
    found.environment |= {"TMPDIR": str(folder), "WORKERS": "1"}
    found.start()
    yield found
    found.stop()
    database.drop()


class Watch(threading.Thread):
    """Remembers the most that lay in a folder, in files with a name or without."""

    def __init__(self, server: OfPages) -> None:
        super().__init__(daemon=True)
        self.server, self.is_over, self.most = server, threading.Event(), 0

    def run(self) -> None:
        while not self.is_over.wait(0.005):
            self.most = max(self.most, sum(sizes(self.server)))

    def end(self) -> int:
        self.is_over.set()
        self.join()
        return self.most


def processes(server: OfPages) -> list[int]:
    assert server.process is not None
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(path.name)) == server.process.pid:
                found.append(int(path.name))
        except ProcessLookupError:
            continue
    return found


def sizes(server: OfPages) -> Iterator[int]:
    """Of the files in the temporary folder; those that are deleted while they are open stand with the process."""
    folder = server.environment["TMPDIR"]
    for process in processes(server):
        for path in Path(f"/proc/{process}/fd").glob("*"):
            try:
                if os.readlink(path).startswith(folder):
                    yield path.stat().st_size
            except OSError:
                continue


def memory(server: OfPages) -> int:
    """The most that its processes ever had, in bytes."""
    texts = [Path(f"/proc/{process}/status").read_text() for process in processes(server)]
    return sum(int(text.partition("VmHWM:")[2].split()[0]) * 1024 for text in texts)


def send(server: OfPages, path: str, kind: str) -> tuple[int, bytes]:
    """What the server says, whether or not it has listened to the end."""
    with closing(socket.create_connection((serve.HOST, server.port), 20)) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {SIZE}\r\n\r\n"
        line.sendall(head.encode() + (HEAD if "multipart" in kind else b""))
        try:
            for _ in range(SIZE // len(PIECE)):
                line.sendall(PIECE)
        except OSError:
            pass  # it has answered already
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="What a process has open is told by Linux only.")
def test_nothing_of_it_is_stored_anywhere(server: OfPages) -> None:
    send_small(server, 300_000)  # what an answer takes by itself
    before = memory(server)
    watch = Watch(server)
    watch.start()
    for path in ("/code/", "/import/", "/import/in/", "/nowhere/"):
        status, said = send(server, path, "multipart/form-data; boundary=b")
        assert status == 413
        assert b"<h1>That is too large</h1>" in said
    for path in ("events/", "circles/00000000-0000-4000-8000-000000000000/import/"):
        status, said = send(server, f"/api/v1/{path}", "application/json")
        assert (status, json.loads(said)["code"]) == (413, "long")
    assert watch.end() < 1_000_000
    assert memory(server) - before < 20_000_000
    assert "Traceback" not in server.told.read_text()


def send_small(server: OfPages, size: int) -> int:
    with closing(http.client.HTTPConnection(serve.HOST, server.port, timeout=20)) as line:
        line.request("POST", "/code/", b"x" * size, {"Content-Type": "text/plain"})
        answer = line.getresponse()
        answer.read()
        return answer.status


def test_whoever_sends_a_little_too_much_hears_the_answer(server: OfPages) -> None:
    """Also with a client that sends everything before it listens."""
    for _ in range(20):
        assert send_small(server, 8_000_000) == 413


def test_chunks_without_a_length_are_refused(server: OfPages) -> None:
    with closing(http.client.HTTPConnection(serve.HOST, server.port, timeout=20)) as line:
        line.request("POST", "/api/v1/score/", iter([b"{}"]), {"Content-Type": "application/json"})
        answer = line.getresponse()
        assert (answer.status, json.loads(answer.read())["code"]) == (411, "length")

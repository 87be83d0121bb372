"""Uploads of 200 MB to a real server: none of it is written to disk, and workers do not grow."""

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
from tests.load.server import PageServer
from tools import serve

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]

SIZE = 200_000_000
PIECE = b"x" * 100_000
HEAD = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[PageServer]:
    database = prepared.copy()
    running = PageServer(database, tmp_path / "output")
    folder = tmp_path / "temporary"
    folder.mkdir()
    running.environment |= {"TMPDIR": str(folder), "WORKERS": "1"}
    running.start()
    yield running
    running.stop()
    database.drop()


class Watch(threading.Thread):
    """A thread that records the largest size of all files in a folder, including unlinked ones."""

    def __init__(self, server: PageServer) -> None:
        super().__init__(daemon=True)
        self.server, self.is_over, self.most = server, threading.Event(), 0

    def run(self) -> None:
        while not self.is_over.wait(0.005):
            self.most = max(self.most, sum(sizes(self.server)))

    def end(self) -> int:
        self.is_over.set()
        self.join()
        return self.most


def processes(server: PageServer) -> list[int]:
    assert server.process is not None
    pids = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(path.name)) == server.process.pid:
                pids.append(int(path.name))
        except ProcessLookupError:
            continue
    return pids


def sizes(server: PageServer) -> Iterator[int]:
    """Yield the sizes of files in the temporary folder; unlinked open files are found through the process."""
    folder = server.environment["TMPDIR"]
    for process in processes(server):
        for path in Path(f"/proc/{process}/fd").glob("*"):
            try:
                if os.readlink(path).startswith(folder):
                    yield path.stat().st_size
            except OSError:
                continue


def memory(server: PageServer) -> int:
    """Return the peak memory of the server's processes in bytes."""
    texts = [Path(f"/proc/{process}/status").read_text() for process in processes(server)]
    return sum(int(text.partition("VmHWM:")[2].split()[0]) * 1024 for text in texts)


def send(server: PageServer, path: str, content_type: str) -> tuple[int, bytes]:
    """Send a large body and return the answer, even if the server stopped reading before the end."""
    with closing(socket.create_connection((serve.HOST, server.port), 20)) as line:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {content_type}\r\nContent-Length: {SIZE}\r\n\r\n"
        )
        line.sendall(head.encode() + (HEAD if "multipart" in content_type else b""))
        try:
            for _ in range(SIZE // len(PIECE)):
                line.sendall(PIECE)
        except OSError:
            pass  # the server has answered already
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="What a process has open is told by Linux only.")
def test_large_upload_is_refused_without_storing_it(server: PageServer) -> None:
    send_small(server, 300_000)  # warm up, to exclude the memory of an ordinary answer
    before = memory(server)
    watch = Watch(server)
    watch.start()
    for path in ("/code/", "/import/", "/import/in/", "/nowhere/"):
        status, content = send(server, path, "multipart/form-data; boundary=b")
        assert status == 413
        assert b"<h1>Too large</h1>" in content
    for path in ("events/", "circles/00000000-0000-4000-8000-000000000000/import/"):
        status, content = send(server, f"/api/v1/{path}", "application/json")
        assert (status, json.loads(content)["code"]) == (413, "long")
    assert watch.end() < 1_000_000
    assert memory(server) - before < 20_000_000
    assert "Traceback" not in server.output.read_text()


def send_small(server: PageServer, size: int) -> int:
    with closing(http.client.HTTPConnection(serve.HOST, server.port, timeout=20)) as line:
        line.request("POST", "/code/", b"x" * size, {"Content-Type": "text/plain"})
        answer = line.getresponse()
        answer.read()
        return answer.status


def test_client_gets_the_answer_to_a_slightly_large_body(server: PageServer) -> None:
    """This holds even for clients that send everything before they read."""
    for _ in range(20):
        assert send_small(server, 8_000_000) == 413


def test_chunked_body_is_refused(server: PageServer) -> None:
    with closing(http.client.HTTPConnection(serve.HOST, server.port, timeout=20)) as line:
        line.request("POST", "/api/v1/score/", iter([b"{}"]), {"Content-Type": "application/json"})
        answer = line.getresponse()
        assert (answer.status, json.loads(answer.read())["code"]) == (411, "length")

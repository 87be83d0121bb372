"""What a browser is sent that has never been here: for the page, and then for its worker."""

import re
import socket
import threading
import urllib.request
from contextlib import contextmanager
from urllib.parse import urlsplit

from benchmarks.browser import TAKEN_OVER, cookie_of, wait_for


def kind_of(url: str) -> str:
    path = urlsplit(url).path
    for piece, kind in (
        (".wasm", "the interpreter"),
        ("/phone/phone.", "what it runs"),
        ("/phone/worker.", "the worker and the interpreter's loader"),
        ("/sw.js", "the worker's script"),
        ("htmx", "htmx"),
        (".js", "our scripts"),
        (".css", "the look"),
        (".svg", "pictures"),
        (".png", "pictures"),
    ):
        if piece in path:
            return kind
    return "the page" if re.fullmatch(r"/(table/[0-9a-f-]{36}/)?", path) else "questions"


class Sent:
    """Bytes of each file as it comes over the line, by kind; headers are left out."""

    def __init__(self, urls: list[str], cookie: str) -> None:
        self.kinds: dict[str, tuple[int, int]] = {}
        for url in urls:
            headers = {"Accept-Encoding": "gzip, deflate, br", "Cookie": cookie}
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
                files, size = self.kinds.get(kind_of(url), (0, 0))
                self.kinds[kind_of(url)] = files + 1, size + len(answer.read())

    @property
    def total(self) -> int:
        return sum(size for _files, size in self.kinds.values())

    def show(self, what: str) -> None:
        print(f"  {what}")
        for kind, (files, size) in sorted(self.kinds.items(), key=lambda one: -one[1][1]):
            print(f"    {kind:40} {files:3} files {size:8}")


def visit(browser, server, path: str, cookies: list | None = None) -> tuple[Sent, Sent, int]:
    """For the page, then for the worker; and all that came over the line, headers and repetitions with it."""
    with line(server.port) as counted:
        context = browser.new_context()
        context.add_cookies(cookies or [])
        asked = []
        context.on("requestfinished", lambda one: asked.append(one))
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{counted.port}{path}", wait_until="load")
        page.evaluate(TAKEN_OVER)
        wait_for(page, lambda: any(".wasm" in one.url for one in asked))
        page.wait_for_timeout(1000)
        files = [one for one in asked if one.method == "GET" and kind_of(one.url) != "questions"]
        first = [one.url for one in files if not one.service_worker and one.resource_type not in ("fetch", "xhr")]
        then = {one.url for one in files if one.service_worker}
        cookie = cookie_of(context)
        context.close()
        total = counted.bytes
        return Sent(first, cookie), Sent(sorted(then - set(first)), cookie), total


class Line:
    """Stands between a browser and a server, and counts what the server sends."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.bytes = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]

    def open(self) -> None:
        while True:
            try:
                browser, _address = self.door.accept()
            except OSError:
                return  # closed
            server = socket.create_connection(("127.0.0.1", self.to))
            for one, other in ((browser, server), (server, browser)):
                threading.Thread(target=self.carry, args=(one, other, one is server), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket, is_counted: bool) -> None:
        try:
            while piece := one.recv(1 << 16):
                other.sendall(piece)
                self.bytes += len(piece) * is_counted
            other.shutdown(socket.SHUT_WR)
        except OSError:
            return  # one of them has hung up


@contextmanager
def line(port: int):
    found = Line(port)
    threading.Thread(target=found.open, daemon=True).start()
    try:
        yield found
    finally:
        found.door.shutdown(socket.SHUT_RDWR)
        found.door.close()

"""The bytes of a first visit: for the page, and then for its worker."""

import re
import socket
import threading
import urllib.request
from contextlib import contextmanager
from urllib.parse import urlsplit

from benchmarks.browser import TAKEN_OVER, cookie_of, wait_for

GAMES = "the games"  # which the worker fetches after the first visit


def kind_of(url: str) -> str:
    path = urlsplit(url).path
    for part, kind in (
        (".wasm", "the interpreter"),
        ("/phone/phone.", "what it runs"),
        ("/phone/game.", GAMES),
        ("/phone/worker.", "the worker and the interpreter's loader"),
        ("/sw.js", "the worker's script"),
        ("htmx", "htmx"),
        (".js", "our scripts"),
        (".css", "the look"),
        (".svg", "pictures"),
        (".png", "pictures"),
    ):
        if part in path:
            return kind
    return "the page" if re.fullmatch(r"/(table/[0-9a-f-]{36}/)?", path) else "questions"


# The number of files of games that the phone has cached.
CACHED_GAMES = """async () => {
  const caching = (await caches.keys()).map(async name => (await caches.open(name)).keys());
  return (await Promise.all(caching)).flat().filter(({ url }) => url.includes('/phone/game.')).length;
}"""


class Sent:
    """The compressed bytes of files by kind, without headers."""

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

    def report(self, title: str) -> None:
        print(f"  {title}")
        for kind, (files, size) in sorted(self.kinds.items(), key=lambda item: -item[1][1]):
            print(f"    {kind:40} {files:3} files {size:8}")


def visit(browser, server, path: str, cookies: list | None = None) -> tuple[Sent, Sent, Sent, int]:
    """Return the files for the page, those for the worker, the games, and all bytes with headers and repetitions."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/sw.js") as script:
        number = script.read().decode().count('"/phone/game.')
    with counting_proxy(server.port) as counted:
        context = browser.new_context()
        context.add_cookies(cookies or [])
        requests = []
        context.on("requestfinished", lambda request: requests.append(request))
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{counted.port}{path}", wait_until="load")
        page.evaluate(TAKEN_OVER)
        wait_for(page, lambda: any(".wasm" in request.url for request in requests))
        page.wait_for_timeout(1000)
        wait_for(page, lambda: page.evaluate(CACHED_GAMES) == number)
        files = [request for request in requests if request.method == "GET" and kind_of(request.url) != "questions"]
        by_page = [request for request in files if not request.service_worker]
        first = [request.url for request in by_page if request.resource_type not in ("fetch", "xhr")]
        urls = {request.url for request in files if request.service_worker}
        games = {url for url in urls if kind_of(url) == GAMES}
        then = urls - games
        cookie = cookie_of(context)
        context.close()
        total = counted.bytes
        return Sent(first, cookie), Sent(sorted(then - set(first)), cookie), Sent(sorted(games), cookie), total


class CountingProxy:
    """A proxy between browser and server that counts the server's bytes."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.bytes = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self) -> None:
        while True:
            try:
                browser, _address = self.listener.accept()
            except OSError:
                return  # closed
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, target in ((browser, server), (server, browser)):
                threading.Thread(target=self.forward, args=(source, target, source is server), daemon=True).start()

    def forward(self, source: socket.socket, target: socket.socket, is_counted: bool) -> None:
        try:
            while chunk := source.recv(1 << 16):
                target.sendall(chunk)
                self.bytes += len(chunk) * is_counted
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return  # browser or server has closed the connection


@contextmanager
def counting_proxy(port: int):
    proxy = CountingProxy(port)
    threading.Thread(target=proxy.run, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.listener.shutdown(socket.SHUT_RDWR)
        proxy.listener.close()

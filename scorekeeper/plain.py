"""Plain http beside a server that speaks https itself: there is only the way to trust it, for phones that do not yet."""

from collections.abc import Callable
from http import HTTPStatus
from socketserver import TCPServer, ThreadingMixIn
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

WAYS = ("trust", "authority")


def middleware(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def guarded(request: HttpRequest) -> HttpResponse:
        if not settings.CERTIFICATE or request.is_secure() or request.path in map(reverse, WAYS):
            return answer(request)
        if request.method in ("GET", "HEAD"):
            return redirect(WAYS[0])
        return HttpResponse(status=HTTPStatus.FORBIDDEN)

    return guarded


class PlainServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """As its parents do, but that nobody is asked for this machine's name."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()


class Handler(WSGIRequestHandler):
    timeout = 20  # seconds

    def log_message(self, format: str, *arguments: object) -> None:
        """Nobody asked."""


def serve(host: str, port: int) -> None:
    """As long as this process lives."""
    from scorekeeper.wsgi import application

    server = PlainServer((host, port), Handler)
    server.set_app(application)
    Thread(target=server.serve_forever, daemon=True).start()

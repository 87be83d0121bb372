"""Plain http beside a server with its own certificate: only the pages by which a phone comes to trust it."""

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus
from socketserver import TCPServer, ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

OPEN = ("trust", "authority")
LOGGER = logging.getLogger("scorekeeper.plain")


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def guarded(request: HttpRequest) -> HttpResponse:
        if not settings.CERTIFICATE or request.is_secure() or request.path in map(reverse, OPEN):
            return get_response(request)
        if request.method in ("GET", "HEAD"):
            return redirect(OPEN[0])
        return HttpResponse(status=HTTPStatus.FORBIDDEN)

    return guarded


class PlainHttpServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind like the parent classes, but without looking up this machine's name, which may be slow."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log a broken or silent connection in one line, and the traceback of another error."""
        error = sys.exception()
        if isinstance(error, OSError):
            LOGGER.warning("A plain connection of %s ended: %s", client_address[0], error or type(error).__name__)
        else:
            LOGGER.error("A plain request of %s failed", client_address[0], exc_info=error)


class SilentHandler(WSGIRequestHandler):
    timeout = 20  # seconds

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing: this server only redirects."""


def serve(host: str, port: int) -> None:
    """Serve plain http in a thread, until the process ends."""
    from scorekeeper.wsgi import application

    server = PlainHttpServer((host, port), SilentHandler)
    server.set_app(application)
    Thread(target=server.serve_forever, daemon=True).start()

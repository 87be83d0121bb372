"""The health check that containers and units run."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network

import pytest

from scorekeeper import health

HTTPS = {"X-Forwarded-Proto": "https"}


@contextmanager
def server(status, text=""):
    """Run a server with this answer. Yield its port, and the list of requests."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append((self.path, dict(self.headers)))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *arguments):
            pass

    with HTTPServer((health.LOCALHOST, 0), Handler) as http_server:
        thread = threading.Thread(target=http_server.serve_forever)
        thread.start()
        try:
            yield http_server.server_port, requests
        finally:
            http_server.shutdown()
            thread.join()


def test_a_working_server_is_healthy():
    with server(200, "ok") as (port, requests):
        assert health.main(port) is None
    assert requests[0][0] == "/health/"


@pytest.mark.slow
@pytest.mark.parametrize(("status", "text"), [(503, "The database does not answer."), (400, ""), (301, "")])
def test_any_other_answer_is_an_error(status, text):
    with server(status, text) as (port, _requests):
        error = health.main(port)
    assert error.startswith(f"The server answers {status}.")
    assert text in error


def test_no_answer_is_an_error():
    with server(200) as (port, _requests):
        pass
    assert "does not answer" in health.main(port)


@pytest.mark.parametrize(
    ("hosts", "https", "host", "more"),
    [
        (["localhost", "127.0.0.1"], False, "localhost", {}),
        (["cards.example.org"], True, "cards.example.org", HTTPS),
        ([".example.org"], True, "example.org", HTTPS),
        (["*"], False, "localhost", {}),
    ],
)
def test_the_check_uses_an_allowed_host_without_a_redirect(settings, client, db, hosts, https, host, more):
    """Django's own test client tries the headers."""
    settings.ALLOWED_HOSTS, settings.HTTPS, settings.SECURE_SSL_REDIRECT = hosts, https, https
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.1")] if https else []
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if https else None
    assert health.headers() == {"Host": host, **more}
    assert client.get("/health/", headers=health.headers()).status_code == 200

"""What tells a container or a unit whether its server can work."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from scorekeeper import health

HTTPS = {"X-Forwarded-Proto": "https"}


@contextmanager
def server(status, said=""):
    """Answers so, and remembers what it was asked."""
    asked = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, dict(self.headers)))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *arguments):
            pass

    with HTTPServer((health.HERE, 0), Answer) as here:
        thread = threading.Thread(target=here.serve_forever)
        thread.start()
        try:
            yield here.server_port, asked
        finally:
            here.shutdown()
            thread.join()


def test_a_server_that_can_work_is_well():
    with server(200, "ok") as (port, asked):
        assert health.main(port) is None
    assert asked[0][0] == "/health/"


@pytest.mark.slow
@pytest.mark.parametrize(("status", "said"), [(503, "The database does not answer."), (400, ""), (301, "")])
def test_any_other_answer_is_told(status, said):
    with server(status, said) as (port, _asked):
        told = health.main(port)
    assert told.startswith(f"The server answers {status}.")
    assert said in told


def test_no_answer_is_told():
    with server(200) as (port, _asked):
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
def test_it_asks_by_a_name_that_is_answered_to(settings, client, db, hosts, https, host, more):
    """And is led nowhere else: what Django makes of it is tried with its own."""
    settings.ALLOWED_HOSTS, settings.HTTPS, settings.SECURE_SSL_REDIRECT = hosts, https, https
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if https else None
    assert health.headers() == {"Host": host, **more}
    assert client.get("/health/", headers=health.headers()).status_code == 200

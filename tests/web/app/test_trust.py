"""A server with its own certificate: its settings, and the pages that plain http still serves."""

import json
import os
import socket
import struct
import subprocess
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from scorekeeper import plain
from tools.steps import ROOT

STEPS, CERTIFICATE = "/phone/trust/", "/phone/authority.crt"
SECURITY = [
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_PROXY_SSL_HEADER",
    "SECURE_HSTS_SECONDS",
]


@pytest.fixture
def own(settings, tmp_path):
    """A server with its own certificate authority."""
    (tmp_path / "authority.crt").write_text("the certificate")
    settings.CERTIFICATE = str(tmp_path / "server.pem")
    settings.ALLOWED_HOSTS = ["10.0.0.7", "127.0.0.1", "testserver"]


def set_with(**environ):
    values = f"[getattr(settings, name) for name in {SECURITY}]"
    code = f"import json; from scorekeeper import settings; print(json.dumps({values}))"
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(process.stdout)


def test_cookies_are_secure_and_there_is_no_hsts():
    assert set_with(CERTIFICATE="/srv/server.pem", HTTPS="") == [True, True, False, None, 0]
    assert set_with(CERTIFICATE="", HTTPS="") == [False, False, False, None, 0]


def test_https_serves_all_pages(own, client):
    assert client.get("/games/", secure=True).status_code == 200


def test_form_is_accepted_from_its_own_origin(own, settings):
    settings.CSRF_TRUSTED_ORIGINS = []
    strict = Client(enforce_csrf_checks=True)
    request = {"path": "/phone/", "secure": True, "data": {}, "content_type": "application/json"}
    for origin, status in (
        ("https://10.0.0.7:8000", 422),
        ("https://10.0.0.8:8000", 403),
        ("http://10.0.0.7:8000", 403),
    ):
        answer = strict.post(**request, headers={"host": "10.0.0.7:8000", "origin": origin})
        assert (answer.status_code == 403) is (status == 403), (origin, answer.status_code)


@pytest.mark.parametrize("path", ["/", "/new/", "/games/", "/sw.js", "/api/v1/games/", "/nowhere"])
def test_plain_http_redirects_to_the_trust_page(own, client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.get("Location")) == (302, STEPS)
    assert client.post(path).status_code == 403


def test_trust_page_explains_the_steps(own, client):
    page = client.get(STEPS, headers={"host": "10.0.0.7:8001"}, SERVER_PORT="8001")
    assert page.status_code == 200
    assert 'href="https://10.0.0.7:8000/"' in page.text
    assert f'href="{CERTIFICATE}"' in page.text
    assert "<script" not in page.text
    assert 'href="/"' in client.get(STEPS, secure=True).text


def test_certificate_is_served_but_not_the_key(own, client):
    answer = client.get(CERTIFICATE)
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert answer.text == "the certificate"


@pytest.mark.parametrize("path", [STEPS, CERTIFICATE])
def test_without_an_authority_there_is_no_trust_page(client, settings, path, tmp_path):
    assert client.get(path).status_code == 404
    settings.CERTIFICATE = str(tmp_path / "server.pem")  # a certificate from a public authority
    assert client.get(path).status_code == 404


def test_plain_server_runs_beside_the_https_server(own):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    plain.serve("127.0.0.1", port)
    url = f"http://127.0.0.1:{port}"
    with urlopen(f"{url}/new/") as answer:
        assert answer.url == url + STEPS
        assert f'href="https://127.0.0.1:{port - 1}/"' in answer.read().decode()
    with urlopen(url + CERTIFICATE) as answer:
        assert answer.read() == b"the certificate"
    with pytest.raises(HTTPError, match="400"):
        urlopen(Request(url + STEPS, headers={"Host": "elsewhere.example"}))


def test_a_broken_or_silent_plain_connection_is_logged_in_one_line(own, monkeypatch, caplog, capfd):
    monkeypatch.setattr(plain.SilentHandler, "timeout", 0.1)
    with plain.PlainHttpServer(("127.0.0.1", 0), plain.SilentHandler) as server:
        server.daemon_threads = False  # so that the requests end with the server
        for reset in (False, True):
            with socket.create_connection(server.server_address) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHo")
                if reset:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    client.close()
                server.handle_request()
                time.sleep(0.3)
    messages = [record.getMessage() for record in caplog.records if record.name == "scorekeeper.plain"]
    assert [message.partition(" ended: ")[0] for message in messages] == ["A plain connection of 127.0.0.1"] * 2
    assert [record.exc_info for record in caplog.records] == [None, None]
    assert "Traceback" not in capfd.readouterr().err

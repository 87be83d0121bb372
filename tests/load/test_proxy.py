"""The proxies of docs/hosting.md, with the files of deploy/: HTTPS works, and client addresses cannot be forged."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games.imports.source import MOST_BYTES_SENT
from tests.load.databases import Database
from tests.load.server import ROOT, PageServer
from tests.ports import free_port
from tools import authority, serve

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.django_db]  # so they run with both databases

NAME = "cards.local"


class PageServerBehindProxy(PageServer):
    """A server as its systemd unit starts it, without collected files."""

    def __init__(self, database: Database, output: Path) -> None:
        super().__init__(database, output)
        self.environment |= {"HTTPS": "1", "ALLOWED_HOSTS": NAME}

    def answers(self) -> bool:
        line = http.client.HTTPConnection(serve.HOST, self.port, timeout=5)
        with closing(line):
            try:
                line.request("GET", "/health/", headers={"Host": NAME, "X-Forwarded-Proto": "https"})
                return line.getresponse().status == 200
            except OSError:
                return False


class Proxy:
    """A proxy with a certificate; the server behind it speaks HTTP."""

    def __init__(self, folder: Path, behind: int) -> None:
        certificates = authority.prepare(folder / "tls", [serve.HOST], [NAME])
        self.folder, self.behind, self.port, self.certificate = folder, behind, free_port(), certificates.certificate
        self.trusting = ssl.create_default_context(cafile=folder / "tls" / "authority.crt")

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        log = self.folder / "proxy"
        with log.open("wb") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, "HOME": str(self.folder)})
        for _ in range(100):
            try:
                socket.create_connection((serve.HOST, self.port), 1).close()
                return process
            except OSError:
                assert process.poll() is None, log.read_text()
                time.sleep(0.1)
        raise AssertionError(f"The proxy did not start: {log.read_text()}")

    def ask(
        self, method: str, path: str, body: Any = None, exact: dict[str, str] | None = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, str]:
        """Send a request. Underscores in the names of headers become hyphens, but not in `exact`."""
        line = http.client.HTTPSConnection(NAME, self.port, timeout=20, context=self.trusting)
        plain = socket.create_connection((serve.HOST, self.port), 20)
        line.sock = self.trusting.wrap_socket(plain, server_hostname=NAME)
        sent_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(line):
            line.request(method, path, body, {"Host": NAME, **sent_headers, **(exact or {})})
            answer = line.getresponse()
            return answer, answer.read().decode(errors="replace")


def deployed(name: str, behind: int) -> str:
    text = (ROOT / "deploy" / name).read_text()
    assert text.count("127.0.0.1:8000") == 1
    return text.replace("127.0.0.1:8000", f"{serve.HOST}:{behind}").replace("cards.example.org", NAME)


def nginx(program: str, proxy: Proxy) -> list[str]:
    ours = deployed("nginx.conf", proxy.behind).replace("listen [::]:80;", "")
    keys = f"ssl_certificate {proxy.certificate}; ssl_certificate_key {proxy.certificate};"  # certbot adds these, too
    ours = ours.replace("listen 80;", f"listen {serve.HOST}:{proxy.port} ssl; {keys}")
    places = "".join(
        f"{name}_temp_path {proxy.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = f"pid {proxy.folder}/pid; error_log stderr; user root;\nevents {{}}\nhttp {{ {places}\n{ours}}}\n"
    (proxy.folder / "nginx.conf").write_text(around)
    return [program, "-c", str(proxy.folder / "nginx.conf"), "-g", "daemon off;"]


def caddy(program: str, proxy: Proxy) -> list[str]:
    ours = deployed("Caddyfile", proxy.behind)
    keys = f"https://{NAME}:{proxy.port} {{\n\tbind {serve.HOST}\n\ttls {proxy.certificate} {proxy.certificate}"
    assert ours.count("\n{\n") == 1  # the only block for all servers
    ours = ours.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n").replace(f"{NAME} {{", keys)
    (proxy.folder / "Caddyfile").write_text(ours)
    return [program, "run", "--adapter=caddyfile", f"--config={proxy.folder}/Caddyfile"]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request: Any, behind: PageServerBehindProxy, tmp_path: Path) -> Iterator[Proxy]:
    configured: Callable[[str, Proxy], list[str]] = request.param
    program = shutil.which(configured.__name__)
    if not program:
        pytest.skip(f"There is no {configured.__name__} here (Debian: apt install {configured.__name__}).")
    started = Proxy(tmp_path, behind.port)
    process = started.start(configured(program, started))
    yield started
    process.terminate()
    process.wait(20)


@pytest.fixture
def behind(prepared: Database, tmp_path: Path) -> Iterator[PageServerBehindProxy]:
    database = prepared.copy()
    server = PageServerBehindProxy(database, tmp_path / "output")
    server.start()
    yield server
    server.stop()
    database.drop()


def test_round_is_saved_through_the_proxy(behind: PageServerBehindProxy, proxy: Proxy) -> None:
    key = {"Authorization": "Token " + behind.manage("token", "Eleni").split()[-1], "Content_Type": "application/json"}
    start = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    match = json.loads(proxy.ask("POST", "/api/v1/matches/", json.dumps(start), **key)[1])["match"]
    answer, _ = proxy.ask("POST", f"/api/v1/matches/{match}/deals/", '{"answers": {"points": [71, 49]}}', **key)
    assert answer.status == 201
    answer, text = proxy.ask("GET", f"/api/v1/matches/{match}/sheet/", **key)
    assert json.loads(text)["totals"] == [1, 0]
    assert "max-age=31536000" in (answer.headers["Strict-Transport-Security"] or "")


def form(proxy: Proxy) -> tuple[str, dict[str, str]]:
    """Return the body of the form for a code, and the headers to send with it."""
    answer, page = proxy.ask("GET", "/code/")
    [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[:1]
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-csrftoken=")
    assert "Secure" in cookie
    headers = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie.partition(";")[0]}
    return f"csrfmiddlewaretoken={token}&code=ABCDEF", headers


def test_only_forms_of_our_own_origin_are_accepted(proxy: Proxy) -> None:
    body, headers = form(proxy)
    assert proxy.ask("POST", "/code/", body, Origin=f"https://{NAME}", **headers)[0].status == 422
    assert proxy.ask("POST", "/code/", body, Origin="https://evil.example", **headers)[0].status == 403


def test_address_and_protocol_cannot_be_forged(proxy: Proxy) -> None:
    """Forged addresses would allow unlimited guesses of codes."""
    body, headers = form(proxy)
    headers |= {"Origin": f"https://{NAME}", "X_Forwarded_Proto": "http"}
    tries = []
    for number in range(12):
        address = f"192.0.2.{number}"
        forged = {"X_Forwarded_For": address, "x_forwarded_proto": "http", "X_Forwarded-For": address}
        tries.append(proxy.ask("POST", "/code/", body, forged, X_Forwarded_For=address, **headers)[0].status)
    assert tries == [422] * 10 + [429] * 2


def test_uploads_are_limited_to_the_size_of_imports(behind: PageServerBehindProxy, proxy: Proxy) -> None:
    headers = {
        "Authorization": "Token " + behind.manage("token", "Eleni").split()[-1],
        "Content_Type": "application/json",
    }
    [circle] = json.loads(proxy.ask("GET", "/api/v1/circles/", **headers)[1])["circles"]
    address = f"/api/v1/circles/{circle['id']}/import/"
    answer, _ = proxy.ask("POST", address, b" " * MOST_BYTES_SENT, **headers)
    assert answer.status == 400  # read completely, then refused as empty
    try:
        assert proxy.ask("POST", address, b" " * 2 * MOST_BYTES_SENT, **headers)[0].status == 413
    except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
        return  # the connection was closed before the end

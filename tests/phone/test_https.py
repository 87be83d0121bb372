"""A phone in the home network: over https the worker takes over at another address than localhost."""

import hashlib
import socket
import ssl
from base64 import b64encode
from ipaddress import IPv4Address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.load.server import PageServer
from tests.phone.conftest import Phone
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tools import authority, home, serve

pytestmark = pytest.mark.tenth

NAMES = ["kitchen", "kitchen.local"]


class HttpsServer(PageServer):
    """A server as `go.py run --phone` starts it."""

    def __init__(self, database, folder, address):
        super().__init__(database, folder / "output")
        prepared_tls = authority.prepare(folder / "tls", [address], NAMES)
        self.address = address
        self.port = free_ports()
        self.url = f"https://{address}:{self.port}"
        self.trusting = ssl.create_default_context(cafile=folder / "tls" / "authority.crt")
        self.environment |= {"CERTIFICATE": str(prepared_tls.certificate), "ALLOWED_HOSTS": f"{address},kitchen.local"}

    def answers(self):
        try:
            return self.ask(self.address).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def ask(self, name):
        """Ask the server under a name. The connection goes to this machine, because tests reach no other."""
        with (
            socket.create_connection((serve.HOST, self.port), 5) as plain,
            self.trusting.wrap_socket(plain, server_hostname=name) as safe,
        ):
            safe.sendall(f"GET /healthz HTTP/1.1\r\nHost: {name}:{self.port}\r\nConnection: close\r\n\r\n".encode())
            return safe.recv(1000)


def free_ports():
    """Return a free port whose next port is free, too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind((serve.HOST, 0))
            port = first.getsockname()[1]
            try:
                second.bind((serve.HOST, port + 1))
            except (OSError, OverflowError):
                continue
            return port


@pytest.fixture
def address():
    addresses = [address for address in home._of_interfaces() if home._is_at_home(IPv4Address(address))]
    if not addresses:
        pytest.skip("This machine is in no network just now.")
    return addresses[0]


@pytest.fixture
def server(interpreter, prepared, tmp_path, address):
    database = prepared.copy()
    running = HttpsServer(database, tmp_path, address)
    running.start()
    yield running
    running.stop()
    database.drop()


def trust_option(server):
    """Return the option that lets Chromium trust the server's key. Tests cannot add an authority to Chromium."""
    certificate = x509.load_pem_x509_certificate(certificate_of(server).read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"--ignore-certificate-errors-spki-list={b64encode(hashlib.sha256(key).digest()).decode()}"


def certificate_of(server):
    return server.output.parent / "tls" / "server.pem"


def test_an_evening_is_scored_over_https(server, browser_type, browser_type_launch_args, tmp_path):
    arguments = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], trust_option(server)]}
    context = browser_type.launch_persistent_context(tmp_path / "profile", **arguments)
    phone = Phone(context, server.url)
    phone.take_over()
    assert phone.page.evaluate("isSecureContext")
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    server.stop()
    play(phone, 71)
    is_worth(phone, 1, 0)
    server.start()
    phone.page.reload()
    phone.until(SENT)
    assert all(cookie["secure"] for cookie in context.cookies())
    context.close()
    assert phone.errors == []


def test_a_browser_without_the_authority_warns(server, page):
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(server.url)


@pytest.mark.tenth
@pytest.mark.slow
def test_the_server_answers_under_its_name_only(server):
    assert server.ask("kitchen.local").startswith(b"HTTP/1.1 200")
    assert server.ask("kitchen").startswith(b"HTTP/1.1 400")  # in the certificate, but not among the hosts
    with pytest.raises(ssl.SSLCertVerificationError):
        server.ask("cellar.local")

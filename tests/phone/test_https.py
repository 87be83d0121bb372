"""A phone in the same house: over https, at an address that is not this machine's own, the worker takes over."""

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

NAMES = ["kitchen", "kitchen.local"]


class OverHttps(PageServer):
    """As `go.py run --phone` starts it."""

    def __init__(self, database, folder, address):
        super().__init__(database, folder / "told")
        made = authority.prepare(folder / "tls", [address], NAMES)
        self.address = address
        self.port = free_ports()
        self.url = f"https://{address}:{self.port}"
        self.trusting = ssl.create_default_context(cafile=folder / "tls" / "authority.crt")
        self.environment |= {"CERTIFICATE": str(made.certificate), "ALLOWED_HOSTS": f"{address},kitchen.local"}

    def answers(self):
        try:
            return self.ask(self.address).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def ask(self, name):
        """By whatever name, from here: tests reach no other address."""
        with (
            socket.create_connection((serve.HOST, self.port), 5) as plain,
            self.trusting.wrap_socket(plain, server_hostname=name) as safe,
        ):
            safe.sendall(f"GET /healthz HTTP/1.1\r\nHost: {name}:{self.port}\r\nConnection: close\r\n\r\n".encode())
            return safe.recv(1000)


def free_ports():
    """Two that follow each other."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind((serve.HOST, 0))
            port = one.getsockname()[1]
            try:
                other.bind((serve.HOST, port + 1))
            except (OSError, OverflowError):
                continue
            return port


@pytest.fixture
def address():
    found = [one for one in home._of_interfaces() if home._is_at_home(IPv4Address(one))]
    if not found:
        pytest.skip("This machine is in no network just now.")
    return found[0]


@pytest.fixture
def server(interpreter, prepared, tmp_path, address):
    database = prepared.copy()
    found = OverHttps(database, tmp_path, address)
    found.start()
    yield found
    found.stop()
    database.drop()


def believed(server):
    """Chromium takes this key for good. Only that: it has no list of authorities that a test could add to."""
    certificate = x509.load_pem_x509_certificate(certificate_of(server).read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"--ignore-certificate-errors-spki-list={b64encode(hashlib.sha256(key).digest()).decode()}"


def certificate_of(server):
    return server.output.parent / "tls" / "server.pem"


def test_an_evening_in_the_house(server, browser_type, browser_type_launch_args, tmp_path):
    arguments = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], believed(server)]}
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
    assert phone.said == []


def test_a_browser_that_does_not_know_the_authority_warns(server, page):
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(server.url)


@pytest.mark.slow
def test_its_name_answers_too_and_others_do_not(server):
    assert server.ask("kitchen.local").startswith(b"HTTP/1.1 200")
    assert server.ask("kitchen").startswith(b"HTTP/1.1 400")  # in the certificate, but not among the hosts
    with pytest.raises(ssl.SSLCertVerificationError):
        server.ask("cellar.local")

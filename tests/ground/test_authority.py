"""The certificate authority of this machine: phones that trust it accept the server, and no other machine."""

import os
import ssl
import stat
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from tools import authority
from tools.steps import Trouble

ADDRESSES = ["192.168.1.5", "10.0.0.7"]
NAMES = ["kitchen", "kitchen.local"]
ALL_NAMES = [*ADDRESSES, *NAMES]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "tls"


@pytest.fixture
def later(monkeypatch):
    """A function that moves the clock forward by days."""

    def wait(days):
        monkeypatch.setattr(authority, "now", lambda: datetime.now(UTC) + timedelta(days=days))

    return wait


def prepare(folder, addresses=ADDRESSES, names=NAMES):
    return authority.prepare(folder, addresses, names)


def handshake(folder, name, certificate=None):
    """Do a TLS handshake in memory, as a phone that trusts the authority. Return the server's certificate."""
    client = ssl.create_default_context(cafile=folder / "authority.crt")
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate or folder / "server.pem")
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server, server_hostname=name),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _ in range(3):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return ends[0].getpeercert()


def forged(folder, addresses=(), names=()):
    """Return a certificate for other machines that is signed with the authority's key."""
    path = folder / "forged.pem"
    authority.write(path, authority.sign(authority.load(folder), addresses, names))
    return path


@pytest.mark.parametrize("name", ALL_NAMES)
def test_a_phone_that_trusts_the_authority_accepts_the_server(folder, name):
    prepare(folder)
    assert handshake(folder, name)


@pytest.mark.parametrize("name", ["192.168.1.6", "example.org", "cellar.local"])
def test_the_certificate_is_invalid_for_other_names(folder, name):
    prepare(folder)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        handshake(folder, name)


@pytest.mark.parametrize(
    ("addresses", "names"),
    [
        (["9.9.9.9"], []),
        (["2001:db8::1"], []),
        (["fe80::1"], []),
        ([], ["example.org"]),
        ([], ["cellar.local"]),
        ([], ["local"]),
    ],
)
@pytest.mark.parametrize("known", [NAMES, []])
def test_the_authority_cannot_sign_for_machines_outside_the_home(folder, addresses, names, known):
    prepare(folder, names=known)
    name = [*addresses, *names][0]
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(folder, name, forged(folder, addresses, names))


def test_the_authority_states_a_range_for_each_kind_of_address(folder):
    """Some clients read the ranges of one kind only, and accept every address of the other kind."""
    prepare(folder)
    certificate = authority.load(folder).certificate
    limits = certificate.extensions.get_extension_for_class(x509.NameConstraints)
    networks = [limit.value for limit in limits.value.permitted_subtrees if isinstance(limit, x509.IPAddress)]
    assert limits.critical
    assert {network.version for network in networks} == {4, 6}
    assert all(network.is_private for network in networks)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights.")
def test_only_the_owner_can_read_the_keys(folder):
    prepare(folder)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {"authority.key": 0o600, "authority.crt": 0o644, "server.pem": 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_server_does_not_get_the_key_of_the_authority(folder):
    prepare(folder)
    key = authority.load(folder).key
    assert authority.private_pem(key) not in (folder / "server.pem").read_bytes()
    assert authority.private_pem(key) not in (folder / "authority.crt").read_bytes()


def test_valid_files_are_not_replaced(folder):
    first = prepare(folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    again = prepare(folder, ADDRESSES[:1])  # the machine has left one of its networks
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert (again.fingerprint, again.is_replaced) == (first.fingerprint, False)


def test_a_new_home_address_replaces_the_certificate_only(folder):
    first = prepare(folder)
    again = prepare(folder, ["172.20.0.9"])
    assert handshake(folder, "172.20.0.9")
    assert (again.fingerprint, again.is_replaced) == (first.fingerprint, False)


@pytest.mark.parametrize(("addresses", "names"), [(ADDRESSES, ["cellar", "cellar.local"]), (["100.64.3.2"], NAMES)])
def test_a_name_outside_the_limits_replaces_the_authority(folder, addresses, names):
    first = prepare(folder)
    again = prepare(folder, addresses, names)
    assert again.fingerprint != first.fingerprint
    assert again.is_replaced
    assert not first.is_replaced
    for name in [*addresses, *names]:
        assert handshake(folder, name)


def test_a_certificate_is_renewed_before_it_expires(folder, later):
    prepare(folder)
    before = (folder / "server.pem").read_bytes()
    later(365)
    assert (folder / "server.pem").read_bytes() == before
    later(370)
    assert not prepare(folder).is_replaced
    assert (folder / "server.pem").read_bytes() != before


def test_an_authority_is_replaced_before_it_expires(folder, later):
    prepare(folder)
    later(365 * 10 - 300)
    assert prepare(folder).is_replaced


def test_a_certificate_of_another_authority_is_replaced(folder, tmp_path):
    prepare(folder)
    prepare(tmp_path / "other")
    (folder / "server.pem").write_bytes((tmp_path / "other" / "server.pem").read_bytes())
    prepare(folder)
    assert handshake(folder, NAMES[0])


def test_a_damaged_certificate_is_replaced(folder):
    prepare(folder)
    (folder / "server.pem").write_text("rubbish")
    prepare(folder)
    assert handshake(folder, NAMES[0])


@pytest.mark.parametrize("name", ["authority.key", "authority.crt"])
def test_a_damaged_authority_is_an_error(folder, name):
    prepare(folder)
    (folder / name).write_text("rubbish")
    with pytest.raises(Trouble, match="damaged"):
        prepare(folder)
    assert (folder / name).read_text() == "rubbish"


def test_the_key_of_another_authority_is_an_error(folder, tmp_path):
    prepare(folder)
    prepare(tmp_path / "other")
    (folder / "authority.key").write_bytes((tmp_path / "other" / "authority.key").read_bytes())
    with pytest.raises(Trouble, match="damaged"):
        prepare(folder)


def test_iphones_accept_the_certificate(folder):
    """They require at most 825 days, the use for servers, and alternative names."""
    prepare(folder)
    received = handshake(folder, NAMES[0])
    lasts = ssl.cert_time_to_seconds(received["notAfter"]) - ssl.cert_time_to_seconds(received["notBefore"])
    assert lasts <= 825 * 24 * 3600
    assert {value for _, value in received["subjectAltName"]} == set(ALL_NAMES)
    certificate = authority.load(folder).certificate
    assert certificate.subject.rfc4514_string() == "CN=Scorekeeper on kitchen"
    assert (folder / "authority.crt").read_bytes() == certificate.public_bytes(Encoding.PEM)

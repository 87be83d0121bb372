"""The authority of this machine: phones that trust it believe the server, and nobody else."""

import os
import ssl
import stat
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tools import authority
from tools.steps import Trouble

ADDRESSES = ["192.168.1.5", "10.0.0.7"]
NAMES = ["kitchen", "kitchen.local"]
EVERY = [*ADDRESSES, *NAMES]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "tls"


@pytest.fixture
def later(monkeypatch):
    """Days go by."""

    def wait(days):
        monkeypatch.setattr(authority, "now", lambda: datetime.now(UTC) + timedelta(days=days))

    return wait


def prepare(folder, addresses=ADDRESSES, names=NAMES):
    return authority.prepare(folder, addresses, names)


def greet(folder, name, certificate=None):
    """What a phone does that trusts the authority, without a network between: it shakes hands and checks."""
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
    """What the authority's key could be made to sign."""
    path = folder / "forged.pem"
    authority.write(path, authority.sign(authority.load(folder), addresses, names))
    return path


@pytest.mark.parametrize("name", EVERY)
def test_who_trusts_it_believes_the_server(folder, name):
    prepare(folder)
    assert greet(folder, name)


@pytest.mark.parametrize("name", ["192.168.1.6", "example.org", "cellar.local"])
def test_nobody_believes_the_server_to_be_another(folder, name):
    prepare(folder)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        greet(folder, name)


@pytest.mark.parametrize(
    ("addresses", "names"), [(["9.9.9.9"], []), ([], ["example.org"]), ([], ["cellar.local"]), ([], ["local"])]
)
@pytest.mark.parametrize("known", [NAMES, []])
def test_it_can_vouch_for_nothing_outside_the_home(folder, addresses, names, known):
    prepare(folder, names=known)
    name = [*addresses, *names][0]
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greet(folder, name, forged(folder, addresses, names))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights.")
def test_its_key_is_for_its_owner_alone(folder):
    prepare(folder)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {"authority.key": 0o600, "authority.crt": 0o644, "server.pem": 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_server_does_not_get_its_key(folder):
    prepare(folder)
    key = authority.load(folder).key
    assert authority.private(key) not in (folder / "server.pem").read_bytes()
    assert authority.private(key) not in (folder / "authority.crt").read_bytes()


def test_what_fits_is_left_alone(folder):
    first = prepare(folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    again = prepare(folder, ADDRESSES[:1])  # away from one of its networks
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert (again.fingerprint, again.is_anew) == (first.fingerprint, False)


def test_another_address_at_home_asks_for_a_certificate_and_for_no_authority(folder):
    first = prepare(folder)
    again = prepare(folder, ["172.20.0.9"])
    assert greet(folder, "172.20.0.9")
    assert (again.fingerprint, again.is_anew) == (first.fingerprint, False)


@pytest.mark.parametrize(("addresses", "names"), [(ADDRESSES, ["cellar", "cellar.local"]), (["100.64.3.2"], NAMES)])
def test_what_the_authority_may_not_sign_asks_for_another(folder, addresses, names):
    first = prepare(folder)
    again = prepare(folder, addresses, names)
    assert again.fingerprint != first.fingerprint
    assert again.is_anew
    assert not first.is_anew
    for name in [*addresses, *names]:
        assert greet(folder, name)


def test_a_certificate_that_runs_out_is_renewed(folder, later):
    prepare(folder)
    before = (folder / "server.pem").read_bytes()
    later(365)
    assert (folder / "server.pem").read_bytes() == before
    later(370)
    assert not prepare(folder).is_anew
    assert (folder / "server.pem").read_bytes() != before


def test_an_authority_that_runs_out_is_founded_anew(folder, later):
    prepare(folder)
    later(365 * 10 - 300)
    assert prepare(folder).is_anew


def test_another_authoritys_certificate_is_not_kept(folder, tmp_path):
    prepare(folder)
    prepare(tmp_path / "other")
    (folder / "server.pem").write_bytes((tmp_path / "other" / "server.pem").read_bytes())
    prepare(folder)
    assert greet(folder, NAMES[0])


def test_a_certificate_that_is_rubbish_is_made_anew(folder):
    prepare(folder)
    (folder / "server.pem").write_text("rubbish")
    prepare(folder)
    assert greet(folder, NAMES[0])


@pytest.mark.parametrize("name", ["authority.key", "authority.crt"])
def test_a_damaged_authority_is_told_and_not_replaced_in_silence(folder, name):
    prepare(folder)
    (folder / name).write_text("rubbish")
    with pytest.raises(Trouble, match="damaged"):
        prepare(folder)
    assert (folder / name).read_text() == "rubbish"


def test_a_key_of_another_authority_is_told(folder, tmp_path):
    prepare(folder)
    prepare(tmp_path / "other")
    (folder / "authority.key").write_bytes((tmp_path / "other" / "authority.key").read_bytes())
    with pytest.raises(Trouble, match="damaged"):
        prepare(folder)


def test_phones_take_it(folder):
    """What iPhones ask of every certificate: at most 825 days, for servers, names in the place for names."""
    prepare(folder)
    told = greet(folder, NAMES[0])
    lasts = ssl.cert_time_to_seconds(told["notAfter"]) - ssl.cert_time_to_seconds(told["notBefore"])
    assert lasts <= 825 * 24 * 3600
    assert {value for _, value in told["subjectAltName"]} == set(EVERY)
    shown = authority.load(folder).certificate
    assert shown.subject.rfc4514_string() == "CN=Scorekeeper on kitchen"
    assert (folder / "authority.crt").read_bytes() == shown.public_bytes(Encoding.PEM)

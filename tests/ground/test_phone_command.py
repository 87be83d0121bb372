"""`go.py run --phone`: the addresses for phones, the message, and the settings. No server starts in these tests."""

import os
import socket
from pathlib import Path

import pytest

import go
from tools import boot, home, phone, serve
from tools.authority import Prepared
from tools.steps import Trouble

PREPARED = Prepared(Path("data/tls/server.pem"), "39:70:3D:17:04:AC:5C:8D:0A:DE", False)


@pytest.fixture(autouse=True)
def on_linux(monkeypatch):
    monkeypatch.setattr(home.sys, "platform", "linux")


@pytest.fixture
def set_addresses(monkeypatch):
    """A function that sets the results of the three ways to find an address."""

    def set_addresses(towards=(), by_name=(), of_interfaces=()):
        monkeypatch.setattr(home, "_towards_others", lambda: towards)
        monkeypatch.setattr(home, "_by_name", lambda: by_name)
        monkeypatch.setattr(home, "_of_interfaces", lambda: of_interfaces)

    return set_addresses


def test_the_most_reachable_address_comes_first(set_addresses):
    set_addresses(["192.168.1.5"], ["127.0.1.1", "10.0.0.7"], ["127.0.0.1", "172.17.0.1", "192.168.1.5"])
    assert home.addresses() == ["192.168.1.5", "10.0.0.7", "172.17.0.1"]


def test_only_home_addresses_count(set_addresses):
    set_addresses(["93.184.216.34"], ["169.254.3.4", "127.0.0.1"], ["0.0.0.0", "224.0.0.251"])
    assert home.addresses() == []


def test_the_interfaces_of_this_machine_have_addresses():
    assert "127.0.0.1" in list(home._of_interfaces())


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("Kitchen", ["kitchen", "kitchen.local"]),
        ("kitchen.lan", ["kitchen", "kitchen.local"]),
        ("localhost", []),
        ("my_machine", []),
        ("-", []),
        ("Büro", []),
    ],
)
def test_only_a_valid_host_name_is_used(monkeypatch, host, names):
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert home.names() == names


def test_a_host_name_without_an_address_is_ignored(monkeypatch):
    def fail(name):
        raise socket.gaierror

    monkeypatch.setattr(socket, "gethostbyname_ex", fail)
    assert home._by_name() == []


@pytest.fixture
def started(monkeypatch, tmp_path):
    """A function that runs the command, and returns host, message and environment of the server."""
    monkeypatch.setattr(os, "environ", {"DATABASE_URL": f"sqlite:///{tmp_path}/s.sqlite3", "HTTPS": "1"})
    monkeypatch.setattr(boot, "tool", lambda name: tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for module, name in (
        (go.environment, "ensure"),
        (go.micropython, "ensure"),
        (serve, "migrate"),
        (serve, "collect"),
    ):
        monkeypatch.setattr(module, name, lambda *arguments: None)
    hosts = []
    monkeypatch.setattr(serve, "port", lambda host=serve.HOST: hosts.append(host) or 8000)
    messages = []
    monkeypatch.setattr(serve, "serve", lambda port, message="": messages.append(message) or 0)
    monkeypatch.setattr(home, "names", lambda: ["kitchen", "kitchen.local"])
    monkeypatch.setattr(home, "is_announced", lambda: True)

    def run(*arguments):
        assert go.run(list(arguments)) == 0
        return hosts.pop(), messages.pop(), os.environ

    return run


def test_the_message_has_an_https_address_for_phones(started, set_addresses, tmp_path):
    set_addresses(["192.168.1.5"])
    host, message, environ = started("--phone")
    assert host == serve.EVERYWHERE
    assert "https://192.168.1.5:8000 and https://kitchen.local:8000" in message
    assert "http://192.168.1.5:8001" in message
    assert environ["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1],192.168.1.5,kitchen,kitchen.local"
    assert environ["CERTIFICATE"] == str(tmp_path / "tls" / "server.pem")
    assert "HTTPS" not in environ
    assert (tmp_path / "tls" / "authority.crt").is_file()


def test_without_the_option_only_this_machine_is_served(started, set_addresses):
    set_addresses(["192.168.1.5"])
    host, message, environ = started()
    assert (host, message) == (serve.HOST, "")
    assert not {"ALLOWED_HOSTS", "CERTIFICATE"} & environ.keys()


def test_without_a_network_only_this_machine_is_served(started, set_addresses, capsys):
    set_addresses()
    host, message, environ = started("--phone")
    assert (host, message) == (serve.HOST, "")
    assert "CERTIFICATE" not in environ
    assert phone.NO_NETWORK in capsys.readouterr().out


def test_an_unknown_option_is_refused(started):
    with pytest.raises(Trouble, match="--fone"):
        go.run(["--fone"])


def test_configured_hosts_stay_allowed(monkeypatch):
    monkeypatch.setattr(os, "environ", {"ALLOWED_HOSTS": "scores.example"})
    monkeypatch.setattr(phone, "prepare_certificate", lambda reach: PREPARED)
    phone.configure_https(phone.PhoneReach(["10.0.0.7"], [], Path()), 8000)
    assert os.environ["ALLOWED_HOSTS"] == "scores.example,10.0.0.7"


def test_the_message_mentions_a_replaced_authority():
    reach = phone.PhoneReach(["10.0.0.7"], [], Path())
    assert "trust it once more" not in phone.start_message(reach, PREPARED, 8000)
    replaced = Prepared(PREPARED.certificate, PREPARED.fingerprint, True)
    assert "trust it once more" in phone.start_message(reach, replaced, 8000)
    assert "39:70:3D:17:04:AC:5C:8D." in phone.start_message(reach, replaced, 8000)


@pytest.mark.parametrize(
    ("url", "folder"), [("", "data"), ("sqlite:////srv/x%20y/s.sqlite3", "/srv/x y"), ("postgres://db/s", "data")]
)
def test_certificates_are_stored_beside_the_database(monkeypatch, url, folder):
    monkeypatch.setenv("DATABASE_URL", url)
    assert serve.data_folder() == Path(folder) or serve.data_folder() == serve.ROOT / folder


def test_the_next_port_must_be_free(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setenv("PORT", str(other.getsockname()[1] - 1))
        with pytest.raises(Trouble, match="taken"):
            serve.port(serve.EVERYWHERE)


def test_there_must_be_a_next_port(monkeypatch):
    monkeypatch.setenv("PORT", "65535")
    with pytest.raises(Trouble, match="1 to 65534"):
        serve.port(serve.EVERYWHERE)

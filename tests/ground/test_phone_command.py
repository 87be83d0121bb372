"""`go.py run --phone`: where phones come, what they are told, and what the server is told. Nothing is served here."""

import os
import socket
from pathlib import Path

import pytest

import go
from tools import boot, home, phone, serve
from tools.authority import Prepared
from tools.steps import Trouble

MADE = Prepared(Path("data/tls/server.pem"), "39:70:3D:17:04:AC:5C:8D:0A:DE", False)


@pytest.fixture(autouse=True)
def on_linux(monkeypatch):
    monkeypatch.setattr(home.sys, "platform", "linux")


@pytest.fixture
def found(monkeypatch):
    """What each way of looking finds."""

    def find(towards=(), by_name=(), of_interfaces=()):
        monkeypatch.setattr(home, "_towards_others", lambda: towards)
        monkeypatch.setattr(home, "_by_name", lambda: by_name)
        monkeypatch.setattr(home, "_of_interfaces", lambda: of_interfaces)

    return find


def test_the_address_that_others_reach_comes_first(found):
    found(["192.168.1.5"], ["127.0.1.1", "10.0.0.7"], ["127.0.0.1", "172.17.0.1", "192.168.1.5"])
    assert home.addresses() == ["192.168.1.5", "10.0.0.7", "172.17.0.1"]


def test_only_a_home_counts(found):
    found(["93.184.216.34"], ["169.254.3.4", "127.0.0.1"], ["0.0.0.0", "224.0.0.251"])
    assert home.addresses() == []


def test_the_interfaces_of_this_machine_are_read():
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
def test_the_name_is_one_that_can_be_in_an_address(monkeypatch, host, names):
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert home.names() == names


def test_a_machine_that_does_not_know_itself_is_no_trouble(monkeypatch):
    def fail(name):
        raise socket.gaierror

    monkeypatch.setattr(socket, "gethostbyname_ex", fail)
    assert home._by_name() == []


@pytest.fixture
def started(monkeypatch, tmp_path):
    """What would be served, and with which settings."""
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
    told = []
    monkeypatch.setattr(serve, "serve", lambda port, words="": told.append(words) or 0)
    monkeypatch.setattr(home, "names", lambda: ["kitchen", "kitchen.local"])
    monkeypatch.setattr(home, "is_announced", lambda: True)

    def run(*arguments):
        assert go.run(list(arguments)) == 0
        return hosts.pop(), told.pop(), os.environ

    return run


def test_phones_are_told_an_address_that_they_can_trust(started, found, tmp_path):
    found(["192.168.1.5"])
    host, words, environ = started("--phone")
    assert host == serve.EVERYWHERE
    assert "https://192.168.1.5:8000 and https://kitchen.local:8000" in words
    assert "http://192.168.1.5:8001" in words
    assert environ["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1],192.168.1.5,kitchen,kitchen.local"
    assert environ["CERTIFICATE"] == str(tmp_path / "tls" / "server.pem")
    assert "HTTPS" not in environ
    assert (tmp_path / "tls" / "authority.crt").is_file()


def test_the_usual_start_is_for_this_machine_alone(started, found):
    found(["192.168.1.5"])
    host, words, environ = started()
    assert (host, words) == (serve.HOST, "")
    assert not {"ALLOWED_HOSTS", "CERTIFICATE"} & environ.keys()


def test_without_a_network_it_says_so_and_serves_this_machine(started, found, capsys):
    found()
    host, words, environ = started("--phone")
    assert (host, words) == (serve.HOST, "")
    assert "CERTIFICATE" not in environ
    assert phone.NO_NETWORK in capsys.readouterr().out


def test_anything_else_is_told(started):
    with pytest.raises(Trouble, match="--fone"):
        go.run(["--fone"])


def test_hosts_that_somebody_named_stay(monkeypatch):
    monkeypatch.setattr(os, "environ", {"ALLOWED_HOSTS": "scores.example"})
    monkeypatch.setattr(phone, "prepare", lambda reach: MADE)
    phone.open_to(phone.PhoneReach(["10.0.0.7"], [], Path()), 8000)
    assert os.environ["ALLOWED_HOSTS"] == "scores.example,10.0.0.7"


def test_a_new_authority_is_told():
    reach = phone.PhoneReach(["10.0.0.7"], [], Path())
    assert "trust it once more" not in phone.words(reach, MADE, 8000)
    anew = Prepared(MADE.certificate, MADE.fingerprint, True)
    assert "trust it once more" in phone.words(reach, anew, 8000)
    assert "39:70:3D:17:04:AC:5C:8D." in phone.words(reach, anew, 8000)


@pytest.mark.parametrize(
    ("url", "folder"), [("", "data"), ("sqlite:////srv/x%20y/s.sqlite3", "/srv/x y"), ("postgres://db/s", "data")]
)
def test_certificates_lie_beside_the_database(monkeypatch, url, folder):
    monkeypatch.setenv("DATABASE_URL", url)
    assert serve.data() == Path(folder) or serve.data() == serve.ROOT / folder


def test_the_port_after_has_to_be_free_as_well(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setenv("PORT", str(other.getsockname()[1] - 1))
        with pytest.raises(Trouble, match="taken"):
            serve.port(serve.EVERYWHERE)


def test_there_has_to_be_a_port_after(monkeypatch):
    monkeypatch.setenv("PORT", "65535")
    with pytest.raises(Trouble, match="1 to 65534"):
        serve.port(serve.EVERYWHERE)

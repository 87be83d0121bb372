"""The files for a server agree with each other and with the settings, and their own tools accept them."""

import os
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest
import yaml

from games.imports.source import MOST_BYTES_SENT
from scorekeeper.serve import CONNECTIONS, OTHER_FILES, SILENCE
from tests.conftest import missing
from tools.steps import ROOT

DEPLOY = ROOT / "deploy"
TEXTS = {path.name: path.read_text("utf-8") for path in DEPLOY.iterdir() if path.is_file()}
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SETTINGS = (ROOT / "scorekeeper" / "settings.py").read_text("utf-8")
VARIABLES = set(re.findall(r'env\.\w+\("([A-Z_]+)"', SETTINGS))
OURS = ("web", "migrate")
PORT = "8000"


def load():
    """Import deploy/check, a script without a module name."""
    loader = SourceFileLoader("deploy_check", str(DEPLOY / "check"))
    spec = spec_from_loader(loader.name, loader)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK = load()


# ---- By their tools


@pytest.mark.parametrize(
    ("tool", "commands", "whence"), [check[1:] for check in CHECK.CHECKS], ids=[check[1] for check in CHECK.CHECKS]
)
def test_the_tool_for_each_file_finds_no_problem(tool, commands, whence):
    program = CHECK.find(tool, whence)
    if program is None and whence == "PyPI":
        missing(tool, "Run: deploy/check")
    elif program is None:
        pytest.skip(f"There is no {tool} here (Debian: apt install {whence}).")
    assert CHECK.look(program, commands) == ""


def test_the_output_of_a_failed_tool_is_returned(tmp_path):
    complains = [sys.executable, "-c", "import sys; sys.exit('line 3 is wrong')"]
    assert CHECK.look("any", lambda tool, folder: [[sys.executable, "-c", ""], complains]) == "line 3 is wrong"


def test_an_unknown_option_is_refused():
    result = subprocess.run([sys.executable, DEPLOY / "check", "--biuld"], capture_output=True, text=True)
    assert result.returncode == 2
    assert "--build" in result.stderr


# ---- Containers


def test_the_image_runs_without_root_and_without_building():
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"debian:bookworm-slim"}
    assert re.search(r"^USER [1-9]\d+:[1-9]\d+$", DOCKERFILE, re.MULTILINE)
    served = DOCKERFILE.rpartition("FROM ")[2]
    assert "go.py" not in served
    assert "pip" not in served


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_container_has_no_more_rights_than_it_needs(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert name in OURS or service["user"] not in ("root", "0")


def test_only_this_machine_reaches_the_port():
    assert {name for name, service in COMPOSE["services"].items() if "ports" in service} == {"web"}
    assert COMPOSE["services"]["web"]["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]


def test_no_secret_has_a_default():
    settings = [value for service in COMPOSE["services"].values() for value in service["environment"].items()]
    secrets = [value for name, value in settings if re.search("SECRET_KEY|PASSWORD|DATABASE_URL", name)]
    assert len(secrets) == 6
    assert all(re.search(r"\$\{[A-Z_]+:\?.+\}", value) for value in secrets)


@pytest.mark.parametrize("name", OURS)
def test_containers_have_every_setting(name):
    """The image sets LISTEN. The two others are for servers at home and for development."""
    elsewhere = {"LISTEN", "CERTIFICATE", "DEBUG"}
    assert COMPOSE["services"][name]["environment"].keys() == VARIABLES - elsewhere


# ---- Units and proxies


def test_the_example_has_only_known_settings():
    assert set(re.findall(r"^#? ?([A-Z_]+)=", TEXTS["scorekeeper.env"], re.MULTILINE)) <= VARIABLES


def restrictions(unit):
    """Return the restrictions of a unit: the lines below the first empty line in [Service]."""
    service = TEXTS[unit].partition("\n[Service]\n")[2].partition("\n[")[0]
    return set(service.partition("\n\n")[2].split("\n")) - {""}


def test_the_daily_unit_has_no_more_rights_than_the_server():
    assert len(restrictions("scorekeeper-daily.service")) > 25
    assert restrictions("scorekeeper.service") - restrictions("scorekeeper-daily.service") == {
        f"SocketBindAllow=tcp:{PORT}"
    }


def test_all_files_name_the_same_port():
    assert f"EXPOSE {PORT}\n" in DOCKERFILE
    assert re.findall(r'"scorekeeper\.\w+", "(\d+)"', DOCKERFILE) == [PORT, PORT]
    assert re.findall(r"scorekeeper\.serve (.+)", TEXTS["scorekeeper.service"]) == ["${PORT}"]
    assert re.findall(r"^Environment=PORT=(\d+) ", TEXTS["scorekeeper.service"], re.MULTILINE) == [PORT]
    for proxy in ("nginx.conf", "Caddyfile"):
        assert re.findall(r"127\.0\.0\.1:(\d+)", TEXTS[proxy]) == [PORT]


@pytest.mark.parametrize(
    ("proxy", "limit"), [("nginx.conf", r"client_max_body_size (\d+)m"), ("Caddyfile", r"(\d+)MB")]
)
def test_a_proxy_accepts_the_largest_upload_of_the_server(proxy, limit):
    [most] = re.findall(limit, TEXTS[proxy].partition("8 MB")[2] if proxy == "Caddyfile" else TEXTS[proxy])
    assert MOST_BYTES_SENT < int(most) * 1_000_000 < 2 * MOST_BYTES_SENT


def test_a_proxy_ends_a_silent_connection_before_the_server_does():
    assert int(re.search(r"keepalive_timeout (\d+)s", TEXTS["nginx.conf"])[1]) < SILENCE
    assert int(re.search(r"keepalive (\d+)s", TEXTS["Caddyfile"])[1]) < SILENCE


def test_the_unit_may_open_a_file_for_each_connection():
    [most] = re.findall(r"LimitNOFILE=(\d+)", TEXTS["scorekeeper.service"])
    assert int(most) >= CONNECTIONS + OTHER_FILES


def test_scripts_are_executable():
    for name in ("check", "manage", "port", "update"):
        assert os.access(DEPLOY / name, os.X_OK)

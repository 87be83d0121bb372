"""The checks of scripts: what they find, and what happens without Node."""

import json
import subprocess

import pytest

from tools import checks, npm
from tools.steps import ROOT, Trouble

pytestmark = pytest.mark.fifth


@pytest.fixture
def packages(node):
    if not (ROOT / checks.ESLINT).is_file():
        pytest.skip("The npm packages are missing. Start the tests with: python3 go.py test")


@pytest.mark.parametrize(("ci", "failed"), [("true", [*checks.SCRIPT_CHECKS]), ("", [])])
def test_without_node_scripts_are_left_out_and_in_ci_that_fails(monkeypatch, capsys, ci, failed):
    monkeypatch.setenv("CI", ci)
    assert checks.check_scripts(None) == failed
    assert "NO NODE" in capsys.readouterr().out


def test_a_check_that_fails_does_not_stop_the_next(monkeypatch, capsys, node):
    scripts = {"first": ("-e", "process.exit(1)"), "second": ("-e", ""), "third": ("-e", "process.exit(2)")}
    monkeypatch.setattr(checks, "SCRIPT_CHECKS", scripts)
    assert checks.check_scripts(node) == ["first", "third"]


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("missing();", "no-undef"),
        ("const never = 1;", "no-unused-vars"),
        ("let a; { let a; a = 1; } a = 1;", "no-shadow"),
        ("var a = 1; var a = 2; self.a = a;", "no-redeclare"),
        ("if (self == 1) skipWaiting();", "eqeqeq"),
    ],
)
def test_the_linter_finds(node, packages, source, rule):
    *command, _folder = checks.SCRIPT_CHECKS["style of scripts"]
    options = ["--stdin", "--stdin-filename", "static/worker/some.js", "--format", "json"]
    done = subprocess.run(
        [node, *command, *options], input=source, capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    [report] = json.loads(done.stdout)
    assert rule in {message["ruleId"] for message in report["messages"]}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["worker", "page"])
def test_the_type_check_finds_a_wrong_call(node, packages, tmp_path, kind):
    (tmp_path / "some.js").write_text(
        "export const half = number => number.toFixed();\nconst text = 'a';\ntext.toFixed();\n"
    )
    config = {
        "extends": str(ROOT / "tools" / "javascript" / f"{kind}.tsconfig.json"),
        "include": [str(tmp_path / "some.js")],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    command = [node, checks.TYPESCRIPT, "-p", tmp_path / "tsconfig.json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert "some.js(3,6): error TS2551" in done.stdout


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """The calls of npm, none of which runs."""
    calls = []
    monkeypatch.setattr(npm, "MODULES", tmp_path)
    monkeypatch.setattr(npm, "_system_node", lambda: ("node", ["npm"]))
    monkeypatch.setattr(npm, "_call", lambda _node, _npm, *command: calls.append(command))
    return calls


def test_a_server_installs_no_tools_of_developers(calls):
    npm.install()
    npm.install()
    npm.install(for_developers=True)
    npm.install()
    assert calls == [("ci", "--omit=dev"), ("ci",)]


def test_npm_that_fails_is_reported(monkeypatch):
    monkeypatch.setattr(npm.boot, "call", lambda *_command, **_surroundings: "one\ntwo")
    with pytest.raises(Trouble, match=r"could not install its packages\. Its last words:\none\ntwo"):
        npm._call(ROOT / "node", ["npm"], "ci")

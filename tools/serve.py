"""Prepares the database and the static files, and starts the server."""

import os
import re
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

from tools import environment, game, micropython
from tools.steps import BUILD, LOCKS, ROOT, Stamp, Trouble, step

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def port(host: str = HOST) -> int:
    """Return the port to serve on. A port that is invalid or in use is an error."""
    text = os.environ.get("PORT") or "8000"
    most = 65535 if host == HOST else 65534
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= most):
        raise Trouble(f"PORT must be a number from 1 to {most}, not {text!r}.")
    _require_free(host, int(text))
    if host != HOST:
        _require_free(host, int(text) + 1)  # for the page that explains phones how to trust the server
    return int(text)


def _require_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        if os.name != "nt":  # otherwise the connections of a server that has just stopped would block the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise Trouble(f"Port {port} needs rights you do not have here. Try PORT=8000.") from None
        except OSError:
            raise Trouble(f"Port {port} is taken. Choose another one: PORT={port + 1}") from None


def level() -> str:
    return "postgres" if _url().startswith("postgres") else "app"


def migrate() -> None:
    """Run the migrations, unless neither the database nor the migrations have changed since the last start."""
    stamp = _migration_stamp()
    if stamp and stamp.is_current():
        return
    with step("Preparing the database"):
        manage("migrate", "--verbosity=0", "--no-input")
    if stamp := _migration_stamp():
        stamp.write()


def collect() -> None:
    """Collect the static files, then build the worker, which contains their hashed names."""
    folder = BUILD / "static"
    files = [ROOT / "static", ROOT / "docs" / "pictures", micropython.FOLDER]
    programs = [
        ROOT / "scorekeeper" / "settings.py",
        *(ROOT / "games" / "bundle" / name for name in ("static_files.py", "strip.py")),
    ]
    stamp = Stamp(BUILD / "static.stamp", LOCKS / "app.lock", *programs, *files)
    if not (stamp.is_current() and folder.is_dir()):
        with step("Collecting the static files"):
            manage("collectstatic", "--verbosity=0", "--no-input", "--clear")
            stamp.write()
    sources = [ROOT / name for name in ("games", "scorekeeper", "templates")]
    switched = str(os.environ.get("SCOREKEEPER_WORKER"))
    worker = Stamp(BUILD / "worker.stamp", stamp.digest, switched, plugin_games(), *sources, BUILD / "locale")
    if not (worker.is_current() and (folder / "worker").is_dir()):
        with step("Packing what phones run"):
            manage("pack")
            worker.write()
    findings = folder / "worker" / "findings.txt"  # games/bundle/files.py
    if findings.is_file() and (sentences := findings.read_text("utf-8")):
        print(sentences, end="", flush=True)


def serve(port: int, message: str = "") -> int:
    print(message or f"Scorekeeper is at http://{HOST}:{port} (Ctrl+C stops it)", flush=True)
    server = command(port, str(environment.PYTHON))
    if os.name == "nt":  # on Windows exec would leave this process and its console behind
        return subprocess.run(server).returncode
    os.execv(server[0], server)


def command(port: int, python: str) -> list[str]:
    return [python, "-m", "scorekeeper.serve", str(port)]


def data_folder() -> Path:
    """Return the folder with the data that must not be lost: the one of the database, if that is a file."""
    scheme, _, path = _url().partition(":///")
    return Path(unquote(path)).parent if scheme == "sqlite" else ROOT / "data"


def plugin_games() -> str:
    """Return the plug-in games with their contents, which phones get, too."""
    return "\0".join(f"{path.name}\0{path.read_bytes()!r}" for path in sorted(game.plugin_folder().glob("*.py")))


def _url() -> str:
    return os.environ.get("DATABASE_URL") or "sqlite:///data/scorekeeper.sqlite3"


def _migration_stamp() -> Stamp | None:
    """Return a stamp over our migrations and those that the database has applied. Return None without SQLite."""
    scheme, _, path = _url().partition(":///")
    if scheme != "sqlite":
        return None
    applied = _applied_migrations(Path(unquote(path)))
    migrations = sorted(ROOT.glob("games/**/migrations"))
    rows = ROOT / "games" / "store" / "readmodels.py"  # a migration rebuilds older rows
    return Stamp(BUILD / "database.stamp", _url(), str(applied), LOCKS / "app.lock", rows, *migrations)


def _applied_migrations(database: Path) -> list[tuple[str, str]] | None:
    """Return the migrations that the database has applied. A database restored from a backup may have fewer."""
    if not database.is_file():
        return None
    try:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    except sqlite3.Error:
        return None


def manage(*arguments: str) -> str:
    """Run a command of Django. Return its output."""
    command = [str(environment.PYTHON), "manage.py", *arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        reasons = re.findall(r"^[\w.]+: (.+)", result.stdout, re.MULTILINE) or ["Django could not do this."]
        raise Trouble(f"{reasons[-1]}\nFull output: python3 go.py manage {arguments[0]}")
    return result.stdout

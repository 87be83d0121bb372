"""A server with a year of matches in it, for whoever wants to look before they play."""

import os
from urllib.parse import quote

from tools import serve
from tools.steps import ROOT, step

FOLDER = ROOT / "data" / "demo"
# Not the usual name of this machine: what the browser keeps for your own scores (who you are, and what waits to be sent) is
# kept by the name of the server, whatever its port.
HOST = "localhost"


def keep_apart() -> None:
    """Your own scores are not touched: it has a database and a key of its own."""
    os.environ["DATABASE_URL"] = "sqlite:///" + quote((FOLDER / "scorekeeper.sqlite3").as_posix(), safe="/:")


def fill(port: int) -> str:
    """What is told once it is there: the link that opens it comes last."""
    with step("Dealing a year of matches"):
        said = serve.manage("demo", f"--at=http://{HOST}:{port}")
    return f"{said.rstrip()}\nScorekeeper is at http://{HOST}:{port} (Ctrl+C stops it)"

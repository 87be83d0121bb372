"""A server with a year of matches, for people who want to look before they play."""

import os
from urllib.parse import quote

from tools import serve
from tools.steps import ROOT, step

FOLDER = ROOT / "data" / "demo"
# A browser stores keys and unsent events by the name of the server, whatever its port. So the demo has another name than
# the server with your own scores.
HOST = "localhost"


def use_demo_database() -> None:
    """Set another database, and with it another secret key, so that your own scores are not touched."""
    os.environ["DATABASE_URL"] = "sqlite:///" + quote((FOLDER / "scorekeeper.sqlite3").as_posix(), safe="/:")


def fill(port: int) -> str:
    """Create the matches. Return the message for the terminal, with the link that opens them."""
    with step("Dealing a year of matches"):
        output = serve.manage("demo", f"--at=http://{HOST}:{port}")
    return f"{output.rstrip()}\nScorekeeper is at http://{HOST}:{port} (Ctrl+C stops it)"

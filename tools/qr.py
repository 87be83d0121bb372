"""Draws a QR code in a terminal: two rows of squares per line, black on white in every colour scheme."""

import os
import sys

import segno

QUIET = 4  # white squares on each side, which scanners need
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def is_drawable() -> bool:
    """Return whether the output is a terminal that has the characters."""
    try:
        "".join(HALVES.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeError:
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def lines(text: str) -> list[str]:
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(HALVES[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs]


def draw(text: str) -> str:
    if sys.platform == "win32":
        os.system("")  # enables colours in the console
    return "\n".join(f"{BLACK_ON_WHITE}{line}{PLAIN}" for line in lines(text))

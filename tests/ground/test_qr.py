"""A scanner can read the QR code in the terminal."""

import segno

from tools import qr

ADDRESS = "https://192.168.178.125:8000"
SQUARES = {character: pair for pair, character in qr.HALVES.items()}


def squares(lines):
    """Return the squares of these characters, without the white border."""
    rows = []
    for line in lines:
        rows += [list(row) for row in zip(*(SQUARES[character] for character in line), strict=True)]
    assert not any(map(any, rows[: qr.QUIET]))
    end = len(rows[0]) - qr.QUIET
    assert not any(map(any, rows[end:]))
    assert not any(any(row[: qr.QUIET] + row[end:]) for row in rows)
    return [row[qr.QUIET : end] for row in rows[qr.QUIET : end]]


def test_the_code_contains_the_address():
    assert squares(qr.lines(ADDRESS)) == [list(row) for row in segno.make_qr(ADDRESS, error="m").matrix]


def test_the_code_fits_a_small_terminal():
    assert len(qr.lines(ADDRESS)) < 20
    assert max(map(len, qr.lines(ADDRESS))) < 40


def test_every_line_is_black_on_white():
    for line in qr.draw(ADDRESS).splitlines():
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")


def test_without_a_terminal_no_code_is_drawn(capsys):
    assert not qr.is_drawable()

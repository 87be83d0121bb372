"""The code in the terminal is the one that a scanner reads."""

import segno

from tools import qr

ADDRESS = "https://192.168.178.125:8000"
SQUARES = {drawn: pair for pair, drawn in qr.HALVES.items()}


def seen(lines):
    """The squares that these characters show, without the white around them."""
    rows = []
    for line in lines:
        rows += [list(row) for row in zip(*(SQUARES[one] for one in line), strict=True)]
    assert not any(map(any, rows[: qr.QUIET]))
    end = len(rows[0]) - qr.QUIET
    assert not any(map(any, rows[end:]))
    assert not any(any(row[: qr.QUIET] + row[end:]) for row in rows)
    return [row[qr.QUIET : end] for row in rows[qr.QUIET : end]]


def test_it_shows_the_address():
    assert seen(qr.lines(ADDRESS)) == [list(row) for row in segno.make_qr(ADDRESS, error="m").matrix]


def test_it_fits_every_terminal():
    assert len(qr.lines(ADDRESS)) < 20
    assert max(map(len, qr.lines(ADDRESS))) < 40


def test_it_is_black_on_white_whatever_the_terminal_is():
    for line in qr.drawn(ADDRESS).splitlines():
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")


def test_a_file_gets_none(capsys):
    assert not qr.is_drawable()

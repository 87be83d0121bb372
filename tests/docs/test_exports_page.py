"""The page about exports names every format there is, and no other."""

import re

from django.core.management import load_command_class

from games.export.formats import FORMATS
from games.export.streams import STREAMS
from games.imports import matches, preview, source
from tests.docs import markdown

PAGE = markdown.page("exports.md")


def named(rows: list[list[str]]) -> list[str]:
    return [key for first, *_rest in rows for key in markdown.codes(first)]


def test_every_format_is_in_its_table() -> None:
    of_one, of_a_period, _measured = (rows for _head, rows in markdown.tables(PAGE))
    assert named(of_one) == sorted((one.key for one in FORMATS), key=named(of_one).index)
    assert named(of_a_period) == sorted((one.key for one in STREAMS), key=named(of_a_period).index)


def test_the_api_page_names_them_too() -> None:
    rows = markdown.page("api.md").splitlines()
    for address, every in (("matches/{match}/export/", FORMATS), ("circles/{circle}/export/", STREAMS)):
        [row] = [row for row in rows if row.startswith("|") and address in row]
        assert set(re.findall(r"`([\w-]+)`", row.split("|")[3])) >= {one.key for one in every}


def test_the_commands_are_those_there_are() -> None:
    [(_language, text), (_other, brought)] = markdown.blocks(PAGE)
    forms = {one.key for one in (*FORMATS, *STREAMS)} | {"log"}
    for line in re.findall(r"manage.py export (.+?)(?: \||$)", text, re.MULTILINE):
        what, _which, form, *_more = line.split()
        assert what in ("match", "evening", "circle")
        assert form in forms
    parser = load_command_class("games", "import").create_parser("manage.py", "import")
    lines = re.findall(r"manage.py import (.+)$", brought, re.MULTILINE)
    assert len([parser.parse_args(line.split()) for line in lines]) == 3


def test_its_limits_are_those_there_are() -> None:
    assert (
        f"{source.MOST_SENT // 1_000_000} megabytes and {preview.MOST_SENT:,} entries, {preview.MOST_OF_A_MATCH} of them"
        in PAGE
    )
    assert f"**{matches.MOST:,} rounds** at most" in PAGE

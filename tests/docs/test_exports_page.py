"""docs/exports.md lists exactly the formats that exist."""

import re

from django.core.management import load_command_class

from games.export.formats import FORMATS
from games.export.streams import STREAMS
from games.imports import matches, preview, source
from tests.docs import markdown

PAGE = markdown.page("exports.md")


def keys_in(rows: list[list[str]]) -> list[str]:
    return [key for first, *_rest in rows for key in markdown.codes(first)]


def test_every_format_is_in_its_table() -> None:
    of_a_match, of_a_period = (rows for head, rows in markdown.tables(PAGE) if head[0] == "format")
    assert keys_in(of_a_match) == sorted((form.key for form in FORMATS), key=keys_in(of_a_match).index)
    assert keys_in(of_a_period) == sorted((form.key for form in STREAMS), key=keys_in(of_a_period).index)


def test_the_api_page_lists_every_format() -> None:
    rows = markdown.page("api.md").splitlines()
    for address, forms in (("matches/{match}/export/", FORMATS), ("circles/{circle}/export/", STREAMS)):
        [row] = [row for row in rows if row.startswith("|") and address in row]
        assert set(re.findall(r"`([\w-]+)`", row.split("|")[3])) >= {form.key for form in forms}


def test_every_command_is_valid() -> None:
    [(_language, exports), (_other, imports)] = markdown.blocks(PAGE)
    forms = {form.key for form in (*FORMATS, *STREAMS)} | {"log"}
    for line in re.findall(r"manage.py export (.+?)(?: \||$)", exports, re.MULTILINE):
        kind, _id, form, *_more = line.split()
        assert kind in ("match", "evening", "circle")
        assert form in forms
    parser = load_command_class("games", "import").create_parser("manage.py", "import")
    lines = re.findall(r"manage.py import (.+)$", imports, re.MULTILINE)
    assert len([parser.parse_args(line.split()) for line in lines]) == 3


def test_the_limits_are_those_of_the_code() -> None:
    assert (
        f"{source.MOST_BYTES_SENT // 1_000_000} megabytes and {preview.MOST_ENTRIES_SENT:,} entries, {preview.MOST_OF_A_MATCH} of them"
        in PAGE
    )
    assert f"**{matches.MOST:,} rounds** at most" in PAGE

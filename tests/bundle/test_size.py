"""A first visit sends at most 300 KB in each language: 307,200 bytes. A failure says which parts have grown.

The files of games come after it. They are small, so that a game that someone chooses at once is there soon.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from benchmarks.sent import GAMES, kind_of
from games.bundle import worker
from games.bundle.static_files import STRIPPERS
from tests.web.conftest import PSEUDO

LIMIT = 300 * 1024
LIMIT_OF_GAME = 8_000
LARGEST = "el"  # the language with the most bytes; the others are tested with --long

# The bytes of Greek when they were written down. They only explain a failure.
USUAL = {
    "the interpreter": 116_700,
    "what it runs": 97_000,
    "the worker and the interpreter's loader": 37_100,
    "htmx": 15_000,
    "our scripts": 18_600,
    "the look": 12_100,
    "pictures": 4_300,
    "the page": 3_200,
    "the worker's script": 2_100,
}


def compressed_size(content: bytes) -> int:
    return len(brotli.compress(content))


@cache
def static_size(name: str) -> int:
    path = finders.find(name)
    assert isinstance(path, str), name
    content = Path(path).read_bytes()
    if Path(path).is_relative_to(settings.BASE_DIR / "static") and (strip := STRIPPERS.get(name.rpartition(".")[2])):
        content = strip(content.decode()).encode()
    return compressed_size(content)


def first_visit(language: str) -> dict[str, int]:
    """Return the compressed bytes of the home page, of its files and of its worker, by kind."""
    client = Client(headers={"accept-language": language})
    page, script = client.get("/"), client.get("/sw.js")
    sizes = {"/": compressed_size(page.content), "/sw.js": compressed_size(script.content)}
    configuration = json.loads(re.match(r"self.configuration = (.+);\n", script.text)[1])  # type: ignore[index]
    later = {address.rpartition("/")[2] for address in configuration["games"]}
    sizes |= {
        f"/phone/{file.name}": len(file.brotli) for file in worker.build_for(language).files if file.name not in later
    }
    assert not {*configuration["games"]} & {*configuration["files"]}
    for address in {*re.findall(r'(?:href|src)="([^"#?]+)', page.text), *configuration["files"]}:
        if address.startswith(settings.STATIC_URL):
            sizes[address] = static_size(address.removeprefix(settings.STATIC_URL))
    kinds: dict[str, int] = {}
    for address, size in sizes.items():
        kinds[kind_of(address)] = kinds.get(kind_of(address), 0) + size
    return kinds


def game_sizes(language: str) -> dict[str, int]:
    """Return the compressed bytes of each game's file, by its module."""
    files = worker.build_for(language).files
    return {file.name.split(".")[1]: len(file.brotli) for file in files if kind_of(f"/phone/{file.name}") == GAMES}


def explained(language: str, kinds: dict[str, int]) -> str:
    lines = [f"A first visit in {language} sends {sum(kinds.values()):,} bytes of {LIMIT:,}:"]
    for kind, size in sorted(kinds.items(), key=lambda item: USUAL[item[0]] - item[1]):
        lines.append(f"  {kind}: {size:,}, {size - USUAL[kind]:+,}")
    return "\n".join(lines)


@pytest.mark.fifth
@pytest.mark.django_db
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(code, marks=[] if code == LARGEST else pytest.mark.long)
        for code, _name in settings.LANGUAGES
        if code != PSEUDO  # its texts are longer on purpose, and nobody visits in it
    ],
)
def test_a_first_visit_is_small_in_each_language(language: str, interpreter: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "WORKER", True)
    kinds = first_visit(language)
    assert kinds.keys() == USUAL.keys()
    assert sum(kinds.values()) <= LIMIT, explained(language, kinds)
    sizes = game_sizes(language)
    print(f"Then come {sum(sizes.values()):,} bytes of games:", sizes)
    assert max(sizes.values()) <= LIMIT_OF_GAME


def test_a_failure_says_what_has_grown() -> None:
    kinds = USUAL | {"our scripts": USUAL["our scripts"] + 40_000}
    assert explained("el", kinds).splitlines()[:2] == [
        f"A first visit in el sends {sum(USUAL.values()) + 40_000:,} bytes of 307,200:",
        f"  our scripts: {kinds['our scripts']:,}, +40,000",
    ]

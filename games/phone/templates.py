"""The table's templates for the phone: the Python that Jinja2's own compiler makes of them."""

import re
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, meta

from scorekeeper import jinja

FOLDER = Path(__file__).resolve().parents[2] / "templates"
TABLE = "table"

# What the compiler writes, and what the phone is sent instead.
CHANGES = (
    (r"^from jinja2\.runtime import ", "from games.phone.jinja.runtime import "),
    # A template may be nothing but blocks. MicroPython drops what is never run; then this would yield nothing.
    (r"^    if 0: yield None$", "    yield from ()"),
    # What a template misses is found by the tests.
    (r"^( *)try:\n *(t_\d+ = environment\.\w+\['\w+'\]\n)\1except KeyError:\n(?:\1    .*\n)+", r"\1\2"),
    # No function on the phone asks what a loop or a block knows.
    (r", _(?:loop|block)_vars=_(?:loop|block)_vars\b", ""),
    (r"^ *_(?:loop|block)_vars(?: = \{\}|\['\w+'\] = .*|\.update\(.*)\n", ""),
    (r"^( *)pass\n(?=\1\S)", ""),
    (r"^debug_info = .*$", ""),
    (r"^(    )+", lambda found: " " * (len(found[0]) // 4)),
)


def compiled() -> dict[str, str]:
    """The templates of the table and all that they use: name and source."""
    environment = jinja.plain(loader=FileSystemLoader(FOLDER))
    names = [path.relative_to(FOLDER).as_posix() for path in (FOLDER / TABLE).rglob("*.html")]
    return {name: compile_template(environment, name) for name in reached(environment, names)}


def reached(environment: Environment, names: Iterable[str]) -> list[str]:
    """These, and those they extend, include and import."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            named = meta.find_referenced_templates(environment.parse(text(environment, name), name))
            waiting += [other for other in named if other is not None]  # None: only worked out when it is rendered
    return sorted(found)


def text(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def compile_template(environment: Environment, name: str) -> str:
    source = environment.compile(text(environment, name), name, raw=True)
    for pattern, instead in CHANGES:
        source = re.sub(pattern, instead, source, flags=re.MULTILINE)
    return source

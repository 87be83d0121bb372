"""Each page names all scripts that it needs, so that browsers ask for them at once and phones have them without a network."""

import re

import pytest
from django.conf import settings
from jinja2 import FileSystemLoader

from games.bundle import templates
from games.bundle.modules import load_modules
from scorekeeper import jinja

FOLDER = settings.BASE_DIR / "static" / "page"
ENVIRONMENT = jinja.base_environment(loader=FileSystemLoader(templates.FOLDER))
NAMED = re.compile(r"asset\('page/([\w-]+\.js)'\)")
# A template whose name begins like this is part of others.
WHOLE = [
    path.relative_to(templates.FOLDER).as_posix()
    for path in sorted(templates.FOLDER.rglob("*.html"))
    if not path.name.startswith("_")
]


def scripts(name: str) -> set[str]:
    return {script for part in templates.reached(ENVIRONMENT, [name]) for script in NAMED.findall(source(part))}


def source(name: str) -> str:
    return (templates.FOLDER / name).read_text("utf-8") if (templates.FOLDER / name).is_file() else ""


def read(module: str) -> str:
    return (FOLDER / module).read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in WHOLE if scripts(name)])
def test_a_page_names_every_script_that_its_scripts_import(name: str) -> None:
    named = scripts(name)
    assert {module for script in named for module in load_modules(script, read)} == named


def test_each_script_is_named_by_a_page() -> None:
    assert {script for name in WHOLE for script in scripts(name)} == {path.name for path in FOLDER.glob("*.js")}

"""What templates may call on the phone: the same as Django's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.pages.routes import reverse
from games.phone.jinja.environment import Environment
from games.phone.language import Language
from games.rules import words

if TYPE_CHECKING:
    from games.rules.words import Words

# Where the worker puts the bundle.
TEMPLATES = "/templates/"
CATALOGUE = "/catalogue.json"
ASSETS = "/assets.json"


def environment() -> Environment:
    language = Language(json.loads(read(CATALOGUE)))
    assets: dict[str, str] = json.loads(read(ASSETS))

    def asset(name: str) -> str:
        return assets[name]

    def url(_name: str, **args: str) -> str:
        return reverse(_name, args)

    def say(said: Words | str) -> str:
        return words.translate(said, language.gettext)

    made = Environment(lambda name: read(TEMPLATES + name))
    made.install_gettext_callables(language.gettext, language.ngettext)
    made.globals.update({"asset": asset, "url": url, "say": say, "language": lambda: language.name})
    return made


def read(path: str) -> str:
    with open(path) as file:
        return file.read()

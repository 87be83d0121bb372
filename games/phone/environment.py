"""The globals of templates on the phone: the same as on the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.display.dates import in_words
from games.pages.languages import locale, menu_language
from games.pages.request import reverse
from games.phone.jinja.environment import Environment
from games.phone.language import Language
from games.rules import words

if TYPE_CHECKING:
    from games.rules.words import Words

# The worker stores the bundle at these paths.
TEMPLATES = "/templates/"
CATALOGUE = "/catalogue.json"
ASSETS = "/assets.json"


def build_environment() -> Environment:
    language = Language(json.loads(read(CATALOGUE)))
    assets: dict[str, str] = json.loads(read(ASSETS))

    def asset(name: str) -> str:
        return assets[name]

    def url(_name: str, **args: str) -> str:
        return reverse(_name, args)

    def translate(text: Words | str) -> str:
        return words.translate(text, language.gettext)

    environment = Environment(lambda name: read(TEMPLATES + name))
    environment.install_gettext_callables(language.gettext, language.ngettext)
    environment.globals.update({"asset": asset, "url": url, "say": translate})
    environment.globals.update({"in_words": lambda moment: translate(in_words(moment))})
    environment.globals.update(
        {"language": lambda: menu_language(language.name), "locale": lambda: locale(language.name)}
    )
    return environment


def read(path: str) -> str:
    with open(path) as file:
        return file.read()

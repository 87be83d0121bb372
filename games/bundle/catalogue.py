"""The texts of the phone's programs and templates with plurals, and their translations to one language.

Other texts are translated in the programs and templates themselves. A catalogue with them would translate the name of a game
once more where it is also the English name of something else: the game Hearts is no suit.
"""

import ast
import gettext
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django import conf
from django.apps import apps
from django.conf import settings
from django.utils.translation import to_locale

from games.bundle import plurals
from games.bundle.cache import cached

Texts = dict[str, list[str]]  # the forms of each text

RULE = re.compile(r"plural\s*=\s*([^;]+)")


def catalogue(language: str, texts: set[str]) -> dict[str, Any]:
    """Return the catalogue of a language as the phone reads it. A text without translation stays English."""
    translated: Texts = {}
    rule = "n != 1"
    for path in locale_folders():
        loaded = gettext.translation("django", path, [to_locale(language)], fallback=True)
        translated |= translations(loaded, texts)
        match = RULE.search(loaded.info().get("plural-forms", ""))
        rule = match[1] if match else rule
    # Texts and translations apart, because they compress better.
    texts_and_translations = [[*part] for part in zip(*sorted(translated.items()), strict=True)] or [[], []]
    return {"language": language, "plural": plurals.python(rule), "texts": texts_and_translations}


def locale_folders() -> list[Path]:
    """Return the folders in Django's order, so that later ones win: Django's own, those of apps, ours."""
    apps_own = [Path(app.path) / "locale" for app in reversed(list(apps.get_app_configs()))]
    return [Path(conf.__file__).parent / "locale", *apps_own, *map(Path, reversed(settings.LOCALE_PATHS))]


def translations(loaded: gettext.NullTranslations, texts: set[str]) -> Texts:
    """Return the forms of the texts that have plurals."""
    forms: dict[str, dict[int, str]] = {}
    # gettext has no public access to all translations. Django reads the same attribute.
    known: dict[str | tuple[str, int], str] = getattr(loaded, "_catalog", {})
    for key, translation in known.items():
        if isinstance(key, tuple) and key[0] in texts:
            forms.setdefault(key[0], {})[key[1]] = translation
    return {text: [numbered[number] for number in sorted(numbered)] for text, numbered in forms.items()}


def used_texts(sources: Iterable[str]) -> set[str]:
    """Return every string in these programs, so that the phone gets no other translations."""
    return {text for source in sources for text in texts_of(source)}


def texts_of(source: str) -> list[str]:
    def find() -> str:
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
        return json.dumps(sorted({node.value for node in nodes if isinstance(node.value, str) and node.value}))

    return list(json.loads(cached("texts", source, calculate=find)))

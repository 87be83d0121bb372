"""What the phone says in one language: the texts of its programs and templates, and their translations."""

import ast
import gettext
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django import conf
from django.apps import apps
from django.conf import settings
from django.utils.translation import to_locale

from games.bundle import plurals

Texts = dict[str, str | list[str]]

RULE = re.compile(r"plural\s*=\s*([^;]+)")


def catalogue(language: str, texts: set[str]) -> dict[str, Any]:
    """As the phone is sent it; without one English is spoken."""
    found: Texts = {}
    rule = "n != 1"
    for path in folders():
        read = gettext.translation("django", path, [to_locale(language)], fallback=True)
        found |= translations(read, texts)
        written = RULE.search(read.info().get("plural-forms", ""))
        rule = written[1] if written else rule
    return {"language": language, "plural": plurals.python(rule), "texts": dict(sorted(found.items()))}


def folders() -> list[Path]:
    """As Django asks them: ours hold before those of apps, and both before its own."""
    apps_own = [Path(app.path) / "locale" for app in reversed(list(apps.get_app_configs()))]
    return [Path(conf.__file__).parent / "locale", *apps_own, *map(Path, reversed(settings.LOCALE_PATHS))]


def translations(read: gettext.NullTranslations, texts: set[str]) -> Texts:
    """A translation for each text that has one; a list of forms where there are several."""
    found: Texts = {}
    forms: dict[str, dict[int, str]] = {}
    # What has been read is nowhere offered whole; Django helps itself in the same way.
    known: dict[str | tuple[str, int], str] = getattr(read, "_catalog", {})
    for key, said in known.items():
        if isinstance(key, tuple):
            forms.setdefault(key[0], {})[key[1]] = said
        else:
            found[key] = said
    for text, numbered in forms.items():
        found[text] = [numbered[number] for number in sorted(numbered)]
    return {text: said for text, said in found.items() if text in texts}


def used_texts(sources: Iterable[str]) -> set[str]:
    """Every text in these programs: what is never said on the phone need not be sent there."""
    return {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value
    }

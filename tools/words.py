"""Gathers every text for people, updates the languages, and builds the pseudo-language. Runs inside the environment.

In the pseudo-language a text is accented, longer and in brackets, and can still be read. A text in plain English was never
marked for translation. A text that does not fit would not fit in German, either.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from tools import languages
from tools.steps import BUILD, ROOT

SOURCES = (
    ("games", "**.py", "python"),
    ("scorekeeper", "**.py", "python"),
    ("templates", "**.html", "jinja2"),
    ("templates", "**.txt", "jinja2"),  # mails
)
OPTIONS = {  # must agree with scorekeeper/jinja.py, or a text is looked up by another key than it was gathered by
    "jinja2": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}
}
KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_lazy": None, "ngettext_lazy": (1, 2)}

TEXTS = BUILD / "messages.pot"
FOLDER = Path("en_XA", "LC_MESSAGES")

LONGER = 0.4
PLACEHOLDER = re.compile(r"(%{1,2}\(\w+\)[a-z]|%%|<[^>]*>|&#?\w+;)")  # placeholders and markup
ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)


def gather() -> Catalog:
    """Return every marked text with its places."""
    catalog = Catalog(project="Scorekeeper", charset="utf-8", fuzzy=False)
    for folder, pattern, method in SOURCES:
        messages = extract_from_dir(
            ROOT / folder, [(pattern, method)], {pattern: OPTIONS.get(method, {})}, KEYWORDS, ["Translators:"]
        )
        for name, line, text, comments, context in messages:
            catalog.add(text, locations=[(f"{folder}/{name}", line)], auto_comments=comments, context=context)
    return catalog


def pseudo(text: str) -> str:
    """Return a text as the pseudo-language has it: "Tricks" becomes "⟦Ţŕîçķš··⟧"."""
    return f"⟦{''.join(lengthen(text))}⟧"


def lengthen(text: str) -> Iterator[str]:
    """Yield a text in parts, with dots behind each word, so that lines break at the same places."""
    owed = 0.0
    for part in PLACEHOLDER.split(text):
        if PLACEHOLDER.fullmatch(part):
            yield part
            continue
        for word in re.split(r"(\s+)", part):
            owed += LONGER * len(word.strip())
            dots = 0 if word.isspace() else round(owed)
            owed -= dots
            yield word.translate(ACCENTS) + "·" * dots


def pseudo_catalog(texts: Catalog) -> Catalog:
    catalog = Catalog(locale="en", project="Scorekeeper", charset="utf-8", fuzzy=False)
    for message in texts:
        if message.id:
            translation = pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))
            catalog.add(message.id, translation, context=message.context)
    return catalog


def write(catalog: Catalog, locale: Path) -> None:
    """Write the file for Django. Django's own compiler would need GNU gettext."""
    (locale / FOLDER).mkdir(parents=True, exist_ok=True)
    with open(locale / FOLDER / "django.mo", "wb") as file:
        write_mo(file, catalog)


def main() -> None:
    texts = gather()
    TEXTS.parent.mkdir(parents=True, exist_ok=True)
    with open(TEXTS, "wb") as file:
        write_po(file, texts, sort_by_file=True)
    write(pseudo_catalog(texts), languages.FOLDER)
    print(
        f"{len(texts)} texts, all of them in {TEXTS.relative_to(ROOT)}. Browsers that ask for en-XA get the pseudo-language."
    )
    for name, count in languages.update_languages(TEXTS).items():
        print(f"{languages.source(name).relative_to(ROOT)}: {count or 'none'} of them without a translation")
    languages.compile_languages()


if __name__ == "__main__":
    main()

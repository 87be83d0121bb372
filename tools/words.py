"""Gathers every text for people, brings the languages up to date, and makes the pseudo-language. Runs inside the environment.

In the pseudo-language a text is accented, longer and in brackets, and can still be read. What a page shows
in plain English then was never marked for translation; what does not fit would not fit in German either.
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
OPTIONS = {  # as scorekeeper/jinja.py reads them, or a text is looked up by another name than it was gathered by
    "jinja2": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}
}
KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_lazy": None, "ngettext_lazy": (1, 2)}

TEXTS = BUILD / "messages.pot"
FOLDER = Path("en_XA", "LC_MESSAGES")

LONGER = 0.4
KEPT = re.compile(r"(%{1,2}\(\w+\)[a-z]|%%|<[^>]*>|&#?\w+;)")  # placeholders and markup
ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)


def gather() -> Catalog:
    """Every text that is marked, with the places it stands at."""
    catalog = Catalog(project="Scorekeeper", charset="utf-8", fuzzy=False)
    for folder, pattern, method in SOURCES:
        found = extract_from_dir(
            ROOT / folder, [(pattern, method)], {pattern: OPTIONS.get(method, {})}, KEYWORDS, ["Translators:"]
        )
        for name, line, text, comments, context in found:
            catalog.add(text, locations=[(f"{folder}/{name}", line)], auto_comments=comments, context=context)
    return catalog


def pseudo(text: str) -> str:
    """Tricks: ⟦Ţŕîçķš···⟧"""
    return f"⟦{''.join(strange(text))}⟧"


def strange(text: str) -> Iterator[str]:
    """Piece by piece: each word grows a little, so that lines still break where they would."""
    owed = 0.0
    for piece in KEPT.split(text):
        if KEPT.fullmatch(piece):
            yield piece
            continue
        for word in re.split(r"(\s+)", piece):
            owed += LONGER * len(word.strip())
            dots = 0 if word.isspace() else round(owed)
            owed -= dots
            yield word.translate(ACCENTS) + "·" * dots


def pseudo_catalog(texts: Catalog) -> Catalog:
    catalog = Catalog(locale="en", project="Scorekeeper", charset="utf-8", fuzzy=False)
    for message in texts:
        if message.id:
            said = pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))
            catalog.add(message.id, said, context=message.context)
    return catalog


def write(catalog: Catalog, locale: Path) -> None:
    """Where Django finds it: its own compiler would need GNU gettext."""
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
    for name, count in languages.bring_up_to_date(TEXTS).items():
        print(f"{languages.source(name).relative_to(ROOT)}: {count or 'none'} of them without a translation")
    languages.make()


if __name__ == "__main__":
    main()

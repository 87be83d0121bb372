"""Languages of the tests: the pseudo-language, and a language with four plural forms."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from tools import words

PSEUDO, SLOVENE = "en-xa", "sl"


def gather(folder: Path) -> Catalog:
    """Return the texts of these templates and of the project."""
    texts = words.gather()
    for _name, _line, text, _comments, context in extract_from_dir(
        folder, [("**.html", "jinja2")], {"**.html": words.OPTIONS["jinja2"]}, words.KEYWORDS
    ):
        texts.add(text, context=context)
    return texts


def slovene(texts: Catalog) -> Catalog:
    """Return a catalogue in which every plural form has its number."""
    catalog = Catalog(locale="sl", charset="utf-8", fuzzy=False)
    assert catalog.num_plurals == 4
    for message in texts:
        if isinstance(message.id, tuple):
            _singular, plural = message.id
            catalog.add(message.id, [f"{form}. {plural}" for form in range(4)])
        elif message.id and len(message.id) % 2:  # some have no translation
            catalog.add(message.id, f"“{message.id}”")
    return catalog


def write(folder: Path, locale: Path) -> None:
    texts = gather(folder)
    words.write(words.pseudo_catalog(texts), locale)
    target = locale / SLOVENE / "LC_MESSAGES"
    target.mkdir(parents=True)
    with open(target / "django.mo", "wb") as file:
        write_mo(file, slovene(texts))

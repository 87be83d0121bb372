"""Languages of the tests: the pseudo-language, and one with four plurals, made of the texts of templates."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from tools import words

PSEUDO, SLOVENE = "en-xa", "sl"


def gathered(folder: Path) -> Catalog:
    """The texts of these templates, beside those of the project."""
    texts = words.gather()
    for _name, _line, text, _comments, context in extract_from_dir(
        folder, [("**.html", "jinja2")], {"**.html": words.OPTIONS["jinja2"]}, words.KEYWORDS
    ):
        texts.add(text, context=context)
    return texts


def slovene(texts: Catalog) -> Catalog:
    """Every form of a plural says which one it is."""
    catalog = Catalog(locale="sl", charset="utf-8", fuzzy=False)
    assert catalog.num_plurals == 4
    for message in texts:
        if isinstance(message.id, tuple):
            _one, many = message.id
            catalog.add(message.id, [f"{form}. {many}" for form in range(4)])
        elif message.id and len(message.id) % 2:  # some have no translation
            catalog.add(message.id, f"“{message.id}”")
    return catalog


def write(folder: Path, locale: Path) -> None:
    texts = gathered(folder)
    words.write(words.pseudo_catalog(texts), locale)
    target = locale / SLOVENE / "LC_MESSAGES"
    target.mkdir(parents=True)
    with open(target / "django.mo", "wb") as file:
        write_mo(file, slovene(texts))

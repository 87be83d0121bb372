"""The languages: compiles the translations in locale/ for Django, without GNU gettext.

A regional language has only the texts that differ from its base: `pt_BR` is compiled over `pt`, and `en_840` over the English
texts in the programs. So neither Django nor the phone looks for a text in two files, and both have the same one. English
itself has a compiled file only for the texts with a context, whose key is not the text.

`ensure` runs under the Python that starts go.py. The other functions need polib and run inside the environment.
"""

import shutil
from pathlib import Path
from typing import Any

from tools import environment
from tools.steps import BUILD, ROOT, Stamp, Trouble, step

SOURCES = ROOT / "locale"
FOLDER = BUILD / "locale"  # where the settings look for it
MESSAGES = Path("LC_MESSAGES", "django")
ENGLISH = "en"


def ensure() -> None:
    """Compile the languages again if a text has changed."""
    stamp = Stamp(BUILD / "languages.stamp", SOURCES, Path(__file__))
    if stamp.is_current() and all((FOLDER / name / MESSAGES.with_suffix(".mo")).is_file() for name in names()):
        return
    with step("Preparing the languages"):
        if environment.python("-m", "tools.languages"):
            raise Trouble("A translation in locale/ cannot be read.")
        stamp.write()


def names() -> list[str]:
    return sorted(path.name for path in SOURCES.iterdir() if path.is_dir())


def source(name: str) -> Path:
    return SOURCES / name / MESSAGES.with_suffix(".po")


def base(name: str) -> str:
    """Return the language that a regional one falls back to: `pt` for `pt_BR`; else an empty text."""
    return name.partition("_")[0] if "_" in name else ""


def read(name: str) -> Any:
    """Return the catalogue of a language; of a regional one with the texts of its base where it has none."""
    import polib

    catalogue = polib.pofile(str(source(name)))
    if base(name):
        rest = english() if base(name) == ENGLISH else read(base(name))
        own = {(entry.msgid, entry.msgctxt) for entry in catalogue}
        catalogue.extend(entry for entry in rest if (entry.msgid, entry.msgctxt) not in own)
    return catalogue


def english() -> Any:
    """Return the catalogue of the texts with a context, as the other languages have them."""
    import polib

    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    texts = {
        (entry.msgctxt, entry.msgid) for name in names() for entry in polib.pofile(str(source(name))) if entry.msgctxt
    }
    catalogue.extend(polib.POEntry(msgctxt=context, msgid=text, msgstr=text) for context, text in sorted(texts))
    return catalogue


def compile_languages(folder: Path = FOLDER) -> None:
    """Compile every language, and delete the files of older versions."""
    for name in [ENGLISH, *names()]:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name / MESSAGES.parent).mkdir(parents=True)
        catalogue = english() if name == ENGLISH else read(name)
        catalogue.save_as_mofile(str(folder / name / MESSAGES.with_suffix(".mo")))


def update_languages(texts: Path) -> dict[str, int]:
    """Update the texts of every language. Return how many have no translation in each.

    A regional language lacks none: it loses the texts that no longer exist, and gets no new ones.
    """
    import polib

    template = polib.pofile(str(texts))
    for entry in template:
        files = sorted({file for file, _line in entry.occurrences})
        entry.occurrences = [(file, "") for file in files]  # line numbers would change with every commit
    missing = {}
    for name in names():
        catalogue = polib.pofile(str(source(name)), wrapwidth=0)
        catalogue.merge(template)
        for entry in catalogue.obsolete_entries():
            catalogue.remove(entry)
        if base(name):
            for entry in catalogue.untranslated_entries():
                catalogue.remove(entry)
        order = {(entry.msgid, entry.msgctxt): place for place, entry in enumerate(template)}
        catalogue.sort(key=lambda entry: order[entry.msgid, entry.msgctxt])
        catalogue.save()
        missing[name] = len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
    return missing


if __name__ == "__main__":
    compile_languages()

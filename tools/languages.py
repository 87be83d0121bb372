"""The languages: what translators wrote, in locale/, made into what Django reads. Nobody needs GNU gettext for that.

`ensure` runs under the Python that starts us; the rest, with polib, inside the environment.
"""

import shutil
from pathlib import Path

from tools import environment
from tools.steps import BUILD, ROOT, Stamp, Trouble, step

SOURCES = ROOT / "locale"
FOLDER = BUILD / "locale"  # where the settings look for it
MESSAGES = Path("LC_MESSAGES", "django")


def ensure() -> None:
    """Make them anew where a text has changed."""
    stamp = Stamp(BUILD / "languages.stamp", SOURCES, Path(__file__))
    if stamp.holds() and all((FOLDER / name / MESSAGES.with_suffix(".mo")).is_file() for name in names()):
        return
    with step("Preparing the languages"):
        if environment.python("-m", "tools.languages"):
            raise Trouble("A translation in locale/ cannot be read.")
        stamp.press()


def names() -> list[str]:
    return sorted(path.name for path in SOURCES.iterdir() if path.is_dir())


def source(name: str) -> Path:
    return SOURCES / name / MESSAGES.with_suffix(".po")


def make(folder: Path = FOLDER) -> None:
    """Every language whole: what an older version has left there goes."""
    import polib

    for name in names():
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name / MESSAGES.parent).mkdir(parents=True)
        polib.pofile(str(source(name))).save_as_mofile(str(folder / name / MESSAGES.with_suffix(".mo")))


def bring_up_to_date(texts: Path) -> dict[str, int]:
    """Give every language the texts that there are now; those without a translation are counted."""
    import polib

    wanted = polib.pofile(str(texts))
    for entry in wanted:
        files = sorted({file for file, _line in entry.occurrences})
        entry.occurrences = [(file, "") for file in files]  # lines would change with every commit
    missing = {}
    for name in names():
        catalogue = polib.pofile(str(source(name)), wrapwidth=0)
        catalogue.merge(wanted)
        for gone in catalogue.obsolete_entries():
            catalogue.remove(gone)
        order = {(entry.msgid, entry.msgctxt): place for place, entry in enumerate(wanted)}
        catalogue.sort(key=lambda entry: order[entry.msgid, entry.msgctxt])
        catalogue.save()
        missing[name] = len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
    return missing


if __name__ == "__main__":
    make()

"""The language of the phone: a catalogue of translations from the bundle."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Language:
    def __init__(self, catalogue: dict[str, Any]) -> None:
        self.name: str = catalogue["language"]
        self.texts: dict[str, Any] = dict(zip(*catalogue["texts"]))
        self.form = eval("lambda n: int(" + catalogue["plural"] + ")")

    def gettext(self, text: str) -> str:
        translation = self.texts.get(text, text)
        return str(translation[self.form(1)] if isinstance(translation, list) else translation)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        translation = self.texts.get(singular)
        if isinstance(translation, list):
            return str(translation[self.form(count)])
        return singular if count == 1 else plural

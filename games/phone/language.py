"""The language that the phone speaks: a catalogue, as the server has packed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Language:
    def __init__(self, catalogue: dict[str, Any]) -> None:
        self.name: str = catalogue["language"]
        self.texts: dict[str, Any] = catalogue["texts"]
        self.form = eval("lambda n: int(" + catalogue["plural"] + ")")

    def gettext(self, text: str) -> str:
        found = self.texts.get(text, text)
        return str(found[self.form(1)] if isinstance(found, list) else found)

    def ngettext(self, one: str, many: str, count: int) -> str:
        found = self.texts.get(one)
        if isinstance(found, list):
            return str(found[self.form(count)])
        return one if count == 1 else many

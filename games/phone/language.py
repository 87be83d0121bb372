"""The language of the phone: a catalogue of texts with plurals from the bundle. Other texts come translated."""

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
        return text

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        forms = self.texts.get(singular)
        if forms is None:
            return singular if count == 1 else plural
        return str(forms[self.form(count)])

"""Texts for people. They are marked here, and translated where they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


def pgettext(context: str, text: str) -> str:
    """Mark a text that has another meaning elsewhere. Return the key by which gettext finds its translation, in English too."""
    return context + "\x04" + text


def plain_text(text: str) -> str:
    """Return a marked text in English: without its context."""
    return text[text.find("\x04") + 1 :]


class Words:
    """A sentence, and the values for its %(placeholders)s."""

    def __init__(self, text: str, **values: Any) -> None:
        self.text = text
        self.values = values

    def translated(self, gettext: Callable[[str], str]) -> str:
        """Return the sentence in the language of `gettext`. Values that are `Words` are translated, too."""
        if not self.values:
            return gettext(self.text)
        values = {}
        for name in self.values:
            value = self.values[name]
            values[name] = value.translated(gettext) if isinstance(value, Words) else value
        text = gettext(self.text)
        try:
            return text % values
        except (KeyError, TypeError, ValueError):  # a plug-in's text names a value that it has not
            return text


def translate(words: Words | str, gettext: Callable[[str], str]) -> str:
    """Return the translated words. A plain text is the name of a player and stays as it is."""
    return words if isinstance(words, str) else words.translated(gettext)


class Problem:
    """An error in the answer to a question, or in the complete deal if `question` is None."""

    def __init__(self, question: str | None, code: str, text: str, **values: Any) -> None:
        self.question = question
        self.code = code
        self.words = Words(text, **values)
        self.is_of_place = False  # in another place of the match the answers might be right


class Note(Problem):
    """A problem that earlier versions accepted: stored rounds keep their points, and only new saves are refused."""


class PlaceNote(Note):
    """A note that depends on the place of the round in the match, such as on its dealer."""

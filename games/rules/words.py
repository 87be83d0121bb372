"""Words for people: marked here, translated by whoever shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


class Words:
    """A sentence and the values for its %(placeholders)s."""

    def __init__(self, text: str, **values: Any) -> None:
        self.text = text
        self.values = values

    def say(self, gettext: Callable[[str], str]) -> str:
        """The sentence in the language that `gettext` speaks; values that are words are translated too."""
        if not self.values:
            return gettext(self.text)
        spoken = {}
        for name in self.values:
            value = self.values[name]
            spoken[name] = value.say(gettext) if isinstance(value, Words) else value
        return gettext(self.text) % spoken


def say(words: Words | str, gettext: Callable[[str], str]) -> str:
    """Words are translated; a plain text is somebody's name, and is not."""
    return words if isinstance(words, str) else words.say(gettext)


class Problem:
    """What is wrong with one answer, or with the whole deal where `question` is None."""

    def __init__(self, question: str | None, code: str, text: str, **values: Any) -> None:
        self.question = question
        self.code = code
        self.words = Words(text, **values)

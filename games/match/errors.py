"""The refusal that all parts of the program share: a code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words

if TYPE_CHECKING:
    from typing import Any


class Refused(Exception):
    """Input that cannot be accepted: a code, and the sentence with its values."""

    def __init__(self, code: str, text: str, **values: Any) -> None:
        super().__init__(text)
        self.code = code
        self.words = Words(text, **values)

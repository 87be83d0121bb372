"""Text that is HTML already. MicroPython cannot use a subclass of `str` as text, so a Markup contains its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;"))
MOST_CACHED = 500

cache: dict[str, str] = {}  # escaped texts, because pages repeat the same ones


def escaped(value: Any) -> str:
    """Return any value as HTML text."""
    kind = type(value)
    if kind is str:
        text = cache.get(value)
        return escape_signs(value) if text is None else text
    if kind is int:
        return str(value)
    if kind is Markup:
        return str(value.text)
    return str(value.__html__()) if hasattr(value, "__html__") else escaped(str(value))


def escape_signs(text: str) -> str:
    if len(cache) >= MOST_CACHED:
        cache.clear()
    text_with_entities = text
    for letter, entity in ESCAPES:
        text_with_entities = text_with_entities.replace(letter, entity)
    cache[text] = text_with_entities
    return text_with_entities


def escape(value: Any) -> Markup:
    return Markup(escaped(value))


class Markup:
    def __init__(self, value: Any = "") -> None:
        if type(value) is str:
            self.text = value
        else:
            self.text = str(value.__html__() if hasattr(value, "__html__") else value)

    def __html__(self) -> Markup:
        return self

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return "Markup(" + repr(self.text) + ")"

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        return self.text != ""

    def __iter__(self) -> Iterator[str]:
        return iter(self.text)

    def __contains__(self, part: Any) -> bool:
        return str(part) in self.text

    def __getitem__(self, key: Any) -> Markup:
        return Markup(self.text[key])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (str, Markup)) and self.text == str(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.text)

    def __add__(self, other: Any) -> Markup:
        return Markup(self.text + escaped(require_text(other)))

    def __radd__(self, other: Any) -> Markup:
        return Markup(escaped(require_text(other)) + self.text)

    def __mod__(self, values: Any) -> Markup:
        if isinstance(values, dict):
            # A value that the text does not use may be undefined.
            used = {name: format_value(values[name]) for name in values if "%(" + name + ")" in self.text}
            return Markup(self.text % used)
        if not isinstance(values, tuple):
            values = (values,)
        return Markup(self.text % tuple([format_value(value) for value in values]))


def format_value(value: Any) -> Any:
    """Return a value for a placeholder. Numbers stay numbers, for %d."""
    return value if type(value) is int else escaped(value)


def require_text(value: Any) -> Any:
    """Return the value if it can be added to a text, otherwise raise TypeError."""
    if not isinstance(value, str) and not hasattr(value, "__html__"):
        raise TypeError("Only text can be added to text.")
    return value

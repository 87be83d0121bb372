"""Text that is HTML already. On the phone no type can stand in for `str`, so it holds its text instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;"))
KEPT = 500

known: dict[str, str] = {}  # texts that have been escaped: pages show the same again and again


def escaped(value: Any) -> str:
    """The text of anything, as HTML."""
    kind = type(value)
    if kind is str:
        found = known.get(value)
        return without_signs(value) if found is None else found
    if kind is int:
        return str(value)
    if kind is Markup:
        return str(value.text)
    return str(value.__html__()) if hasattr(value, "__html__") else escaped(str(value))


def without_signs(text: str) -> str:
    if len(known) >= KEPT:
        known.clear()
    found = text
    for letter, written in ESCAPES:
        found = found.replace(letter, written)
    known[text] = found
    return found


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
        return Markup(self.text + escaped(words(other)))

    def __radd__(self, other: Any) -> Markup:
        return Markup(escaped(words(other)) + self.text)

    def __mod__(self, values: Any) -> Markup:
        if isinstance(values, dict):
            # A value that the text does not name may be undefined.
            used = {name: format_value(values[name]) for name in values if "%(" + name + ")" in self.text}
            return Markup(self.text % used)
        if not isinstance(values, tuple):
            values = (values,)
        return Markup(self.text % tuple([format_value(value) for value in values]))


def format_value(value: Any) -> Any:
    """A value as it is put into a text; numbers stay such, for %d."""
    return value if type(value) is int else escaped(value)


def words(value: Any) -> Any:
    """Nothing else can be added to a text."""
    if not isinstance(value, str) and not hasattr(value, "__html__"):
        raise TypeError("Only text can be added to text.")
    return value

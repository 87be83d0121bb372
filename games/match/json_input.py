"""JSON from outside: the standard library's reader, with limits and a sentence for each refusal.

Only the server reads JSON from outside; a phone gets its events from the server. So this module does not run there.
Limits are checked on the bytes or by hooks of the reader, never in a loop over all values. So a million bytes take
some milliseconds, whatever they hold.
"""

from __future__ import annotations

import gc
import json
from array import array
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

LONGEST = 1_000_000  # bytes
DEEPEST = 20  # lists and objects within each other
LARGEST = 1_000_000_000  # numbers stay below, on either side of zero
MOST_DIGITS = 9  # of a whole number that is surely below the largest

MARK = b"\xef\xbb\xbf"  # some programs begin every text with this byte order mark
ZEROS = bytes.maketrans(b"123456789", b"000000000")
BRACKETS = bytes.maketrans(b"{}", b"[]")
STEPS = bytes.maketrans(b"[]", b"\x01\xff")  # one level down, one level up, as signed bytes
NEITHER = bytes(byte for byte in range(256) if byte not in b'[]{}"')  # no brackets and no quotes
CONTROLS = tuple(chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)))


class UnreadableItem:
    """A list item that was refused: its id, or None if the item has none, and the reason."""

    def __init__(self, id: str | None, refused: Refused) -> None:
        self.id = id
        self.refused = refused


def read_json(data: bytes) -> Any:
    """Return the value of a JSON text; raise `Refused` for broken JSON and for values beyond the limits."""
    if len(data) > LONGEST:
        raise Refused("long", _("This is larger than %(most)s bytes."), most=LONGEST)
    data = data.removeprefix(MARK)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refused("text", _("This is not UTF-8 text.")) from None
    if is_too_deep(data):
        raise Refused("deep", _("Lists and objects are nested more than %(most)s levels deep."), most=DEEPEST)
    value = decode(text, may_be_large=b"0" * (MOST_DIGITS + 1) in data.translate(ZEROS))
    if b"\\" in data or b"\x7f" in data or not data.isascii():
        refuse_bad_characters(value)
    return value


def is_too_deep(data: bytes) -> bool:
    """Return whether lists and objects are nested too deeply; their values are not read, so depth can do no harm."""
    without_escapes = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = without_escapes.translate(BRACKETS, NEITHER).replace(b'""', b"")  # only texts with brackets are left
    brackets = b"".join(marks.split(b'"')[::2])
    if b"[" * (DEEPEST + 1) in brackets:  # spares much work on a body of brackets
        return True
    depths = accumulate(array("b", brackets.replace(b"[]", b"").translate(STEPS)))  # without the innermost ones
    return max(depths, default=0) >= DEEPEST


def decode(text: str, *, may_be_large: bool) -> Any:
    """Read the text. A hook doubles the time of a whole number, so it is set only if one may be too large."""
    decoder = json.JSONDecoder(
        object_pairs_hook=unique_pairs,
        parse_int=limited_int if may_be_large else int,
        parse_float=limited_float,
        parse_constant=lambda name: refuse_syntax(text, text.index(name)),  # NaN or Infinity, which JSON does not have
    )
    try:
        with paused_garbage_collector():
            return decoder.decode(text)
    except json.JSONDecodeError as error:
        if error.msg.startswith("Invalid control character"):
            raise control_character() from None
        refuse_syntax(text, error.pos)


@contextmanager
def paused_garbage_collector() -> Iterator[None]:
    """Pause the collector, which would visit a growing tree of lists and objects again and again: 120 of 145 ms."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:  # by this thread: another one that reads meanwhile leaves it as it is
            gc.enable()


def unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; refuse a key that appears twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        seen = set()
        for key, _value in pairs:
            if key in seen:
                raise Refused("doubled", _("Duplicate key “%(key)s”."), key=key)
            seen.add(key)
    return values


def limited_int(digits: str) -> int:
    """Return the number; refuse a long one before it is converted.

    Converting a million digits takes seconds, and Python itself refuses more than 4300.
    """
    if len(digits) > MOST_DIGITS + 1 or abs(int(digits)) >= LARGEST:
        raise too_large()
    return int(digits)


def limited_float(digits: str) -> float:
    """Return the number. A fraction answers no question, and the question says so."""
    number = float(digits)
    if not -LARGEST < number < LARGEST:
        raise too_large()
    return number


def refuse_bad_characters(value: Any) -> None:
    """Refuse control characters and lone surrogates, in whatever way they were written."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused("text", _("Invalid character (a lone surrogate).")) from None
    if "\\" in text.replace("\\\\", "").replace('\\"', ""):  # only control characters are escaped otherwise
        raise control_character()
    refuse_control_characters(text)


def refuse_control_characters(text: str) -> str:
    """Return the text; raise `Refused` if it has a control character."""
    if any(control in text for control in CONTROLS):
        raise control_character()
    return text


def refuse_syntax(text: str, at: int) -> NoReturn:
    """Raise the refusal of broken JSON, with the byte of this character."""
    raise Refused("json", _("Invalid JSON at byte %(at)s."), at=len(text[:at].encode()))


def control_character() -> Refused:
    """Return the refusal of a control character."""
    return Refused("text", _("The text contains a control character."))


def too_large() -> Refused:
    """Return the refusal of a number beyond the limit."""
    return Refused("large", _("A number is too large; the limit is %(limit)s."), limit=LARGEST)

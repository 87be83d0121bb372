"""The door: everything that comes from outside as JSON or as a form is read here.

One reader for the server and the phone. `json.loads` would not do: the two interpreters differ in
what they let pass (doubled keys, lone surrogates, trailing commas), and neither tells.
Bytes are walked, not text: finding the n-th character of a text is slow in MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

LONGEST = 1_000_000  # bytes
DEEPEST = 20  # lists and objects within each other
LARGEST = 1_000_000_000  # whole numbers stay below, on either side of zero
DIGITS = 6  # of a number in a form
MINUS = ("-", "−")  # as keyboards have it, and as it is printed

MARK = b"\xef\xbb\xbf"  # some programs begin every text with it
SPACE = b" \t\n\r"
SPACES = (
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
WORDS = ((b"true", True), (b"false", False), (b"null", None))
ESCAPES = ((0x22, '"'), (0x5C, "\\"), (0x2F, "/"), (0x62, "\b"), (0x66, "\f"), (0x6E, "\n"), (0x72, "\r"), (0x74, "\t"))


class Refused(Exception):
    """What comes from outside cannot be read. `code` is "json" where it is no JSON at all."""

    def __init__(self, code: str, text: str, **values: Any) -> None:
        super().__init__(text)
        self.code = code
        self.words = Words(text, **values)


class UnreadableItem:
    """A piece of a list that the door did not take: its id, where it has one, and why."""

    def __init__(self, id: str | None, refused: Refused) -> None:
        self.id = id
        self.refused = refused


def read_json(data: bytes) -> Any:
    """The value of a JSON text; raises `Refused` with a sentence where it cannot be taken."""
    if len(data) > LONGEST:
        raise Refused("long", _("This is longer than %(most)s bytes."), most=LONGEST)
    return Reader(data[len(MARK) :] if data[: len(MARK)] == MARK else data).read()


def strip_spaces(text: str) -> str:
    """Without the spaces around it, of whatever kind: the two interpreters know different ones."""
    start, end = 0, len(text)
    while start < end and text[start] in SPACES:
        start += 1
    while end > start and text[end - 1] in SPACES:
        end -= 1
    return text[start:end]


def parse_number(text: str, digits: int = DIGITS, *, signed: bool = False) -> int | None:
    """A number typed into a form; None where it was left empty, or has no more than its minus yet."""
    text = text.strip(" ")
    if signed and text[:1] in MINUS:
        number = parse_number(text[1:], digits)
        return None if number is None else -number
    if not text:
        return None
    if len(text) > digits or not all("0" <= digit <= "9" for digit in text):
        raise Refused("number", _("A whole number is needed here, of %(most)s digits at most."), most=digits)
    return int(text)


class Reader:
    """One pass over the bytes; `at` is the next one to be read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def read(self) -> Any:
        found = self.value(0)
        self.space()
        if self.at < len(self.data):
            raise self.no_json()
        return found

    def no_json(self) -> Refused:
        return Refused("json", _("This is no JSON: it cannot be read on from byte %(at)s."), at=self.at)

    def peek(self) -> int:
        """The next byte, or 0 at the end: a byte that no JSON text has."""
        return self.data[self.at] if self.at < len(self.data) else 0

    def space(self) -> None:
        data, at = self.data, self.at
        while at < len(data) and data[at] in SPACE:
            at += 1
        self.at = at

    def skip(self, byte: int) -> bool:
        """Whether this byte comes next, after any space; it is passed if so."""
        self.space()
        if self.peek() != byte:
            return False
        self.at += 1
        return True

    def value(self, depth: int) -> Any:
        self.space()
        first = self.peek()
        if first == 0x22:
            return self.string()
        if first == 0x7B or first == 0x5B:
            if depth == DEEPEST:
                raise Refused("deep", _("Lists and objects stand more than %(most)s deep here."), most=DEEPEST)
            self.at += 1
            return self.object(depth + 1) if first == 0x7B else self.array(depth + 1)
        if first == 0x2D or 0x30 <= first <= 0x39:
            return self.number()
        for word, value in WORDS:
            if self.data[self.at : self.at + len(word)] == word:
                self.at += len(word)
                return value
        raise self.no_json()

    def array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        if self.skip(0x5D):
            return found
        while True:
            found.append(self.value(depth))
            if self.skip(0x5D):
                return found
            if not self.skip(0x2C):
                raise self.no_json()

    def object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.skip(0x7D):
            return found
        while True:
            self.space()
            if self.peek() != 0x22:
                raise self.no_json()
            key = self.string()
            if key in found:
                raise Refused("doubled", _("“%(key)s” stands twice in one object."), key=key)
            if not self.skip(0x3A):
                raise self.no_json()
            found[key] = self.value(depth)
            if self.skip(0x7D):
                return found
            if not self.skip(0x2C):
                raise self.no_json()

    def digits(self) -> None:
        """One digit at least."""
        start, data, at = self.at, self.data, self.at
        while at < len(data) and 0x30 <= data[at] <= 0x39:
            at += 1
        self.at = at
        if at == start:
            raise self.no_json()

    def number(self) -> int | float:
        start = self.at
        if self.peek() == 0x2D:
            self.at += 1
        first = self.at
        self.digits()
        if self.data[first] == 0x30 and self.at - first > 1:
            self.at = first + 1
            raise self.no_json()
        if self.peek() in b".eE":
            return self.fraction(start)
        # as long as the largest: longer ones need not be worked out, and some would take hours
        if self.at - first > 10 or abs(int(self.data[start : self.at].decode())) >= LARGEST:
            raise too_large()
        return int(self.data[start : self.at].decode())

    def fraction(self, start: int) -> float:
        """A number with a point or an exponent: never right as an answer, but that is the question's to say."""
        if self.peek() == 0x2E:
            self.at += 1
            self.digits()
        if self.peek() in b"eE":
            self.at += 1
            if self.peek() in b"+-":
                self.at += 1
            self.digits()
        found = float(self.data[start : self.at].decode())
        if not -LARGEST < found < LARGEST:
            raise too_large()
        return found

    def string(self) -> str:
        self.at += 1
        found = []
        quote = -1
        while True:
            if quote < self.at:
                quote = self.data.find(b'"', self.at)
            if quote < 0:
                self.at = len(self.data)
                raise self.no_json()
            slash = self.data.find(b"\\", self.at, quote)
            end = quote if slash < 0 else slash
            found.append(decode_text(self.data[self.at : end]))
            self.at = end + 1
            if slash < 0:
                return "".join(found)
            found.append(self.escape())

    def escape(self) -> str:
        code = self.peek()
        self.at += 1
        for letter, meaning in ESCAPES:
            if code == letter:
                return refuse_control_characters(meaning)
        if code != 0x75:
            raise self.no_json()
        code = self.four_digits()
        if 0xD800 <= code < 0xDC00 and self.data[self.at : self.at + 2] == b"\\u":
            self.at += 2
            low = self.four_digits()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00)
        if 0xD800 <= code < 0xE000:
            raise Refused("text", _("Half a character stands here (a lone surrogate)."))
        return refuse_control_characters(chr(code))

    def four_digits(self) -> int:
        digits = self.data[self.at : self.at + 4]
        if len(digits) < 4 or not all(digit in b"0123456789abcdefABCDEF" for digit in digits):
            raise self.no_json()
        self.at += 4
        return int(digits.decode(), 16)


def too_large() -> Refused:
    return Refused("large", _("A number here is too large; numbers stay below %(limit)s."), limit=LARGEST)


def refuse_control_characters(found: str) -> str:
    """The text, unless a control character is in it."""
    if any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in found):
        raise Refused("text", _("A control character stands in a text."))
    return found


def decode_text(data: bytes) -> str:
    if not data or (min(data) >= 0x20 and max(data) < 0x7F):
        return data.decode()
    if not is_utf8(data):
        raise Refused("text", _("This is no text in UTF-8."))
    return refuse_control_characters(data.decode())


def is_utf8(data: bytes) -> bool:
    """As the standard says: nothing overlong, no surrogates. MicroPython's own check lets both pass."""
    at = 0
    while at < len(data):
        first = data[at]
        at += 1
        if first < 0x80:
            continue
        more = 1 if 0xC2 <= first < 0xE0 else 2 if 0xE0 <= first < 0xF0 else 3 if 0xF0 <= first < 0xF5 else 0
        rest = data[at : at + more]
        if more == 0 or len(rest) < more or not all(0x80 <= byte < 0xC0 for byte in rest):
            return False
        value = first << 8 | rest[0]
        if (value < 0xE0A0 and more == 2) or 0xED9F < value < 0xEE80 or 0xEFFF < value < 0xF090 or value > 0xF48F:
            return False
        at += more
    return True

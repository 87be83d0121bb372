"""The rule by which a language chooses a plural: gettext writes it in C, the phone reads Python."""

import re
from collections.abc import Iterator

TOKENS = re.compile(r"\s*(\d+|n\b|&&|\|\||[<>=!]=|[-+*/%<>!?:()])")

# The weakest first; C knows two strengths of comparison, Python one, so every pair is put in brackets.
STRENGTHS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
PYTHON = {"||": "or", "&&": "and", "/": "//"}


class Rule:
    """A rule that is being read."""

    def __init__(self, text: str) -> None:
        self.tokens = list(split(text))
        self.place = 0

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next()
        if not token or (wanted and token != wanted):
            raise ValueError(f"No rule for plurals: {''.join(self.tokens)}")
        self.place += 1
        return token

    def choice(self) -> str:
        condition = self.pair()
        if self.next() != "?":
            return condition
        self.take("?")
        yes = self.choice()
        self.take(":")
        return f"({yes} if {condition} else {self.choice()})"

    def pair(self, strength: int = 0) -> str:
        if strength == len(STRENGTHS):
            return self.single()
        left = self.pair(strength + 1)
        while self.next() in STRENGTHS[strength]:
            sign = self.take()
            left = f"({left} {PYTHON.get(sign, sign)} {self.pair(strength + 1)})"
        return left

    def single(self) -> str:
        token = self.take()
        if token == "!":
            return f"(not {self.single()})"
        if token == "(":
            inside = self.choice()
            self.take(")")
            return inside
        if token != "n" and not token.isdigit():
            raise ValueError(f"No rule for plurals: {''.join(self.tokens)}")
        return token if token == "n" else str(int(token))


def split(text: str) -> Iterator[str]:
    place, text = 0, text.strip()
    while place < len(text):
        token = TOKENS.match(text, place)
        if token is None:
            raise ValueError(f"No rule for plurals: {text}")
        yield token[1]
        place = token.end()


def python(rule: str) -> str:
    """The rule as an expression of Python: of `n`, which of the forms."""
    reading = Rule(rule)
    found = reading.choice()
    if reading.next():
        raise ValueError(f"No rule for plurals: {rule}")
    return found

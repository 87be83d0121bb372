"""Translate the plural rules of gettext from C to Python, for the phone."""

import re
from collections.abc import Iterator

TOKENS = re.compile(r"\s*(\d+|n\b|&&|\|\||[<>=!]=|[-+*/%<>!?:()])")

# The weakest first. C has two levels of comparisons and Python one, so every pair gets brackets.
STRENGTHS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
PYTHON = {"||": "or", "&&": "and", "/": "//"}


class RuleParser:
    """A parser of one rule."""

    def __init__(self, text: str) -> None:
        self.tokens = list(split(text))
        self.place = 0

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def expect(self, expected: str = "") -> str:
        token = self.next()
        if not token or (expected and token != expected):
            raise ValueError(f"No rule for plurals: {''.join(self.tokens)}")
        self.place += 1
        return token

    def choice(self) -> str:
        condition = self.pair()
        if self.next() != "?":
            return condition
        self.expect("?")
        yes = self.choice()
        self.expect(":")
        return f"({yes} if {condition} else {self.choice()})"

    def pair(self, strength: int = 0) -> str:
        if strength == len(STRENGTHS):
            return self.single()
        left = self.pair(strength + 1)
        while self.next() in STRENGTHS[strength]:
            sign = self.expect()
            left = f"({left} {PYTHON.get(sign, sign)} {self.pair(strength + 1)})"
        return left

    def single(self) -> str:
        token = self.expect()
        if token == "!":
            return f"(not {self.single()})"
        if token == "(":
            inside = self.choice()
            self.expect(")")
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
    """Return the rule as an expression of Python, which computes the index of the form from `n`."""
    parser = RuleParser(rule)
    expression = parser.choice()
    if parser.next():
        raise ValueError(f"No rule for plurals: {rule}")
    return expression

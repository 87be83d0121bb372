"""Write the programs and compiled templates of phones with fewer bytes. Messages of errors name their functions."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache

LAYOUT = {"NL": 0, "COMMENT": 0, "ENDMARKER": 0, "INDENT": 1, "DEDENT": -1}  # and what each adds to the depth
OWN_LINE = {
    *["if", "elif", "else", "for", "while", "with", "try", "except", "finally", "def", "class", "@", "from", "import"]
}  # begin these statements
WORD_OR_TEXT = r"[\w'\"]"

Place = tuple[int, int]  # line and column


@cache  # programs are the same in every language
def without_spaces(source: str) -> str:
    """Return the program without the spaces and line ends that only people need."""
    parts: list[str] = []
    depth, before, may_join = 0, "", False
    for kind, text in tokens(source):
        if kind in LAYOUT:
            depth += LAYOUT[kind]
            may_join = may_join and not LAYOUT[kind]
        elif kind == "NEWLINE":
            before = ""
        elif before:
            is_glued = re.match(WORD_OR_TEXT, before[-1]) and re.match(WORD_OR_TEXT, text)
            parts += [" " if is_glued else "", text]
            before = text
        else:  # the first token of a statement
            is_simple = text not in OWN_LINE
            parts += [";" if may_join and is_simple else "\n" + " " * depth, text]
            before, may_join = text, is_simple
    return "".join(parts)[1:] + "\n"


def tokens(source: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each token. An f-string is one token, as before Python 3.12."""
    lines, begun = source.splitlines(keepends=True), list[Place]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_START":
            begun.append(token.start)
        if not begun:
            yield kind, token.string
        elif kind == "FSTRING_END":
            start = begun.pop()
            if not begun:
                yield "STRING", between(lines, start, token.end)


def between(lines: list[str], start: Place, end: Place) -> str:
    """Return the text between two places, whose lines count from 1."""
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]]
    return "".join([lines[start[0] - 1][start[1] :], *lines[start[0] : end[0] - 1], lines[end[0] - 1][: end[1]]])

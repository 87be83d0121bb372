"""Translate the marked texts in programs, so that the phone needs neither the English text nor a catalogue entry for it."""

import ast
from collections.abc import Callable, Iterator

from games.rules.words import pgettext


def translate_marked(source: str, gettext: Callable[[str], str]) -> str:
    """Return a program with a translated text in place of each call of `_` and `pgettext`. Line numbers stay."""
    lines = source.encode().split(b"\n")  # columns are counted in bytes
    for first, start, last, end, text in sorted(marked_texts(source), reverse=True):
        rest = lines[last][end:]
        lines[first : last + 1] = [lines[first][:start] + repr(gettext(text)).encode()] + [b""] * (last - first)
        lines[last] += rest
    return b"\n".join(lines).decode()


def marked_texts(source: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield where each marked text stands, from line and column to line and column, and the text. Lines count from 0."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        texts = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        if node.func.id == "_" and len(texts) == 1 and texts[0]:
            yield *place(node), texts[0]
        elif node.func.id == "pgettext" and len(texts) == 2:
            yield *place(node), pgettext(*texts)


def place(node: ast.expr) -> tuple[int, int, int, int]:
    return node.lineno - 1, node.col_offset, (node.end_lineno or node.lineno) - 1, node.end_col_offset or 0

"""Translate the marked texts in programs, so that the phone needs neither the English text nor a catalogue entry for it."""

import ast
from collections.abc import Callable, Iterator


def translate_marked(source: str, gettext: Callable[[str], str]) -> str:
    """Return a program in which each text in `_()` is translated. Line numbers stay."""
    lines = source.encode().split(b"\n")  # columns are counted in bytes
    for first, start, last, end, text in sorted(marked_texts(source), reverse=True):
        translated = gettext(text)
        if translated != text:
            rest = lines[last][end:]
            lines[first : last + 1] = [lines[first][:start] + repr(translated).encode()] + [b""] * (last - first)
            lines[last] += rest
    return b"\n".join(lines).decode()


def marked_texts(source: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield where each marked text stands, from line and column to line and column, and the text. Lines count from 0."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            text = node.args[0]
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value):
                continue
            if text.end_lineno and text.end_col_offset:
                yield text.lineno - 1, text.col_offset, text.end_lineno - 1, text.end_col_offset, text.value

"""Strip comments, docstrings, annotations and empty lines from programs."""

import ast
import io
import re
import tokenize
from functools import cache

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)

# A comment of JavaScript, with the code before it on its line. Texts in this code must be complete.
BEFORE = r"""(?:[^'"`\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`)*?"""
COMMENT = re.compile(rf"^({BEFORE})(?:^|(?<=\s))//(?: .*)?$", re.MULTILINE)
TYPES = re.compile(r"^\s*/\*\*.*?\*/$", re.MULTILINE | re.DOTALL)
TYPE_IN_LINE = re.compile(r"/\*\* @type .*?\*/ ?")

TEXT = re.compile(r"""('[^'\\]*'|"[^"\\]*"|`[^`\\]*`)""")
# Where a statement has ended, or cannot end. No statement ends with a brace alone: eslint.config.mjs demands semicolons.
LINE_END = re.compile(r"(?<=[{}(\[,;])\n(?!import |export |$)|\n(?=[}\])])")
AROUND_SIGN = re.compile(r" ?([{}()\[\];,=<>?:&|*!]) ?")  # without + and -: "a - -b" needs its spaces


def strip_script(source: str) -> str:
    """Return JavaScript without comments and needless space. A text that begins and ends on different lines is not for this."""
    source = TYPE_IN_LINE.sub("", TYPES.sub("", COMMENT.sub(lambda match: match[1].rstrip(), source)))
    lines = map(without_spaces, re.sub(r"^\s+", "", source, flags=re.MULTILINE).split("\n"))
    return LINE_END.sub("", "\n".join(lines))


def without_spaces(line: str) -> str:
    """Return a line of JavaScript without the spaces around signs.

    A line with an expression in slashes, or with texts in texts, stays, and an import, which static_files.py rewrites.
    """
    parts = TEXT.split(line)  # every second part is a text
    if (
        any(sign in part for part in parts[::2] for sign in "'\"`/\\")
        or line.count("`") > 2
        or line.startswith("import ")
    ):
        return line
    parts[::2] = [AROUND_SIGN.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


def strip_style(source: str) -> str:
    """Return CSS without comments and needless space. The space before a colon stays: in a selector it has a meaning."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    parts = re.split(r"""("[^"]*"|'[^']*')""", re.sub(r"\s+", " ", source))  # every second part is a text in quotes
    parts[::2] = [re.sub(r" ?([{};,>]) ?|(:) ", r"\1\2", part).replace(";}", "}") for part in parts[::2]]
    return "".join(parts).strip()


def strip_picture(source: str) -> str:
    """Return SVG without comments and without the space between its elements."""
    return re.sub(r">\s+<", "><", re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)).strip()


@cache  # programs are the same in every language
def strip_python(source: str, keeps_lines: bool = False) -> str:
    """Return a program without comments, docstrings, annotations and "if TYPE_CHECKING", indented by single spaces.

    With `keeps_lines` its empty lines stay, so that errors name the lines of the source.
    """
    lines = source.encode().split(b"\n")  # columns are counted in bytes
    cuts = [cut for node in ast.walk(ast.parse(source)) for cut in to_cut(node, lines)]
    texts: set[int] = set()  # lines that begin inside a text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        texts.update(range(token.start[0], token.end[0]))
        if token.type == tokenize.COMMENT:
            line = token.line.encode()
            start = len(token.line[: token.start[1]].encode())
            cuts.append((token.start[0], start, token.end[0], len(line.rstrip(b"\n")), b""))
    for first, start, last, end, instead in sorted(cuts, reverse=True):
        rest = lines[last - 1][end:]
        lines[first:last] = [b""] * (last - first)
        lines[first - 1] = (lines[first - 1][:start] + instead + rest).rstrip()
    stripped = [
        line if place in texts else outdented(line)
        for place, line in enumerate(lines)
        if line or place in texts or keeps_lines
    ]
    return b"\n".join(stripped).decode() + "\n"


def outdented(line: bytes) -> bytes:
    rest = line.lstrip(b" ")
    return b" " * ((len(line) - len(rest)) // 4) + rest


Cut = tuple[int, int, int, int, bytes]  # from line and column to line and column, and the replacement


def to_cut(node: ast.AST, lines: list[bytes]) -> list[Cut]:
    if is_for_types(node):
        return [cut_of(node, b"")]
    if isinstance(node, ast.arg) and node.annotation is not None:
        return [between(node.lineno, node.col_offset + len(node.arg.encode()), node.annotation)]
    cuts = []
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        assert node.target.end_lineno is not None
        assert node.target.end_col_offset is not None
        cuts.append(between(node.target.end_lineno, node.target.end_col_offset, node.annotation))
    elif isinstance(node, ast.AnnAssign):
        cuts.append(cut_of(node, b"pass"))
    elif isinstance(node, ast.FunctionDef) and node.returns is not None:
        arrow = lines[node.returns.lineno - 1].rindex(b" ->", 0, node.returns.col_offset)
        cuts.append(between(node.returns.lineno, arrow, node.returns))
    if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        # A body with only a docstring must not become empty.
        cuts.append(cut_of(node.body[0], b"" if len(node.body) > 1 or isinstance(node, ast.Module) else b"pass"))
    return cuts


def is_for_types(node: ast.AST) -> bool:
    """Return whether a statement is "if TYPE_CHECKING", or imports only what annotations need."""
    if isinstance(node, ast.ImportFrom):
        names = {alias.name for alias in node.names}
        return node.module == "__future__" or (node.module == "typing" and names <= {"TYPE_CHECKING", "Any"})
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse


def cut_of(node: ast.AST, instead: bytes) -> Cut:
    assert isinstance(node, ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, instead


def between(line: int, column: int, end: ast.expr) -> Cut:
    assert end.end_lineno is not None
    assert end.end_col_offset is not None
    return line, column, end.end_lineno, end.end_col_offset, b""

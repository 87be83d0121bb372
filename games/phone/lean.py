"""A program without what only people read. Every line keeps its number, so that an error still says where it was."""

import ast
import io
import tokenize

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def lean(source: str) -> str:
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            # A body that was nothing else must not be empty.
            clear(lines, node.body[0], "" if len(node.body) > 1 or isinstance(node, ast.Module) else "pass")
        elif is_for_types(node):
            clear(lines, node, "")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            lines[line - 1] = lines[line - 1][:column].rstrip()
    return "\n".join(lines)


def is_for_types(node: ast.AST) -> bool:
    """What stands below "if TYPE_CHECKING" never runs."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse


def clear(lines: list[str], node: ast.AST, instead: str) -> None:
    assert isinstance(node, ast.stmt)
    assert node.end_lineno is not None
    first = node.lineno - 1
    lines[first] = (lines[first][: node.col_offset] + instead).rstrip()
    lines[first + 1 : node.end_lineno] = [""] * (node.end_lineno - first - 1)

"""Rewrite the output of Jinja2's compiler, so that MicroPython runs it in half the time.

Calls are slow in MicroPython. So templates append to one list with `emit`, instead of yielding through generators.
`x.name` becomes a plain attribute, and items of a dict need `x["name"]`. A missing attribute raises an error on use.
"""

import ast
import re
from typing import Any

from games.bundle.shorten import without_spaces
from games.phone.jinja import runtime

# Filters and tests that accept missing values.
LENIENT = ("default", "defined", "undefined")

# Names that the compiler assigns, and the phone's runtime never reads.
BOOKKEEPING = ("_loop_vars", "_block_vars")
UNUSED = ("name", "debug_info", "undefined", "concat", "cond_expr_undefined", *BOOKKEEPING)


def fast_source(source: str) -> str:
    tree = ast.parse(source)
    tree = FastTemplates(lenient(tree)).visit(tree)
    tidy(tree)
    shorten_variables(tree)
    present = names_used(tree)
    names = [name for name in runtime.__all__ if name in present]
    needed = f"from {runtime.__name__} import {', '.join(names)}\n" if names else ""
    return without_spaces(needed + ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def tidy(tree: ast.AST) -> None:
    """Remove what has no effect from bodies, and add `pass` to empty ones."""
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list) and (body or name == "body"):
                setattr(node, name, with_effect(body) or [ast.Pass()])


def with_effect(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements without `pass`, and without those that forget the variables of a loop: nothing reads them."""
    return [
        statement
        for place, statement in enumerate(body)
        if not isinstance(statement, ast.Pass)
        and not (place and isinstance(body[place - 1], ast.For) and forgets(statement))
    ]


def forgets(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets, ast.Name("missing")):
            return all(isinstance(target, ast.Name) for target in targets)
    return False


def shorten_variables(tree: ast.AST) -> None:
    """Shorten the names of variables, which begin with `l_` and their depth. They do not meet other names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = short_name(node.id)
        elif isinstance(node, ast.arg):
            node.arg = short_name(node.arg)


def short_name(name: str) -> str:
    return re.sub(r"^l_(\d+)_", lambda match: f"_{match[1].lstrip('0')}", name)


def lenient(tree: ast.AST) -> set[str]:
    """Return the names that the compiler gives to lenient filters and tests."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                [ast.Name(name)], ast.Subscript(ast.Attribute(ast.Name("environment")), ast.Constant(value))
            ):
                names |= {name} if value in LENIENT else set()
    return names


def names_used(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


class FastTemplates(ast.NodeTransformer):
    def __init__(self, lenient: set[str]) -> None:
        self.lenient = lenient
        self.part: ast.Call | None = None  # an include or a block whose output the next loop yields
        self.is_sieve = False

    # ---- output

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name == "root" or node.name.startswith("block_"):
            node.args = ast.arguments(
                posonlyargs=[], args=[ast.arg("context"), ast.arg("emit")], kwonlyargs=[], kw_defaults=[], defaults=[]
            )
        elif node.name != "macro":
            return self.sieve(node)
        self.generic_visit(node)
        needs = [statement for statement in node.body if not assigns(statement, "resolve")]
        if "resolve" not in set().union(*map(names_used, needs)):
            node.body = needs
        return with_emit(node) if node.name == "macro" else node

    def sieve(self, node: ast.FunctionDef) -> ast.AST:
        """Leave the generator that filters a loop as it is, except for the calls in it."""
        self.is_sieve = True
        self.generic_visit(node)
        self.is_sieve = False
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Yield(ast.expr() as value) if not self.is_sieve:
                return append_statement(ast.Name("emit"), self.visit(value))
            case ast.YieldFrom(ast.Call() as call):
                return call_with(call, ast.Name("emit"))
            case ast.Call(ast.Attribute(ast.Name(), "append") as append, [value]):
                return append_statement(append, self.visit(value))
            case ast.Call(ast.Attribute(ast.Name() as buffer, "extend"), [ast.Tuple(values)]):
                return [append_statement(ast.Attribute(buffer, "append"), self.visit(value)) for value in values]
            case ast.Call(ast.Attribute(ast.Name(name))) if name in BOOKKEEPING:
                return None
            case ast.Call(ast.Attribute(ast.Attribute(attr="exported_vars"), "discard" | "difference_update")):
                return None
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> Any:
        match node:
            case ast.Try([ast.For(body=[ast.Expr(ast.Yield())])]) if self.part is not None:
                return call_with(self.part, ast.Name("emit"))
            case ast.Try([ast.For(body=[ast.Expr(ast.Call(append))])]) if self.part is not None:
                return call_with(self.part, append)
            case ast.Try([ast.Assign() as lookup], [ast.ExceptHandler(ast.Name("KeyError"))]):
                return lookup  # tests make sure that every filter and test exists
        return self.generic_visit(node)

    # ---- parts that are removed

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        return None

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name("gen")], ast.Call() as part):
                self.part = self.visit(part)
                return None
            case ast.Assign([ast.Name(name) | ast.Subscript(ast.Name(name))]) if name in UNUSED:
                return None
            case ast.Assign([ast.Name("resolve")]):
                return ast.Assign(node.targets, ast.parse("context.vars.get", mode="eval").body)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        match node:
            case ast.If(body=[ast.Expr(ast.Yield(ast.Constant(None)))]):
                return None
            case ast.If(test, [ast.Assign(value=ast.Call(ast.Name("undefined")))]) if is_missing(test):
                return None
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return node.orelse if is_missing(node.test) else self.generic_visit(node)

    # ---- calls

    def visit_Call(self, node: ast.Call) -> Any:
        self.allow_missing(node)
        self.generic_visit(node)
        node.keywords = [keyword for keyword in node.keywords if keyword.arg not in BOOKKEEPING]
        match node:
            case ast.Call(ast.Attribute(ast.Name("context"), "call"), [called, *given]):
                return ast.Call(called, given, node.keywords)
            case ast.Call(ast.Attribute(ast.Name("environment"), "getattr"), [value, ast.Constant(name)]):
                return ast.Attribute(value, str(name))
            case ast.Call(
                ast.Attribute(ast.Name("environment"), "get_template" | "get_or_select_template"), [name, *_]
            ):
                return ast.Call(ast.Attribute(ast.Name("environment"), "get_template"), [name], [])
            case ast.Call(ast.Name("resolve"), [name]):
                return ast.Call(node.func, [name, ast.Name("missing")], [])
            case ast.Call(ast.Name("LoopContext"), [values, *_]):
                return ast.Call(node.func, [values], [])
            case ast.Call(ast.Name("Macro"), [_environment, function, name, names, *takes, _autoescape]):
                return ast.Call(node.func, [function, name, names, *without_last_false(takes)], [])
            case ast.Call(ast.Name("cond_expr_undefined")):
                return ast.Name("nothing")
        return node

    def allow_missing(self, node: ast.Call) -> None:
        """Let an attribute be missing in the arguments of lenient filters and tests."""
        match node:
            case ast.Call(
                ast.Name(name), [ast.Call(ast.Attribute(ast.Name("environment"), "getattr"), arguments), *more]
            ):
                if name in self.lenient:
                    node.args = [ast.Call(ast.Name("getattr"), [*arguments, ast.Name("missing")], []), *more]


class MacroOutput(ast.NodeTransformer):
    """Lets a macro write with `emit` into its list, as the rest of a template writes into its page."""

    def __init__(self, output: str) -> None:
        self.output = output

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(ast.Name(name), "append") if name == self.output:
                return ast.Name("emit")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("parts", node.ctx) if node.id == self.output else node


def with_emit(macro: ast.FunctionDef) -> ast.FunctionDef:
    match macro.body[0]:
        case ast.Assign([ast.Name(output)], ast.List([])):
            MacroOutput(output).visit(macro)
            macro.body.insert(1, ast.parse("emit = parts.append").body[0])
    return macro


def without_last_false(values: list[ast.expr]) -> list[ast.expr]:
    while values and isinstance(values[-1], ast.Constant) and values[-1].value is False:
        values = values[:-1]
    return values


def append_statement(where: ast.expr, value: ast.expr) -> ast.stmt:
    """Return the statement that appends a value to the page. Values are escaped unless they are escaped already."""
    match value:
        case ast.Call(ast.Name("escape")) | ast.Constant():
            return ast.Expr(ast.Call(where, [value], []))
    return ast.Expr(ast.Call(where, [ast.Call(ast.Name("escape"), [value], [])], []))


def call_with(part: ast.Call, where: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(part.func, [*part.args, where], []))


def is_missing(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name(), [ast.Is()], [ast.Name("missing")]):
            return True
    return False


def assigns(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.Assign([ast.Name(target)]):
            return target == name
    return False

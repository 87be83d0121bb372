"""What Jinja2's compiler has written, for MicroPython to run in half the time.

There it is calls that cost. So a page grows in one list, to which `put` appends, instead of rising through generators;
`x.name` is what it is in Python, and a dict is asked with `x["name"]`; whoever uses what is missing learns it then.
"""

import ast
from typing import Any

from games.phone.jinja import runtime

# Filters and tests that may be given what is not there.
LENIENT = ("default", "defined", "undefined")

# What the compiler notes, and nobody on the phone asks for.
VARS = ("_loop_vars", "_block_vars")
NOTED = ("name", "debug_info", "undefined", "concat", "cond_expr_undefined", *VARS)


def fast_source(source: str) -> str:
    tree = ast.parse(source)
    tree = FastTemplates(lenient(tree)).visit(tree)
    tidy(tree)
    present = names_in(tree)
    names = [name for name in runtime.__all__ if name in present]
    needed = f"from {runtime.__name__} import {', '.join(names)}\n" if names else ""
    return needed + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def tidy(tree: ast.AST) -> None:
    """A body is never empty, and nothing stands beside a `pass`."""
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list) and (body or name == "body"):
                setattr(node, name, [one for one in body if not isinstance(one, ast.Pass)] or [ast.Pass()])


def lenient(tree: ast.AST) -> set[str]:
    """What the compiler calls them."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Subscript(ast.Attribute(ast.Name("environment")), ast.Constant(of))):
                found |= {name} if of in LENIENT else set()
    return found


def names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


class FastTemplates(ast.NodeTransformer):
    def __init__(self, lenient: set[str]) -> None:
        self.lenient = lenient
        self.part: ast.Call | None = None  # an include or a block, about to be put into the page
        self.is_sieve = False

    # ---- what is put into the page

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name == "root" or node.name.startswith("block_"):
            node.args = ast.arguments(
                posonlyargs=[], args=[ast.arg("context"), ast.arg("put")], kwonlyargs=[], kw_defaults=[], defaults=[]
            )
        elif node.name != "macro":
            return self.sieve(node)
        self.generic_visit(node)
        needs = [one for one in node.body if not is_set(one, "resolve")]
        if "resolve" not in set().union(*map(names_in, needs)):
            node.body = needs
        return node

    def sieve(self, node: ast.FunctionDef) -> ast.AST:
        """What gives only some of the values of a loop stays a generator."""
        self.is_sieve = True
        self.generic_visit(node)
        self.is_sieve = False
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Yield(ast.expr() as value) if not self.is_sieve:
                return replace_pairs(ast.Name("put"), self.visit(value))
            case ast.YieldFrom(ast.Call() as call):
                return call_with(call, ast.Name("put"))
            case ast.Call(ast.Attribute(ast.Name(), "append") as append, [value]):
                return replace_pairs(append, self.visit(value))
            case ast.Call(ast.Attribute(ast.Name() as buffer, "extend"), [ast.Tuple(values)]):
                return [replace_pairs(ast.Attribute(buffer, "append"), self.visit(value)) for value in values]
            case ast.Call(ast.Attribute(ast.Name(name))) if name in VARS:
                return None
            case ast.Call(ast.Attribute(ast.Attribute(attr="exported_vars"), "discard" | "difference_update")):
                return None
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> Any:
        match node:
            case ast.Try([ast.For(body=[ast.Expr(ast.Yield())])]) if self.part is not None:
                return call_with(self.part, ast.Name("put"))
            case ast.Try([ast.For(body=[ast.Expr(ast.Call(append))])]) if self.part is not None:
                return call_with(self.part, append)
            case ast.Try([ast.Assign() as found], [ast.ExceptHandler(ast.Name("KeyError"))]):
                return found  # what a template misses is found by the tests
        return self.generic_visit(node)

    # ---- what is left out

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        return None

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name("gen")], ast.Call() as part):
                self.part = self.visit(part)
                return None
            case ast.Assign([ast.Name(name) | ast.Subscript(ast.Name(name))]) if name in NOTED:
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

    # ---- what is called

    def visit_Call(self, node: ast.Call) -> Any:
        self.keep(node)
        self.generic_visit(node)
        node.keywords = [one for one in node.keywords if one.arg not in VARS]
        match node:
            case ast.Call(ast.Attribute(ast.Name("context"), "call"), [called, *given]):
                return ast.Call(called, given, node.keywords)
            case ast.Call(ast.Attribute(ast.Name("environment"), "getattr"), [of, ast.Constant(name)]):
                return ast.Attribute(of, str(name))
            case ast.Call(
                ast.Attribute(ast.Name("environment"), "get_template" | "get_or_select_template"), [name, *_]
            ):
                return ast.Call(ast.Attribute(ast.Name("environment"), "get_template"), [name], [])
            case ast.Call(ast.Name("resolve"), [name]):
                return ast.Call(node.func, [name, ast.Name("missing")], [])
            case ast.Call(ast.Name("LoopContext"), [values, *_]):
                return ast.Call(node.func, [values], [])
            case ast.Call(ast.Name("cond_expr_undefined")):
                return ast.Name("nothing")
        return node

    def keep(self, node: ast.Call) -> None:
        """Where somebody asks whether it is there, an attribute may be missing."""
        match node:
            case ast.Call(ast.Name(name), [ast.Call(ast.Attribute(ast.Name("environment"), "getattr"), asked), *more]):
                if name in self.lenient:
                    node.args = [ast.Call(ast.Name("getattr"), [*asked, ast.Name("missing")], []), *more]


def replace_pairs(where: ast.expr, value: ast.expr) -> ast.stmt:
    """Text; what a call block gives is safe, and has to become such."""
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


def is_set(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.Assign([ast.Name(set)]):
            return set == name
    return False

"""Checks the templates of the phone: each use of a feature that it cannot render is refused with the reason."""

from collections.abc import Iterator

from jinja2 import nodes
from jinja2.defaults import DEFAULT_NAMESPACE

from games.phone.jinja.filters import FILTERS, TESTS
from games.phone.jinja.loop import LoopContext

STATEMENTS = "Template Output TemplateData If For Block Extends Include Import FromImport Macro CallBlock With Assign AssignBlock"
EXPRESSIONS = "Name NSRef Const Tuple List Dict Pair Keyword Call Getattr Getitem Slice Filter Test CondExpr"
OPERATORS = "Operand Compare And Or Not Neg Add Sub Mul FloorDiv Mod Concat"
NODES = {*STATEMENTS.split(), *EXPRESSIONS.split(), *OPERATORS.split()}

# The phone's dicts have no order.
METHODS = {"clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"}

GLOBALS = {"namespace", "range"}
SHARED = {"base.html", "_pictures.html"}  # templates outside pages/ that its templates use
CALLED = {"endswith", "get", "replace", "split", "startswith", "strip"}
KNOWN = {*dir(str), *dir(list), *dir(dict)}
LOOP = {*vars(LoopContext), "index0", "length"}


def refused(template: nodes.Node) -> Iterator[str]:
    yield from wrong(template)
    for child in template.iter_child_nodes():
        yield from refused(child)


def wrong(node: nodes.Node) -> Iterator[str]:
    if type(node).__name__ not in NODES:
        yield f"{node.lineno}: {type(node).__name__}"
    match node:
        case nodes.Filter(name=name) if name not in FILTERS:
            yield f"{node.lineno}: the filter {name}"
        case nodes.Filter(name="map") if node.args or [keyword.key for keyword in node.kwargs] != ["attribute"]:
            yield f"{node.lineno}: map without attribute="
        case nodes.Test(name=name) if name not in TESTS:
            yield f"{node.lineno}: the test {name}"
        case nodes.Slice(step=step) if step is not None:
            yield f"{node.lineno}: a slice with a step"
        case nodes.Name(name="pgettext" | "npgettext"):
            yield f"{node.lineno}: a text with a context"
        case nodes.Name(name=name, ctx="load") if name in DEFAULT_NAMESPACE and name not in GLOBALS:
            yield f"{node.lineno}: the global {name}"
        case nodes.Getattr(node=nodes.Name(name="loop"), attr=attr) if attr not in LOOP:
            yield f"{node.lineno}: loop.{attr}"
        case nodes.Getattr(attr=attr) if attr in METHODS and attr != "get":
            yield f"{node.lineno}: .{attr}, which is a method of dicts and has no order"
        case nodes.Call(node=nodes.Getattr(attr=attr)) if attr in KNOWN - CALLED:
            yield f"{node.lineno}: .{attr}()"
        case nodes.Call(node=nodes.Name(name="asset"), args=args) if not isinstance(args[0], nodes.Const):
            yield f"{node.lineno}: a file whose name is worked out"
        case nodes.For(recursive=True):
            yield f"{node.lineno}: a loop that calls itself"
        case nodes.Extends() | nodes.Include() | nodes.Import() | nodes.FromImport() if not reaches(node.template):
            yield f"{node.lineno}: a template from elsewhere"


def reaches(name: nodes.Expr) -> bool:
    """Return whether an expression can only name templates of pages/, or shared ones."""
    match name:
        case nodes.Const(value=str(value)):
            return value in SHARED or value.startswith("pages/")
        case nodes.Concat(nodes=[nodes.Const(value=str(value)), *_]):
            return value.startswith("pages/")
        case nodes.CondExpr(expr1=first, expr2=nodes.Expr() as second):
            return reaches(first) and reaches(second)
    return False

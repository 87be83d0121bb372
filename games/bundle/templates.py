"""The table's templates for the phone: the Python that Jinja2's own compiler makes of them, in the language that it speaks.

A text stands there as it is said: so it is sent once, and nobody looks it up while somebody waits. What is filled in is
filled in there; plurals are chosen there.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, meta, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from games.bundle.fast_templates import fast_source
from scorekeeper import jinja

Say = Callable[[str], str]

FOLDER = Path(__file__).resolve().parents[2] / "templates"
TABLE = "table"


def compiled(say: Say) -> dict[str, str]:
    """The templates of the table and all that they use: name and source."""
    environment = jinja.plain(loader=FileSystemLoader(FOLDER))
    names = [path.relative_to(FOLDER).as_posix() for path in (FOLDER / TABLE).rglob("*.html")]
    return {name: compile_template(environment, name, say) for name in reached(environment, names)}


def reached(environment: Environment, names: Iterable[str]) -> list[str]:
    """These, and those they extend, include and import."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            named = meta.find_referenced_templates(environment.parse(text(environment, name), name))
            waiting += [other for other in named if other is not None]  # None: only worked out when it is rendered
    return sorted(found)


def text(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


class InlineTranslations(NodeTransformer):
    """Puts a translation where its text stands: Jinja2 takes it for safe, and so do we."""

    def __init__(self, say: Say) -> None:
        self.say = say

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """What is put out in pieces is put out at once: so texts become part of the page around them."""
        super().generic_visit(node, *args, **kwargs)
        if isinstance(node, nodes.Output):
            node.nodes = [piece for one in node.nodes for piece in split_placeholders(one)]
        for _field, value in node.iter_fields():
            if isinstance(value, list):
                value[:] = joined(value)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        if not is_text(node):
            return node
        [text] = node.args
        assert isinstance(text, nodes.Const)
        said = self.say(text.value)
        if node.kwargs:
            node.args = [nodes.Const(said, lineno=text.lineno)]
            return node
        try:
            return nodes.Const(Markup(said % {}), lineno=node.lineno)
        except (KeyError, ValueError):
            return node  # what nobody fills in is wrong, there as here


def split_placeholders(node: nodes.Expr) -> list[nodes.Expr]:
    """A text that is put out goes around what is filled in: nobody has to look for the places."""
    if not isinstance(node, nodes.Call) or not is_text(node):
        return [node]
    values = {one.key: one.value for one in node.kwargs}
    texts = re.split(r"%\((\w+)\)s", node.args[0].as_const())
    if "%" in "".join(texts[::2]).replace("%%", "") or not values.keys() >= {*texts[1::2]}:
        return [node]
    return [
        values[text] if place % 2 else nodes.TemplateData(text.replace("%%", "%"), lineno=node.lineno)
        for place, text in enumerate(texts)
        if text
    ]


def joined(body: list[Any]) -> list[Any]:
    found: list[Any] = []
    for node in body:
        if isinstance(node, nodes.Output) and found and isinstance(found[-1], nodes.Output):
            found[-1].nodes += node.nodes
        else:
            found.append(node)
    return found


def is_text(node: nodes.Call) -> bool:
    is_asked = isinstance(node.node, nodes.Name) and node.node.name == "gettext"
    return is_asked and len(node.args) == 1 and isinstance(node.args[0], nodes.Const)


def compile_template(environment: Environment, name: str, say: Say) -> str:
    read: Any = InlineTranslations(say).visit(environment.parse(text(environment, name), name))
    source = fast_source(environment.compile(read, name, raw=True))
    return re.sub(r"^(    )+", lambda found: " " * (len(found[0]) // 4), source, flags=re.MULTILINE)

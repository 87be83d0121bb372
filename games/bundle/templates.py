"""Compile templates to Python for the phone, with the texts of one language in place.

Inlined texts are sent once, and the phone never looks them up. It still fills in placeholders and chooses plurals.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, meta, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from games.bundle.cache import cached
from games.bundle.fast_templates import fast_source
from scorekeeper import jinja

Translate = Callable[[str], str]

FOLDER = Path(__file__).resolve().parents[2] / "templates"
PAGES = "pages"  # the templates of games/pages


def compiled(translate: Translate, language: str) -> dict[str, str]:
    """Return the compiled templates of games/pages, with all that they use: name and source."""

    def template(name: str) -> str:
        source = text(environment, name)
        return cached(
            "template", language, name, source, calculate=lambda: compile_template(environment, name, translate)
        )

    environment = jinja.base_environment(loader=FileSystemLoader(FOLDER))
    names = [path.relative_to(FOLDER).as_posix() for path in (FOLDER / PAGES).rglob("*.html")]
    return {name: template(name) for name in reached(environment, names)}


def reached(environment: Environment, names: Iterable[str]) -> list[str]:
    """Return these templates, and those that they extend, include and import."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += references(environment, text(environment, name))
    return sorted(needed)


def references(environment: Environment, source: str) -> list[str]:
    """Return the templates that a template extends, includes and imports."""

    def find() -> str:
        # The name is None if it is computed while rendering.
        found = meta.find_referenced_templates(environment.parse(source))
        return json.dumps([name for name in found if name is not None])

    return list(json.loads(cached("references", source, calculate=find)))


def text(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


class InlineTranslations(NodeTransformer):
    """Replaces texts by their translations. They are safe HTML, as in Jinja2."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """Join neighbouring outputs, so that texts become part of the page around them."""
        super().generic_visit(node, *args, **kwargs)
        if isinstance(node, nodes.Output):
            node.nodes = [part for child in node.nodes for part in split_placeholders(child)]
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
        translation = self.translate(text.value)
        if node.kwargs:
            node.args = [nodes.Const(translation, lineno=text.lineno)]
            return node
        try:
            return nodes.Const(Markup(translation % {}), lineno=node.lineno)
        except (KeyError, ValueError):
            return node  # a placeholder without a value is an error on the server, too


def split_placeholders(node: nodes.Expr) -> list[nodes.Expr]:
    """Split a text at its placeholders, so that the phone need not search for them."""
    if not isinstance(node, nodes.Call) or not is_text(node):
        return [node]
    values = {child.key: child.value for child in node.kwargs}
    texts = re.split(r"%\((\w+)\)s", node.args[0].as_const())
    if "%" in "".join(texts[::2]).replace("%%", "") or not values.keys() >= {*texts[1::2]}:
        return [node]
    return [
        values[text] if place % 2 else nodes.TemplateData(text.replace("%%", "%"), lineno=node.lineno)
        for place, text in enumerate(texts)
        if text
    ]


def joined(body: list[Any]) -> list[Any]:
    statements: list[Any] = []
    for node in body:
        if isinstance(node, nodes.Output) and statements and isinstance(statements[-1], nodes.Output):
            statements[-1].nodes += node.nodes
        else:
            statements.append(node)
    return statements


def is_text(node: nodes.Call) -> bool:
    is_gettext = isinstance(node.node, nodes.Name) and node.node.name in ("gettext", "_")
    return is_gettext and len(node.args) == 1 and isinstance(node.args[0], nodes.Const)


def compile_template(environment: Environment, name: str, translate: Translate) -> str:
    tree: Any = InlineTranslations(translate).visit(environment.parse(text(environment, name), name))
    return fast_source(environment.compile(tree, name, raw=True))

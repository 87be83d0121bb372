"""The values of a template while it is rendered, and the blocks of templates that extend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.markup import Markup
from games.phone.jinja.undefined import missing

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.phone.jinja.environment import Environment

    Values = dict[str, Any]
    Emit = Callable[[str], None]
    Render = Callable[["Context", Emit], None]


class Context:
    def __init__(self, environment: Environment, name: str, values: Values, blocks: dict[str, Render]) -> None:
        self.environment = self.eval_ctx = environment
        self.name = name
        self.vars = values  # values from outside, and those that the template sets
        self.exported_vars: set[str] = set()
        self.blocks = {name: [blocks[name]] for name in blocks}

    def get_all(self) -> Values:
        return self.vars

    def derived(self, values: Values | None = None) -> Context:
        """Return a context of the same template with more values."""
        context = Context(self.environment, self.name, merged_values(self.get_all(), values), {})
        context.blocks = {name: list(self.blocks[name]) for name in self.blocks}
        return context

    def super(self, name: str, current: Render) -> Any:
        stack = self.blocks[name]
        return reference(self, name, stack, stack.index(current) + 1)


def merged_values(known: Values, new: Values | None) -> Values:
    """Return both groups of values in one dict. `copy` takes a twentieth of the time that `dict` takes."""
    values = known.copy()
    given = new or {}
    for name in given:
        if given[name] is not missing:
            values[name] = given[name]
    return values


def text(render: Render, context: Context) -> str:
    parts: list[str] = []
    render(context, parts.append)
    return "".join(parts)


def reference(context: Context, name: str, stack: list[Render], depth: int) -> Any:
    if depth >= len(stack):
        return context.environment.undefined("there is no parent block called " + repr(name))
    return BlockReference(context, name, stack, depth)


class BlockReference:
    """A block that a template calls by `super()`, or by its name on `self`."""

    def __init__(self, context: Context, name: str, stack: list[Render], depth: int) -> None:
        self.context = context
        self.name = name
        self.stack = stack
        self.depth = depth

    @property
    def super(self) -> Any:
        return reference(self.context, self.name, self.stack, self.depth + 1)

    def __call__(self) -> Markup:
        return Markup(text(self.stack[self.depth], self.context))


class TemplateReference:
    """The `self` of a template."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getattr__(self, name: str) -> BlockReference:
        return BlockReference(self._context, name, self._context.blocks[name], 0)

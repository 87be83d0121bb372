"""What a template knows while it is rendered: its values, and the blocks of those that extend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.markup import Markup
from games.phone.jinja.undefined import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from games.phone.jinja.environment import Environment

    Values = dict[str, Any]
    Render = Callable[["Context"], Iterable[Any]]


class Context:
    def __init__(self, environment: Environment, name: str, parent: Values, blocks: dict[str, Render]) -> None:
        self.environment = self.eval_ctx = environment
        self.name = name
        self.parent = parent  # what came from outside
        self.vars: Values = {}  # what was set here
        self.exported_vars: set[str] = set()
        self.blocks = {name: [blocks[name]] for name in blocks}

    def resolve_or_missing(self, name: str) -> Any:
        if name in self.vars:
            return self.vars[name]
        return self.parent.get(name, missing)

    def resolve(self, name: str) -> Any:
        found = self.resolve_or_missing(name)
        return self.environment.undefined(name=name) if found is missing else found

    def get_all(self) -> Values:
        if not self.vars:
            return self.parent
        found = dict(self.parent)
        found.update(self.vars)
        return found

    def call(self, _called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return _called(*given, **named)

    def derived(self, values: Values | None = None) -> Context:
        """The same template, knowing more."""
        made = Context(self.environment, self.name, added(self.get_all(), values), {})
        made.blocks = {name: list(self.blocks[name]) for name in self.blocks}
        return made

    def super(self, name: str, current: Render) -> Any:
        stack = self.blocks[name]
        return reference(self, name, stack, stack.index(current) + 1)


def added(known: Values, more: Values | None) -> Values:
    """What is known, and what is given with it."""
    if not more:
        return known
    found = dict(known)
    for name in more:
        if more[name] is not missing:
            found[name] = more[name]
    return found


def reference(context: Context, name: str, stack: list[Render], depth: int) -> Any:
    if depth >= len(stack):
        return context.environment.undefined("there is no parent block called " + repr(name) + ".", name="super")
    return BlockReference(context, name, stack, depth)


class BlockReference:
    """A block that is called: by `super()`, or by its name on `self`."""

    def __init__(self, context: Context, name: str, stack: list[Render], depth: int) -> None:
        self.context = context
        self.name = name
        self.stack = stack
        self.depth = depth

    @property
    def super(self) -> Any:
        return reference(self.context, self.name, self.stack, self.depth + 1)

    def __call__(self) -> Markup:
        return Markup(self.context.environment.concat(self.stack[self.depth](self.context)))


class TemplateReference:
    """The `self` of a template."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getitem__(self, name: str) -> BlockReference:
        return BlockReference(self._context, name, self._context.blocks[name], 0)

"""A compiled template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.context import Context, merged_values, text
from games.phone.jinja.markup import Markup

if TYPE_CHECKING:
    from typing import Any

    from games.phone.jinja.context import Values
    from games.phone.jinja.environment import Environment


class Template:
    def __init__(self, environment: Environment, name: str, source: str) -> None:
        scope: dict[str, Any] = {"environment": environment}
        exec(source, scope)
        self.environment = environment
        self.name = name
        self.root_render_func = scope["root"]
        self.blocks = scope["blocks"]
        self.module: TemplateModule | None = None

    def render(self, values: Values) -> str:
        return text(self.root_render_func, self.new_context(values))

    def new_context(self, values: Values | None = None, shared: bool = False, more: Values | None = None) -> Context:
        """If `shared`, the values contain the globals already."""
        known = values or {}
        if not shared:
            known = self.environment.globals.copy()
            known.update(values or {})
        return Context(self.environment, self.name, merged_values(known, more), self.blocks)

    def make_module(self, values: Values, shared: bool = False, more: Values | None = None) -> TemplateModule:
        """Return the module for an import with context."""
        return TemplateModule(self, self.new_context(values, shared, more))

    def _get_default_module(self, context: Context | None = None) -> TemplateModule:
        """Return the module for all other imports, built once."""
        if self.module is None:
            self.module = TemplateModule(self, self.new_context())
        return self.module


class TemplateModule:
    """An imported template, with its macros as attributes."""

    def __init__(self, template: Template, context: Context) -> None:
        self._text = text(template.root_render_func, context)
        self.__name__ = template.name
        for name in context.exported_vars:
            setattr(self, name, context.vars[name])

    def __html__(self) -> Markup:
        return Markup(self._text)

    def __str__(self) -> str:
        return self._text

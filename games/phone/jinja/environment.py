"""The environment: templates, filters and globals, and the lookup of items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.filters import FILTERS, TESTS
from games.phone.jinja.markup import Markup
from games.phone.jinja.runtime import Namespace
from games.phone.jinja.template import Template
from games.phone.jinja.undefined import StrictUndefined, TemplateNotFound, Undefined

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Environment:
    autoescape = True
    undefined = StrictUndefined
    filters = FILTERS
    tests = TESTS

    def __init__(self, read: Callable[[str], str]) -> None:
        """`read` returns the compiled source of a template, and raises `OSError` if there is none."""
        self.read = read
        self.globals: dict[str, Any] = {"namespace": Namespace, "range": range}
        self.templates: dict[str, Template] = {}

    def get_template(self, name: Any) -> Template:
        template = self.templates.get(name)
        if template is None:
            try:
                source = self.read(str(name))
            except OSError:
                raise TemplateNotFound(name)  # noqa: B904
            template = self.templates[name] = Template(self, name, source)
        return template

    def getitem(self, value: Any, key: Any) -> Any:
        """`value[key]`"""
        if isinstance(key, (Markup, Undefined)):
            key = str(key)
        try:
            return value[key]
        except (AttributeError, LookupError, TypeError):
            if isinstance(key, str) and hasattr(value, key):
                return getattr(value, key)
            return self.undefined(str(type(value)) + " has no " + repr(key))

    def install_gettext_callables(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> None:
        """Install the functions of Jinja2's new style: texts are HTML, and values in them are escaped."""

        def gettext_markup(_text: str, **values: Any) -> Markup:
            return Markup(gettext(_text)) % values

        def ngettext_markup(_singular: str, _plural: str, _count: int, **values: Any) -> Markup:
            if "num" not in values:
                values["num"] = _count
            return Markup(ngettext(_singular, _plural, _count)) % values

        self.globals.update({"gettext": gettext_markup, "_": gettext_markup, "ngettext": ngettext_markup})

"""The environment: where templates, filters and globals are kept, and how values are looked up."""

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
        """`read` gives the compiled source of a template; it raises `OSError` where there is none."""
        self.read = read
        self.globals: dict[str, Any] = {"namespace": Namespace, "range": range}
        self.templates: dict[str, Template] = {}

    def get_template(self, name: Any) -> Template:
        found = self.templates.get(name)
        if found is None:
            try:
                source = self.read(str(name))
            except OSError:
                raise TemplateNotFound(name)  # noqa: B904
            found = self.templates[name] = Template(self, name, source)
        return found

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
        """Texts are HTML, and what is put into them is escaped: the new style."""

        def one(_text: str, **values: Any) -> Markup:
            return Markup(gettext(_text)) % values

        def many(_one: str, _many: str, _count: int, **values: Any) -> Markup:
            if "num" not in values:
                values["num"] = _count
            return Markup(ngettext(_one, _many, _count)) % values

        self.globals.update({"gettext": one, "_": one, "ngettext": many})

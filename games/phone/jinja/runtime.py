"""The names that a compiled template imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.context import TemplateReference
from games.phone.jinja.loop import LoopContext
from games.phone.jinja.macro import Macro
from games.phone.jinja.markup import Markup
from games.phone.jinja.markup import escaped as escape  # plain text is enough for output
from games.phone.jinja.undefined import TemplateNotFound, TemplateRuntimeError, Undefined, missing, nothing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

__all__ = [
    "LoopContext",
    "Macro",
    "Markup",
    "Namespace",
    "TemplateNotFound",
    "TemplateReference",
    "TemplateRuntimeError",
    "Undefined",
    "concat",
    "escape",
    "identity",
    "internalcode",
    "markup_join",
    "missing",
    "nothing",
    "str_join",
]


class Namespace:
    """Values that a template sets inside a loop and reads after it."""

    def __init__(self, **values: Any) -> None:
        for name in values:
            self[name] = values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


concat = "".join


def identity(value: Any) -> Any:
    return value


internalcode = identity


def markup_join(values: Iterable[Any]) -> Any:
    """Return `a ~ b`, as HTML if one of them is HTML."""
    items = list(values)
    if [value for value in items if isinstance(value, Markup)]:
        return Markup("".join([escape(value if isinstance(value, Markup) else str(value)) for value in items]))
    return str_join(items)


def str_join(values: Iterable[Any]) -> str:
    return "".join([str(value) for value in values])

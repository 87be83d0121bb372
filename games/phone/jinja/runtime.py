"""The names that a compiled template imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.context import TemplateReference
from games.phone.jinja.loop import LoopContext
from games.phone.jinja.macro import Macro
from games.phone.jinja.markup import Markup
from games.phone.jinja.markup import escaped as escape  # what is escaped is printed: text will do
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
    """What a template may set inside a loop and read after it."""

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
    """`a ~ b`: HTML where one of them is."""
    found = list(values)
    if [value for value in found if isinstance(value, Markup)]:
        return Markup("".join([escape(value if isinstance(value, Markup) else str(value)) for value in found]))
    return str_join(found)


def str_join(values: Iterable[Any]) -> str:
    return "".join([str(value) for value in values])

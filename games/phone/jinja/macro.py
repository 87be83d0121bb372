"""A macro: a part of a template that is called with arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.markup import Markup
from games.phone.jinja.undefined import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Macro:
    def __init__(
        self,
        function: Callable[..., str],
        name: str | None,
        arguments: Sequence[str],
        takes_names: bool = False,
        takes_more: bool = False,
        takes_caller: bool = False,
    ) -> None:
        self.function = function
        self.name = name
        self.arguments = arguments
        self.takes_names = takes_names
        self.takes_more = takes_more
        self.takes_caller = takes_caller and "caller" not in arguments
        self.plain = None if takes_names or takes_more or self.takes_caller else len(arguments)

    def __call__(self, *given: Any, **keywords: Any) -> Markup:
        if len(given) == self.plain and not keywords:
            return Markup(self.function(*given))
        count = len(self.arguments)
        values = list(given[:count])
        for name in self.arguments[len(values) :]:
            values.append(keywords.pop(name, missing))
        if self.takes_caller:
            caller = keywords.pop("caller", None)
            values.append(missing if caller is None else caller)
        if self.takes_names:
            values.append(keywords)
        elif keywords:
            raise TypeError(f"macro {self.name} takes no keyword argument {list(keywords)[0]}")  # noqa: RUF015
        if self.takes_more:
            values.append(given[count:])
        elif len(given) > count:
            raise TypeError(f"macro {self.name} takes not more than {count} arguments")
        return Markup(self.function(*values))

"""The filters and tests that templates may use. tests/bundle/test_templates.py checks that they use no others.

Compiled templates pass the environment or context first to some filters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.markup import Markup, escape, escaped
from games.phone.jinja.undefined import Undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from games.phone.jinja.context import Context
    from games.phone.jinja.environment import Environment


def default(value: Any, instead: Any = "", boolean: bool = False) -> Any:
    return instead if isinstance(value, Undefined) or (boolean and not value) else value


def first(environment: Environment, values: Iterable[Any]) -> Any:
    for value in values:
        return value
    return environment.undefined("No first item, sequence was empty.")


def last(environment: Environment, values: Iterable[Any]) -> Any:
    items = list(values)
    return items[-1] if items else environment.undefined("No last item, sequence was empty.")


def join(eval_ctx: Environment, values: Iterable[Any], between: Any = "", attribute: Any = None) -> Any:
    """Join values to a text, or to HTML if one of them is HTML."""
    items = list(values if attribute is None else attributes(eval_ctx, values, attribute))
    if hasattr(between, "__html__"):
        # Jinja2 turns other values into text first and escapes them then.
        return Markup(escaped(between).join([escaped(text_of(value)) for value in items]))
    if [value for value in items if hasattr(value, "__html__")]:
        return Markup(escaped(between).join([escaped(value) for value in items]))
    return str(between).join([str(value) for value in items])


def list_(_eval_ctx: Environment, values: Iterable[Any]) -> list[Any]:
    return list(values)


def map_(context: Context, values: Iterable[Any], *, attribute: str) -> Iterator[Any]:
    return attributes(context.environment, values, attribute)


def attributes(environment: Environment, values: Iterable[Any], path: Any) -> Iterator[Any]:
    parts = [int(part) if part.isdigit() else part for part in str(path).split(".")]
    for value in values:
        for part in parts:
            value = environment.getitem(value, part)
        yield value


def replace(_eval_ctx: Environment, value: Any, old: Any, new: Any) -> Any:
    if hasattr(old, "__html__") or hasattr(new, "__html__"):
        value = escape(value)
    if isinstance(value, Markup):
        return Markup(value.text.replace(str(old), escaped(new)))
    return str(value).replace(str(old), str(new))


def text_of(value: Any) -> Any:
    return value if isinstance(value, (str, Markup)) else str(value)


FILTERS: dict[str, Callable[..., Any]] = {
    "count": len,
    "default": default,
    "e": escape,
    "escape": escape,
    "first": first,
    "join": join,
    "last": last,
    "length": len,
    "list": list_,
    "map": map_,
    "replace": replace,
    "safe": Markup,
    "string": text_of,
}

TESTS: dict[str, Callable[..., bool]] = {
    "defined": lambda value: not isinstance(value, Undefined),
    "even": lambda value: value % 2 == 0,
    "none": lambda value: value is None,
    "odd": lambda value: value % 2 == 1,
    "sameas": lambda value, other: value is other,
    "undefined": lambda value: isinstance(value, Undefined),
}

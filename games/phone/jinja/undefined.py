"""Placeholders for missing values."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn


class TemplateRuntimeError(Exception):
    pass


class TemplateNotFound(Exception):
    pass


class UndefinedError(TemplateRuntimeError):
    pass


class Undefined:
    """The value of an `if` expression without `else`. It renders as nothing."""

    def __init__(self, hint: str) -> None:
        self._hint = hint

    def _fail(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise UndefinedError(self._hint)

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        self._fail()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _fail
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __neg__ = __pos__ = _fail
    __call__ = __getitem__ = __lt__ = __le__ = __gt__ = __ge__ = __int__ = _fail

    def __str__(self) -> str:
        return ""

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return id(type(self))


class StrictUndefined(Undefined):
    """The value of an unknown name. Any use of it is an error, except the test whether it is defined."""

    __str__ = __len__ = __bool__ = __iter__ = __contains__ = Undefined._fail
    __eq__ = __ne__ = __hash__ = Undefined._fail


missing = StrictUndefined("a name is not defined")
nothing = Undefined("an if without its else")

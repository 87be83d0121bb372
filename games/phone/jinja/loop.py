"""The `loop` of a for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from games.phone.jinja.undefined import Undefined


class LoopContext:
    def __init__(self, items: Iterable[Any], undefined: type[Undefined]) -> None:
        self.items = list(items)
        self.length = len(self.items)
        self.index0 = -1
        self.undefined = undefined

    def __iter__(self) -> LoopContext:
        return self

    def __next__(self) -> tuple[Any, LoopContext]:
        self.index0 += 1
        if self.index0 == self.length:
            raise StopIteration
        return self.items[self.index0], self

    @property
    def index(self) -> int:
        return self.index0 + 1

    @property
    def revindex(self) -> int:
        return self.length - self.index0

    @property
    def revindex0(self) -> int:
        return self.length - self.index0 - 1

    @property
    def first(self) -> bool:
        return self.index0 == 0

    @property
    def last(self) -> bool:
        return self.index0 + 1 == self.length

    @property
    def previtem(self) -> Any:
        return self.items[self.index0 - 1] if self.index0 else self.undefined("there is no previous item")

    @property
    def nextitem(self) -> Any:
        return self.undefined("there is no next item") if self.last else self.items[self.index0 + 1]

    def cycle(self, *values: Any) -> Any:
        return values[self.index0 % len(values)]

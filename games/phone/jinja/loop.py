"""The `loop` of a for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.phone.jinja.undefined import StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class LoopContext:
    def __init__(self, items: Iterable[Any]) -> None:
        self.items = list(items)
        self.length = len(self.items)
        self.index0 = -1

    def __iter__(self) -> Iterator[tuple[Any, LoopContext]]:
        for item in self.items:
            self.index0 += 1
            yield item, self

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
        return self.items[self.index0 - 1] if self.index0 else StrictUndefined("there is no previous item")

    @property
    def nextitem(self) -> Any:
        return StrictUndefined("there is no next item") if self.last else self.items[self.index0 + 1]

    def cycle(self, *values: Any) -> Any:
        return values[self.index0 % len(values)]

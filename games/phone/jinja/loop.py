"""The variable `loop` of a for loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    def first(self) -> bool:
        return self.index0 == 0

    @property
    def last(self) -> bool:
        return self.index0 + 1 == self.length

    def cycle(self, *values: Any) -> Any:
        return values[self.index0 % len(values)]

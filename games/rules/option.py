"""The kinds of house rules, which players choose before the first deal.

A released default never changes: another reading of a rule becomes another value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.question import is_one_of, listed
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Option:
    """A house rule. `players` lists the numbers of players that can change the default; None means all."""

    kind = ""

    def __init__(
        self, name: str, label: str, default: Any, *, help: str = "", players: Sequence[int] | None = None
    ) -> None:
        self.name = name
        self.label = label
        self.default = default
        self.help = help
        self.players = players

    def refusal(self, value: Any, players: int) -> Words | None:
        """Return why the option cannot have this value, or None if it can."""
        problem = self.value_problem(value)
        if problem is None and self.players is not None and players not in self.players and value != self.default:
            return Words(
                _("The option “%(option)s” is not available with %(players)s players."),
                option=self.name,
                players=players,
            )
        return problem

    def value_problem(self, value: Any) -> Words | None:
        return None

    def schema(self) -> dict[str, Any]:
        return {}

    def only(self, values: str) -> Words:
        return Words(_("“%(option)s” must be one of: %(values)s."), option=self.name, values=values)


class Switch(Option):
    """On or off; off by default unless `default` is true."""

    kind = "switch"

    def __init__(self, name: str, label: str, default: bool = False, **rest: Any) -> None:
        super().__init__(name, label, default, **rest)

    def value_problem(self, value: Any) -> Words | None:
        return None if type(value) is bool else self.only("true, false")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "default": self.default}


class Pick(Option):
    """One of a few values, each with a label. The default is the first one unless `default` is given."""

    kind = "pick"

    def __init__(
        self, name: str, label: str, values: Sequence[tuple[Any, str]], *, default: Any = None, **rest: Any
    ) -> None:
        super().__init__(name, label, values[0][0] if default is None else default, **rest)
        self.values = values

    def value_problem(self, value: Any) -> Words | None:
        return None if is_one_of(value, self.values) else self.only(listed(self.values))

    def schema(self) -> dict[str, Any]:
        return {"enum": [value for value, _label in self.values], "default": self.default}


class Target(Option):
    """A number to play to: any whole number from 1. `usual` has the common choices.

    If `none` has a label, a match needs no target: null means no target, and is the default.
    """

    kind = "target"

    def __init__(self, name: str, label: str, usual: Sequence[int], *, none: str = "", **rest: Any) -> None:
        super().__init__(name, label, None if none else usual[0], **rest)
        self.usual = usual
        self.none = none

    def value_problem(self, value: Any) -> Words | None:
        if (type(value) is int and value >= 1) or (value is None and self.none):
            return None
        if self.none:
            return Words(_("“%(option)s” must be a whole number from 1 up, or null."), option=self.name)
        return Words(_("“%(option)s” must be a whole number from 1 up."), option=self.name)

    def schema(self) -> dict[str, Any]:
        kind: Any = ["integer", "null"] if self.none else "integer"
        return {"type": kind, "minimum": 1, "default": self.default}


class Pairing(Option):
    """For each of a few values another one of them, or none."""

    kind = "pairing"

    def __init__(self, name: str, label: str, values: Sequence[tuple[str, str]], **rest: Any) -> None:
        super().__init__(name, label, None, **rest)
        self.values = values

    def value_problem(self, value: Any) -> Words | None:
        if value is None:
            return None
        if not isinstance(value, dict) or not all(self.is_pair(key, value[key]) for key in value):
            return Words(
                _("For each of these, “%(option)s” must name another one of them: %(values)s."),
                option=self.name,
                values=listed(self.values),
            )
        return None

    def is_pair(self, first: Any, second: Any) -> bool:
        return is_one_of(first, self.values) and is_one_of(second, self.values) and first != second

    def schema(self) -> dict[str, Any]:
        names = [name for name, _label in self.values]
        pairs = {name: {"enum": [other for other in names if other != name]} for name in names}
        return {"type": ["object", "null"], "properties": pairs, "additionalProperties": False, "default": None}

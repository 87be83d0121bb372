"""Questions made of questions: an answer for each, several of a kind, an object with fields.

What is wrong inside is told under the name of the outermost question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.ask import NEEDED, Number, Question, list_problems
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import Deal, Match


class Nested(Question):
    """A question whose answer holds answers to others."""

    def inside(self, question: Question, value: Any, match: Match) -> list[Problem]:
        found = [] if value is None else question.problems(value, match)
        for problem in found:
            problem.question = self.name
        return found

    def unknown_keys(self, value: dict[str, Any], known: Sequence[str]) -> list[Problem]:
        extra = [key for key in value if key not in known and value[key] is not None]
        return self.wrong("unknown", _("“%(name)s” has no meaning here."), name=min(extra)) if extra else []


class Each(Nested):
    """The same question for every side, or for every player."""

    kind = "each"

    def __init__(
        self,
        name: str,
        label: str,
        of: Question,
        *,
        player: bool = False,
        turns: Callable[[Deal], Sequence[int]] | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.of = of
        self.player = player
        self.turns = turns  # where they are asked in turn: the seat that begins, for each field of a record

    def length(self, match: Match) -> int:
        return match.players if self.player else match.sides

    def problems(self, value: Any, match: Match) -> list[Problem]:
        found = list_problems(self, value, self.length(match))
        if not found:
            for one in value:
                found.extend(self.inside(self.of, one, match))
        return found

    def full_value(self, value: Any, match: Match) -> Any:
        return all_full([self.of.full_value(one, match) for one in value])

    def schema(self, match: Match) -> dict[str, Any]:
        one = {"anyOf": [self.of.schema(match), {"type": "null"}]}
        return {"type": "array", "items": one, "minItems": self.length(match), "maxItems": self.length(match)}


class Several(Nested):
    """As many of the same as there are, up to `most`; not answered means none."""

    kind = "several"

    def __init__(self, of: Question, *, most: int) -> None:
        super().__init__(of.name, of.label)
        self.of = of
        self.most = most

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if not isinstance(value, list):
            return self.wrong("list", _("A list is needed here."))
        if len(value) > self.most:
            return self.wrong(
                "length", _("%(length)s stand here; there are %(most)s at most."), length=len(value), most=self.most
            )
        found = []
        for one in value:
            found.extend(self.inside(self.of, one, match))
        return found

    def full_value(self, value: Any, match: Match) -> Any:
        return all_full([self.of.full_value(one, match) for one in value or []])

    def schema(self, match: Match) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"anyOf": [self.of.schema(match), {"type": "null"}]},
            "maxItems": self.most,
        }


class Numbers(Nested):
    """A few whole numbers, such as the values of the cards laid."""

    kind = "numbers"

    def __init__(self, name: str, label: str, *, low: int, high: int, least: int, most: int) -> None:
        super().__init__(name, label)
        self.of = Number(name, label, low=low, high=high)
        self.least = least
        self.most = most

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if not isinstance(value, list):
            return self.wrong("list", _("A list is needed here."))
        if not self.least <= len(value) <= self.most:
            return self.wrong(
                "length",
                _("%(length)s cards stand here; %(least)s to %(most)s are laid."),
                length=len(value),
                least=self.least,
                most=self.most,
            )
        for one in value:
            found = self.inside(self.of, one, match)
            if found:
                return found
        return []

    def full_value(self, value: Any, match: Match) -> Any:
        return all_full(value)

    def schema(self, match: Match) -> dict[str, Any]:
        one = {"anyOf": [self.of.schema(match), {"type": "null"}]}
        return {"type": "array", "items": one, "minItems": self.least, "maxItems": self.most}


class Record(Nested):
    """An object with named fields, each a question of its own."""

    kind = "record"

    def __init__(self, name: str, label: str, fields: Sequence[Question], **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.fields = fields

    def names(self) -> list[str]:
        return [field.name for field in self.fields]

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if not isinstance(value, dict):
            return self.wrong("object", _("An object with named fields is needed here."))
        found = self.unknown_keys(value, self.names())
        for field in self.fields:
            found.extend(self.inside(field, value.get(field.name), match))
        return found

    def full_value(self, value: Any, match: Match) -> Any:
        if value is None:
            return None
        found = {}
        for field in self.fields:
            known = value.get(field.name)
            found[field.name] = None if known is None else field.full_value(known, match)
            if found[field.name] is None and field.need == NEEDED:
                return None
        return found

    def schema(self, match: Match) -> dict[str, Any]:
        fields = {field.name: {"anyOf": [field.schema(match), {"type": "null"}]} for field in self.fields}
        return {"type": "object", "properties": fields, "additionalProperties": False}


class OneOf(Nested):
    """An object of one of several kinds; `kind` names the record that the other fields fill."""

    kind = "one_of"

    def __init__(self, name: str, label: str, kinds: Sequence[Record]) -> None:
        super().__init__(name, label)
        self.kinds = kinds

    def of(self, value: dict[str, Any]) -> Record | None:
        for kind in self.kinds:
            if kind.name == value.get("kind"):
                return kind
        return None

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if not isinstance(value, dict):
            return self.wrong("object", _("An object with named fields is needed here."))
        record = self.of(value)
        if record is not None:
            return self.inside(record, without_kind(value), match)
        if value.get("kind") is None:
            return self.fits_none(value, match)
        names = ", ".join([kind.name for kind in self.kinds])
        return self.wrong("choice", _("One of these is needed here: %(values)s."), values=names)

    def fits_none(self, value: dict[str, Any], match: Match) -> list[Problem]:
        """What is wrong for every kind, while the kind is not known yet."""
        found = [self.inside(kind, value, match) for kind in self.kinds]
        return min(found, key=len)

    def full_value(self, value: Any, match: Match) -> Any:
        record = None if value is None else self.of(value)
        found = None if record is None else record.full_value(without_kind(value), match)
        return None if record is None or found is None else found | {"kind": record.name}

    def schema(self, match: Match) -> dict[str, Any]:
        found = []
        for kind in self.kinds:
            record = kind.schema(match)
            record["properties"]["kind"] = {"enum": [kind.name, None]}
            found.append(record)
        return {"anyOf": found}


def all_full(values: list[Any]) -> list[Any] | None:
    return None if any(value is None for value in values) else values


def without_kind(value: dict[str, Any]) -> dict[str, Any]:
    return {key: value[key] for key in value if key != "kind"}

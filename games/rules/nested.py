"""Questions that contain questions: one answer for each, several of a kind, an object with fields.

Problems of an inner answer have the name of the outermost question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.ask import Number
from games.rules.question import NEEDED, SITS_OUT, Question, fixed_size, list_problems, resting_places, size
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup
    from games.rules.question import Sized


class Nested(Question):
    """A question whose answer contains answers to other questions."""

    def inner(self) -> Sequence[Question]:
        """Return the questions directly inside."""
        return ()

    def all_inner(self) -> list[Question]:
        listed: list[Question] = []
        for question in self.inner():
            listed.extend([question] + question.all_inner())
        return listed

    def inside(self, question: Question, value: Any, deal: AnsweredDeal) -> list[Problem]:
        problems = [] if value is None else question.problems(value, deal)
        for problem in problems:
            problem.question = self.name
        return problems

    def unknown_keys(self, value: dict[str, Any], known: Sequence[str]) -> list[Problem]:
        extra = [key for key in value if key not in known and value[key] is not None]
        return self.wrong("unknown", _("“%(name)s” is not allowed here."), name=min(extra)) if extra else []


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
        turns: Callable[[AnsweredDeal], Sequence[int]] | None = None,
        beside: Sequence[str] = (),
        may_say: Callable[[AnsweredDeal, int], bool] | None = None,
        incomplete: str = "",
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.of = of
        self.player = player
        self.incomplete = incomplete  # what a page says if some have answered in turn, and others have not
        self.turns = turns  # for answers given in turn: the seat that begins, for each field of a record
        self.beside = beside  # the questions in whose rows a page shows a key for yes; no answer is a no then
        self.may_say = may_say  # whether a side or player is offered this key

    def inner(self) -> Sequence[Question]:
        return (self.of,)

    def length(self, setup: Setup) -> int:
        return setup.players if self.player else setup.sides

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        problems = list_problems(self, value, self.length(deal.setup))
        if not problems:
            for item in value:
                problems.extend(self.inside(self.of, item, deal))
            if [place for place in resting_places(deal, len(value)) if value[place] is not None]:
                problems.extend(self.wrong("seat", SITS_OUT))
        return problems

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        resting = resting_places(deal, len(value))
        full = [self.of.full_value(item, deal) for item in value]
        missing = [place for place, item in enumerate(full) if item is None and place not in resting]
        return None if missing else full

    def schema(self, setup: Setup) -> dict[str, Any]:
        item = {"anyOf": [self.of.schema(setup), {"type": "null"}]}
        return {"type": "array", "items": item, "minItems": self.length(setup), "maxItems": self.length(setup)}


class Several(Nested):
    """Any number of answers to the same question, up to `most`. No answer means none."""

    kind = "several"

    def __init__(self, of: Question, *, most: int) -> None:
        super().__init__(of.name, of.label, help=of.help, need=of.need, seldom=of.seldom, when=of.when)
        self.of = of
        self.most = most

    def inner(self) -> Sequence[Question]:
        return (self.of,)

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if not isinstance(value, list):
            return self.wrong("list", _("Expected a list."))
        if len(value) > self.most:
            return self.wrong(
                "length",
                _("There are %(length)s entries here; at most %(most)s are allowed."),
                length=len(value),
                most=self.most,
            )
        problems = []
        for item in value:
            problems.extend(self.inside(self.of, item, deal))
        return problems

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        return all_full([self.of.full_value(item, deal) for item in value or []])

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"anyOf": [self.of.schema(setup), {"type": "null"}]},
            "maxItems": self.most,
        }


class Numbers(Nested):
    """A few whole numbers, such as the values of the cards laid."""

    kind = "numbers"

    def __init__(self, name: str, label: str, *, low: int, high: Sized, least: int, most: Sized, **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.of = Number(name, label, low=low, high=high)
        self.least = least
        self.most = most

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if not isinstance(value, list):
            return self.wrong("list", _("Expected a list."))
        most = size(self.most, deal)
        if len(value) < self.least or (most is not None and len(value) > most):
            return self.wrong(
                "length",
                _("%(length)s cards entered; a player lays %(least)s to %(most)s."),
                length=len(value),
                least=self.least,
                most="…" if most is None else most,
            )
        for item in value:
            problems = self.inside(self.of, item, deal)
            if problems:
                return problems
        return []

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        return all_full(value)

    def schema(self, setup: Setup) -> dict[str, Any]:
        item = {"anyOf": [self.of.schema(setup), {"type": "null"}]}
        schema = {"type": "array", "items": item, "minItems": self.least}
        most = fixed_size(self.most, setup)
        return schema if most is None else schema | {"maxItems": most}


class Record(Nested):
    """An object with named fields, each a question of its own."""

    kind = "record"

    def __init__(self, name: str, label: str, fields: Sequence[Question], *, first: str = "", **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.fields = fields
        self.first = first  # the field that a page asks for in place of a tile that opens the others

    def inner(self) -> Sequence[Question]:
        return self.fields

    def names(self) -> list[str]:
        return [field.name for field in self.fields]

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if not isinstance(value, dict):
            return self.wrong("object", _("Expected an object with named fields."))
        problems = self.unknown_keys(value, self.names())
        for field in self.fields:
            problems.extend(self.inside(field, value.get(field.name), deal))
        return problems

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        if value is None:
            return None
        full = {}
        for field in self.fields:
            known = value.get(field.name)
            full[field.name] = None if known is None else field.full_value(known, deal)
            if full[field.name] is None and field.need == NEEDED:
                return None
        return full

    def schema(self, setup: Setup) -> dict[str, Any]:
        fields = {field.name: {"anyOf": [field.schema(setup), {"type": "null"}]} for field in self.fields}
        return {"type": "object", "properties": fields, "additionalProperties": False}


class OneOf(Nested):
    """An object of one of several kinds. Its field `kind` names the record of the other fields."""

    kind = "one_of"

    def __init__(
        self, name: str, label: str, kinds: Sequence[Record], *, worth: Callable[[dict[str, Any]], int] | None = None
    ) -> None:
        super().__init__(name, label)
        self.kinds = kinds
        self.worth = worth  # the points of an answer

    def inner(self) -> Sequence[Question]:
        return self.kinds

    def of(self, value: dict[str, Any]) -> Record | None:
        for kind in self.kinds:
            if kind.name == value.get("kind"):
                return kind
        return None

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if not isinstance(value, dict):
            return self.wrong("object", _("Expected an object with named fields."))
        record = self.of(value)
        if record is not None:
            return self.inside(record, without_kind(value), deal)
        if value.get("kind") is None:
            return self.least_problems(value, deal)
        names = ", ".join([kind.name for kind in self.kinds])
        return self.wrong("choice", _("Choose one of: %(values)s."), values=names)

    def least_problems(self, value: dict[str, Any], deal: AnsweredDeal) -> list[Problem]:
        """Return the fewest problems that the value has with any kind, while its kind is not known."""
        problems = [self.inside(kind, value, deal) for kind in self.kinds]
        return min(problems, key=len)

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        record = None if value is None else self.of(value)
        full = None if record is None else record.full_value(without_kind(value), deal)
        return None if record is None or full is None else full | {"kind": record.name}

    def schema(self, setup: Setup) -> dict[str, Any]:
        schemas = []
        for kind in self.kinds:
            record = kind.schema(setup)
            record["properties"]["kind"] = {"enum": [kind.name, None]}
            schemas.append(record)
        return {"anyOf": schemas}


def all_full(values: list[Any]) -> list[Any] | None:
    return None if any(value is None for value in values) else values


def without_kind(value: dict[str, Any]) -> dict[str, Any]:
    return {key: value[key] for key in value if key != "kind"}

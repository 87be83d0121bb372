"""The fields of questions that contain other questions of any kind: their inner fields, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.fields import Field, Fields
from games.pages.entry.form_answers import answered_places
from games.rules import ask, nested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.pages.entry.fields import Label


class ContainerFields(Fields):
    """Builds the fields of containers. Each answer inside has the field that it has elsewhere."""

    def field(self, question: ask.Question, name: str) -> Field:
        if isinstance(question, nested.Each):
            labels = self.names if question.player else self.sides
            resting = ask.resting_places(self.deal, len(labels))
            places = [place for place in range(len(labels)) if place not in resting]
            return self.container(question, name, [self.place(question.of, name, at, labels[at]) for at in places])
        if isinstance(question, (nested.Several, nested.Numbers)):
            return self.list_of(question, name)
        if isinstance(question, nested.OneOf):
            return self.one_of(question, name)
        return super().field(question, name)

    def container(self, question: ask.Question, name: str, inner: Sequence[Field]) -> Field:
        field = Field(question, name)
        field.widget = "record"
        field.inner = list(inner)
        field.answer = [label for one in inner for label in one.answer]
        field.is_done = all(one.answer for one in inner)
        field.can_clear = question.need != ask.NEEDED and bool(field.answer)
        return field

    def place(self, question: ask.Question, name: str, at: int, label: Label) -> Field:
        """Return the field of one place of a list. It can be cleared, because it may stay open for now."""
        field = self.field(question, f"{name}-{at}")
        field.label = label
        field.can_clear = bool(field.answer)
        return field

    def list_of(self, question: nested.Several | nested.Numbers, name: str) -> Field:
        """Return the answers of a list and a place for the next one, up to its limit."""
        most = ask.size(question.most, self.deal)
        places = answered_places(self.form, name)
        free = [at for at in range(len(places) + 1) if at not in places]
        if most is None or len(places) < most:
            places = sorted(places + free[:1])
        inner = [self.place(question.of, name, at, str(number)) for number, at in enumerate(places, 1)]
        field = self.container(question, name, inner)
        if isinstance(question.of, ask.Choice):
            field.widget = "choices"
            field.is_done = bool(field.answer)  # one tap answers; whoever opens it again chooses one more
        return field

    def one_of(self, question: nested.OneOf, name: str) -> Field:
        """Return the choice of a kind, and the fields of the chosen one."""
        kinds = [(kind.name, kind.label) for kind in question.kinds]
        inner = [self.inside(ask.Choice("kind", question.label, kinds), name)]
        record = question.of({"kind": self.form.get(f"{name}-kind")})
        if record is not None:
            inner += [self.inside(part, name) for part in record.fields]
        return self.container(question, name, inner)

"""The entry of a round: what is asked, how far it is answered, and what it is worth.

All of it stands in the form, so nothing is kept between two requests. While somebody is typing, a
problem shows once it can no longer come right; on saving all of them do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.reasons import SidePoints
from games.match.sheet import SheetRow
from games.pages.entry.blocks import Block, alone, group_fields, tables_of_piles
from games.pages.entry.keypad import PREFILLED, prefilled
from games.pages.entry.nested_fields import NestedFields
from games.pages.entry.parsed_round import ParsedRound
from games.pages.request import Form
from games.rules import ask
from games.rules.game import AnsweredDeal
from games.rules.judge import open_questions
from games.rules.words import Words

if TYPE_CHECKING:
    from typing import Any

    from games.match.sheet import Sheet
    from games.pages.entry.fields import Field, NumberBox
    from games.pages.entry.parsed_round import Position
    from games.rules.game import Part as QuestionPart
    from games.rules.words import Problem

    Label = Words | str

# What may come right with the next digit: 1 on the way to 112, 9 tricks of 10.
ON_THE_WAY = ("low", "step", "impossible", "too_few", "none")


class Entry(ParsedRound):
    """The round as far as it is typed."""

    def __init__(self, sheet: Sheet, position: Position, form: Form, *, stored: bool, saving: bool) -> None:
        super().__init__(sheet, position, form)
        self.is_stored = stored  # some of its answers are on the sheet already
        self.saving = saving
        self.blank = AnsweredDeal(self.setup, position.number, position.before)
        self.pile.show(self.deal)
        self.row = SheetRow(position.deal, self.deal, self.found, position.before)
        self.make = NestedFields(self.deal, form, self.sides, sheet.names)
        self.kept = self.keep()
        self.blocks = self.arrange()
        self.choose_now()

    # ---- what is asked

    def arrange(self) -> list[Block]:
        found: list[Block] = []
        for part in self.setup.game.parts:
            if not self.is_behind(part):
                fields = [self.field(name) for name in part.questions if self.is_shown(name)]
                for field in alone(fields) or fields:
                    group_fields(found, field)
                if self.is_waited_for(part):
                    break
        return tables_of_piles(found)

    def is_shown(self, name: str) -> bool:
        given = name in self.deal.given or name in self.deal.wrong or name in self.typed.answers
        return given or self.setup.game.question(name).when(self.deal)

    def is_answered(self, part: QuestionPart) -> bool:
        """Whether nothing in it is needed any more."""
        for name in part.questions:
            question = self.setup.game.question(name)
            missing = name not in self.deal.answers and question.when(self.deal)
            if missing and question.is_needed(self.deal):
                return False
        return True

    def is_behind(self, part: QuestionPart) -> bool:
        """Whether a part is over and done with: noted before, and the table needs only remember it."""
        if part is self.setup.game.parts[-1] or not self.is_stored or self.make.is_opened(part.name):
            return False
        return len(self.kept) > 0 and self.is_answered(part)

    def is_waited_for(self, part: QuestionPart) -> bool:
        """Whether what comes later need not be asked yet."""
        parts = self.setup.game.parts
        later = [name for other in parts[parts.index(part) + 1 :] for name in other.questions]
        told = [name for name in later if name in self.typed.answers]
        return not self.is_answered(part) and not told and not self.is_wrong

    def field(self, name: str) -> Field:
        question = self.setup.game.question(name)
        found = self.make.field(question, name)
        is_kept = name in self.setup.game.pinned and question.need == ask.NEVER
        found.can_fold = not question.is_needed(self.deal) and not is_kept
        found.is_extra = not question.when(self.blank)
        found.is_told = found.can_fold and not self.make.is_opened(name)
        found.problems = [words for problem, words in self.problems() if problem == name]
        return found

    def keep(self) -> list[Field]:
        """What the table has to remember during the round."""
        fields = [self.make.field(self.setup.game.question(name), name) for name in self.setup.game.pinned]
        return [field for field in fields if field.answer and self.deal[field.name] is not None]

    @property
    def behind(self) -> str:
        """The part that can be opened again."""
        for part in self.setup.game.parts:
            if self.is_behind(part):
                return part.name
        return ""

    # ---- what is wrong

    def problems(self) -> list[tuple[str | None, Words]]:
        """The question each belongs to, and the sentence; None where it belongs to the whole round."""
        found: list[tuple[str | None, Words]] = [(name.split("-")[0], words) for name, words in self.typed.unread]
        for problem in self.found:
            if self.saving or not is_on_the_way(problem):
                found.append((problem.question, problem.words))
        return found

    @property
    def missing(self) -> list[Words]:
        """What is still needed."""
        found = []
        for name in open_questions(self.deal):
            question = self.setup.game.question(name)
            if question.is_needed(self.deal) or (question.need == ask.ONCE_BEGUN and self.deal.has_begun(name)):
                found.append(Words(question.label))
        return found

    # ---- where the keypad types

    def choose_now(self) -> None:
        """The field that was tapped, else the first that is empty; after a refused save where the focus goes, too."""
        boxes = [box for field in self.shown() for box in typed_boxes(field)]
        wanted = self.form.get("now")
        if self.saving:
            chosen = [box for field in self.shown() if field.problems for box in typed_boxes(field)] + boxes
        else:
            chosen = [box for box in boxes if box.name == wanted]
        open_ones = [box for box in boxes if not box.text and not box.rest]
        for box in (chosen + open_ones + boxes)[:1]:
            box.is_now = True
        self.keys_for = [box for box in boxes if box.is_now]
        for block in self.blocks:
            if [box for field in block.fields for box in typed_boxes(field) if box in self.keys_for]:
                block.has_keys = True
        self.typed_names = [box.name for box in boxes]

    def shown(self) -> list[Field]:
        return [field for block in self.blocks if block.kind != "told" for field in block.fields]

    @property
    def now(self) -> Any:
        return self.keys_for[0] if self.keys_for else None

    @property
    def prefilled(self) -> str:
        """The number that the first digit replaces, with its field. A refused save begins the visit to it anew."""
        if self.now is None:
            return ""
        return prefilled(Form(()) if self.saving else self.form, self.now.name, self.now.text)

    @property
    def next_name(self) -> str:
        """Where the keypad goes on to."""
        if len(self.typed_names) < 2 or self.now is None:
            return ""
        return self.typed_names[(self.typed_names.index(self.now.name) + 1) % len(self.typed_names)]

    @property
    def all_there_is(self) -> int | None:
        """What one side can have of it at most, where everything together is fixed."""
        if self.now is None:
            return None
        question = self.setup.game.question(self.now.name.split("-")[0])
        return ask.size(question.total, self.setup) if isinstance(question, ask.Tally) else None

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What is typed and has no field on the page just now."""
        seen = self.typed_names + ["press", "now", PREFILLED, "save", "csrfmiddlewaretoken", "after", "deal", "event"]
        seen.extend(self.pile.names)
        for field in self.shown():
            seen.extend(radios(field))
        return [pair for pair in self.form.pairs if pair[0] not in seen and pair[1]]

    # ---- what it is worth

    @property
    def has_worth(self) -> bool:
        return not self.found and (self.row.complete or any(self.row.points))

    @property
    def worth(self) -> list[SidePoints]:
        return [SidePoints(self.row, side, name) for side, name in enumerate(self.sides)]

    @property
    def winners(self) -> list[int]:
        """Who has won the match with it; only the last round can say."""
        if not self.row.complete or not self.position.is_last:
            return []
        complete = self.sheet.complete + (0 if self.was_complete() else 1)
        return self.setup.game.end.winners(self.setup, self.row.totals, complete)

    def was_complete(self) -> bool:
        rows = self.sheet.rows
        return (
            self.position.kind == "amend" and self.position.number < len(rows) and rows[self.position.number].complete
        )


def is_on_the_way(problem: Problem) -> bool:
    """Whether it may come right while somebody goes on typing."""
    values = problem.words.values
    if problem.code == "sum":
        return bool(values.get("sum", 0) < values.get("total", values.get("least", 0)))
    return problem.code in ON_THE_WAY


def typed_boxes(field: Field) -> list[NumberBox]:
    """The numbers that the keypad types."""
    found = list(field.boxes) if field.widget in ("amounts", "typed") else []
    for inner in field.inner:
        found.extend(typed_boxes(inner))
    return found


def radios(field: Field) -> list[str]:
    """The names of those fields that the page shows as inputs of their own."""
    found = [field.name] if field.picks else []
    if field.widget == "rows":
        found.extend([box.name for box in field.boxes])
    hand = getattr(field, "hand", None)
    if hand is not None:
        found.append(hand.picked.name)
    for inner in field.inner:
        found.extend(radios(inner))
    return found

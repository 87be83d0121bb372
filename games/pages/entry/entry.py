"""The entry of a round: its questions, the answers so far, and their points.

The form contains all of it, so nothing is stored between two requests. Before saving, a problem that further digits can solve
is not shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.sheet_row import SheetRow
from games.pages.entry.begun import begun_records, votes_to_lay
from games.pages.entry.beside import add_keys_beside, is_beside
from games.pages.entry.blocks import (
    Block,
    awaited_fields,
    boxes_of,
    choices_beside_fold,
    fields_in_turn,
    group_fields,
    is_in_turn,
    is_recorded,
    radios,
    replaced_by,
    stays_beside_fold,
    tables_of_piles,
    tile_problem,
    typed_boxes,
    voted_block,
    waits_for_choices,
    would_be_covered,
)
from games.pages.entry.form_answers import ParsedRound, is_on_the_way
from games.pages.entry.keypad import CHANGED, MOVED, PREFILLED, are_full, is_full, prefilled
from games.pages.entry.nested_fields import NestedFields
from games.pages.entry.pile import open_pile
from games.pages.entry.result import RoundResult, winners
from games.pages.request import Form
from games.rules import ask
from games.rules.judge import is_asked, open_questions
from games.rules.most import Most
from games.rules.words import Words

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.fields import Field
    from games.pages.entry.number_box import NumberBox
    from games.pages.entry.position import Position
    from games.rules.game import Part as QuestionPart

CHOSEN = "chosen:"  # begins the key of a choice by keyboard; the name of the field follows


class Entry(ParsedRound):
    """The form of a round as the page shows it."""

    def __init__(self, position: Position, form: Form, *, stored: bool, saving: bool) -> None:
        pack = position.lineup.setup.game.pack
        self.can_count_cards = pack is not None and len(pack.fills) > 0
        self.pile = open_pile(position.lineup.setup, form) if "pile" in form.all("open") else None
        super().__init__(position, form)
        self.press = form.get("press")
        self.in_use = self.press[len(CHOSEN) :].split("-")[0] if self.press.startswith(CHOSEN) else ""
        self.is_stored = stored  # some of its answers are on the sheet already
        self.saving = saving
        self.blank = position.sheet.new_deal(position.number, position.lineup)
        if self.pile is not None:
            self.pile.arrange_cards(self.deal)
        self.row = SheetRow(position.deal, self.deal, self.problems or position.after_the_end, position.before)
        self.builder = NestedFields(self.deal, form, self.sides, position.lineup.names)
        self.opened = self.opened_tile()
        self.tile_problem = tile_problem(self)
        self.blocks = self.arrange()
        self.names_beside = add_keys_beside(self)
        self.choose_keypad_field()

    # ---- questions

    def arrange(self) -> list[Block]:
        blocks: list[Block] = []
        for part in self.setup.game.parts:
            names = [name for name in part.questions if not is_beside(self, self.setup.game.question(name))]
            fields = [self.field(name) for name in names if self.is_visible(name)]
            fields = fields_in_turn(fields) or fields
            blocks.extend(voted_block(self, part))
            if self.is_folded(part, fields):
                open_choices = choices_beside_fold(self, fields)
                folded = [field for field in fields if not field.can_fold and field not in open_choices]
                blocks.extend([Block("fold", folded, part.name)] if folded else [])
                fields = [field for field in fields if field in open_choices or stays_beside_fold(self, field)]
            for field in fields:
                group_fields(blocks, field)
            self.has_more = part is not self.setup.game.parts[-1] and self.is_required_first(part)
            if self.has_more:
                break
        return tables_of_piles(blocks, self.can_count_cards)

    def is_visible(self, name: str) -> bool:
        given = name in self.deal.given or name in self.deal.wrong or name in self.typed.answers
        question = self.setup.game.question(name)
        if isinstance(question, Most):  # in place of the numbers, until someone types those
            return given or (self.is_visible(question.instead_of) and question.instead_of not in self.typed.answers)
        if replaced_by(question):
            return given or self.is_stored or replaced_by(question) not in self.typed.answers
        return given or is_asked(question, self.deal) or self.short_for(name) in self.deal.given

    def short_for(self, name: str) -> str:
        """Return the question that replaces this one, or ""."""
        questions = self.setup.game.questions
        return "".join([short.name for short in questions if isinstance(short, Most) and short.instead_of == name])

    def is_answered(self, part: QuestionPart) -> bool:
        """Return whether all needed questions of the part are answered."""
        open_ones = [self.setup.game.question(name) for name in part.questions if name not in self.deal.answers]
        return not [one for one in open_ones if is_asked(one, self.deal) and one.is_needed(self.deal)]

    def is_folded(self, part: QuestionPart, fields: list[Field]) -> bool:
        """Return whether a part is folded to a line: all that it usually asks is answered, and nobody types into it."""
        if part is self.setup.game.parts[-1] or waits_for_choices(self, part, fields):
            return False
        if self.in_use in part.questions:  # the keyboard may go on to another value
            return False
        asked = [field for field in fields if not field.can_fold]
        if not any(field.answer for field in asked) or [field for field in asked if field.problems or field.is_open]:
            return False
        boxes = [box for field in asked for box in typed_boxes(field) if box.name == self.form.get("now")]
        is_later = self.has_later_answers(part)
        is_changing = is_later or self.press[:4] == "now:" or self.form.get(PREFILLED)[-2:] == f":{CHANGED}"
        if boxes and is_changing and part.name in self.form.all("open"):  # until the last Next: several may be wrong
            return False
        if is_later:
            return True
        is_typing = [box for box in boxes if box.text and not is_full(box.name, self.form, self.deal)]
        awaited = awaited_fields(asked, self.deal)
        return not is_typing and (is_recorded(self, part) or not awaited or awaited == choices_beside_fold(self, asked))

    def has_later_answers(self, part: QuestionPart) -> bool:
        parts = self.setup.game.parts
        later = [name for other in parts[parts.index(part) + 1 :] for name in other.questions]
        return any(name in self.typed.answers for name in later)

    def is_required_first(self, part: QuestionPart) -> bool:
        """Return whether later parts wait for this one."""
        return not self.is_answered(part) and not self.has_later_answers(part) and not self.is_wrong

    def field(self, name: str) -> Field:
        question = self.setup.game.question(name)
        field = self.builder.field(question, name)
        field.can_fold = self.is_seldom(question) and field.widget != "adds"
        field.is_switch = field.can_fold and isinstance(question, ask.Flag)
        field.is_open = name == self.opened and field.can_fold
        field.is_extra = not is_asked(question, self.blank)
        field.problems = [words for problem, words in self.visible_problems() if problem == name]
        return field

    def is_seldom(self, question: ask.Question) -> bool:
        """Return whether the question is a tile: no points need it, and few rounds answer it."""
        stays_visible = question.name in self.setup.game.pinned and question.need == ask.NEVER
        if self.short_for(question.name) or is_in_turn(question):
            return True
        is_usual = question.is_needed(self.deal) or question.likely(self.deal)
        return not is_usual and (question.seldom or not stays_visible)

    def opened_tile(self) -> str:
        """Return the question of the opened tile, or "". The last one tapped is open until it is answered."""
        tiles = [question for question in self.setup.game.questions if self.is_seldom(question)]
        names = [question.name for question in tiles if not isinstance(question, ask.Flag)]
        opened = [name for name in self.form.all("open") if name in names or name == "pile"]
        if not opened and not self.form.has("event"):  # a new form
            opened = votes_to_lay(self)
            self.form.pairs.extend([("open", name) for name in opened])  # open until someone closes them
            return "".join(opened)
        if not opened or opened[-1] == "pile":
            return "".join(opened[-1:] or begun_records(self))
        field = self.builder.field(self.setup.game.question(opened[-1]), opened[-1])
        is_wrong = opened[-1] in [name for name, _words in self.visible_problems()]
        is_typing = is_wrong and self.form.get("now").split("-")[0] == opened[-1]
        if self.press == f"open:{opened[-1]}" or self.in_use == opened[-1] or is_typing:
            return opened[-1]
        begun = begun_records(self)
        return "".join(begun[:1]) if begun or field.is_done else opened[-1]

    # ---- problems

    def visible_problems(self) -> list[tuple[str | None, Words]]:
        """Return the problems to show, each with its question. The question is None for a problem of the round."""
        problems: list[tuple[str | None, Words]] = [
            (name.split("-")[0], words) for name, words in self.typed.invalid_fields
        ]
        for problem in self.problems:
            stays = problem.code == "impossible" and are_full(problem.question, self.form, self.deal)
            if self.saving or stays or not is_on_the_way(problem):
                problems.append((problem.question, problem.words))
        return problems

    @property
    def missing(self) -> list[Words]:
        """The labels of the questions that still need an answer."""
        missing = []
        for name in open_questions(self.deal):
            question = self.setup.game.question(name)
            if question.is_needed(self.deal) or (question.need == ask.ONCE_BEGUN and self.deal.has_begun(name)):
                missing.append(Words(self.setup.game.question(self.short_for(name) or name).label))
        return missing

    @property
    def unanswered(self) -> list[Words]:
        """The labels of likely questions without an answer, which the round does not need."""
        questions, known = self.setup.game.questions, self.deal.answers
        return [Words(one.label) for one in questions if one.likely(self.deal) and one.name not in known]

    # ---- the field of the keypad

    def choose_keypad_field(self) -> None:
        """Choose the field of the keypad: the tapped one, or the one where the game begins, or the first empty one.

        After a refused save it is the first field with a problem, which gets the focus, too. An opened tile puts the keys
        away if it is higher than a row. So do a choice of an earlier part and counts to tap: the keys would come up over them.
        """
        fields = self.visible_fields()
        boxes = [box for field in fields for box in typed_boxes(field)]
        requested = [box for box in boxes if box.name == self.form.get("now")]
        opened = [box for block in self.blocks for box in boxes_of(block.opened)]
        is_put_away = not opened and (self.pile is not None or any(block.is_high for block in self.blocks))
        is_put_away = is_put_away or (not requested and not opened and would_be_covered(self, fields))
        if not self.saving and self.press[:4] != "now:":  # where all numbers follow, as from a kapo, nobody types
            is_put_away = is_put_away or (len(boxes) > 0 and all(box.rest for box in boxes))
        first = [box for field in fields for box in self.first_boxes(field)]
        empty_boxes = [box for box in boxes if not box.text and not box.rest]
        if self.saving:
            requested = boxes_of([field for field in fields if field.problems]) + boxes
        elif first and self.press[:4] != "now:":
            requested = [box for box in requested if box.text]
        if opened and self.press == f"open:{self.opened}":
            requested = [box for box in opened if not box.text] or opened
        typed = [box for box in boxes if box.text]  # of a recorded round: the rest follows from it
        for box in (requested + first + empty_boxes + typed + boxes)[:1]:
            box.is_now = not is_put_away
        self.keys_for = [box for box in boxes if box.is_now]
        self.typed_names = [box.name for box in boxes]

    def first_boxes(self, field: Field) -> list[NumberBox]:
        """Return the box of the side with which the game begins, while nothing is typed into any of its boxes."""
        question = self.setup.game.question(field.name) if field.kind == "tally" else None
        side = self.deal[question.begins] if isinstance(question, ask.Tally) and question.begins else None
        boxes = typed_boxes(field)
        return [] if side is None or [box for box in boxes if box.text] else boxes[side : side + 1]

    def visible_fields(self) -> list[Field]:
        return [field for block in self.blocks for field in block.visible]

    @property
    def now(self) -> Any:
        return self.keys_for[0] if self.keys_for else None

    @property
    def prefilled(self) -> str:
        """The field and number that the next digit replaces. After a refused save this is the whole number again."""
        if self.now is None:
            return ""
        return prefilled(Form(()) if self.saving else self.form, self.now.name, self.now.text)

    @property
    def next_name(self) -> str:
        """The field to which *Next* leads, or "". It is "done" after the last field of a part that is answered.

        After another last field it is an empty one, if any. It is the same field where the cursor has just moved on its own.
        """
        if len(self.typed_names) < 2 or self.now is None:
            return ""
        if self.prefilled == f"{self.now.name}:{MOVED}":
            return str(self.now.name)
        part = self.setup.game.parts[0]
        if self.now.name == self.typed_names[-1] and part is not self.setup.game.parts[-1] and self.is_answered(part):
            return "done"
        empty = [name for name in self.typed_names if name != self.now.name and not self.form.get(name)]
        return (self.typed_names[self.typed_names.index(self.now.name) + 1 :] + empty + self.typed_names)[0]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The fields of the form that have no visible input on the page."""
        visible_names = self.typed_names + self.names_beside + ["press", "now", PREFILLED, "save"]
        visible_names.extend(["csrfmiddlewaretoken", "after", "deal", "event", "round", "seat", "undone"])
        if self.pile is not None:
            visible_names.extend(["pile", "pile-side"])
        for field in self.visible_fields():
            visible_names.extend(radios(field))
        return [pair for pair in self.form.pairs if pair[0] not in visible_names and pair[1]]

    # ---- points

    @property
    def has_worth(self) -> bool:
        return not self.problems and (self.row.complete or any(self.row.points))

    @property
    def result(self) -> RoundResult:
        return RoundResult(self.row, self.sides, winners(self.row, self.position))

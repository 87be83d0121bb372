"""Groups of a round's questions on the page: folded parts, rows of tiles, tables of piles, and single fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested
from games.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.pages.entry.entry import Entry
    from games.pages.entry.fields import Field, Label
    from games.pages.entry.number_box import NumberBox
    from games.rules.game import AnsweredDeal, Part


HIGH = ("record", "several")  # widgets of opened tiles that need more than a row
MOST_TILES = 4  # in a row of a phone
MOST_SEATS = 100  # places in a list of a form


class Block:
    """A group on the page: one field, a table of piles, a row of tiles, or a part that is folded to a line."""

    def __init__(self, kind: str, fields: list[Field], part: str = "") -> None:
        self.kind = kind
        self.fields = fields
        self.part = part  # the name of a folded part
        self.has_pile = False  # a row of tiles that has the tile of the pile, too

    @property
    def opened(self) -> list[Field]:
        """The opened field of a row of tiles, if any."""
        return [field for field in self.fields if field.is_open] if self.kind == "tiles" else []

    @property
    def is_high(self) -> bool:
        """Whether the opened field is much higher than the row of tiles that it replaces."""
        return any(field.widget in HIGH for field in self.opened)

    @property
    def has_marks(self) -> bool:
        """Whether the line of a folded part begins with a number or pictures."""
        return any((field.kind == "number" and field.answer) or field.pictures for field in self.fields)

    @property
    def has_number(self) -> bool:
        return any(field.kind == "number" for field in self.fields)

    @property
    def words(self) -> list[Label]:
        """The answers of a folded part in words. Beside a number only a picture is visible: 100 ♥."""
        words: list[Label] = []
        for field in self.fields:
            if field.kind not in ("number", "tally") and not (self.has_number and field.pictures):
                words.extend(field.answer)
        return words

    @property
    def visible(self) -> list[Field]:
        """The fields whose inputs the page shows."""
        if self.kind == "tiles":
            return self.opened + self.firsts + [field for field in self.fields if field.is_switch]
        return [] if self.kind == "fold" else self.fields

    @property
    def firsts(self) -> list[Field]:
        """The fields that replace a tile."""
        return [field.first for field in self.fields if field.first and not field.is_open]


def fields_in_turn(fields: list[Field]) -> list[Field]:
    """Return fields that players answer in turn. They are shown alone, because they answer the other questions, too."""
    return [field for field in fields if field.widget == "turns" and field.is_open]


def voted_block(entry: Entry, part: Part) -> list[Block]:
    """Return a line with what follows from answers given in turn, such as the trump of the cards laid. *Edit* opens those."""
    questions = [entry.setup.game.question(name) for name in part.questions]
    laid = [question.name for question in questions if is_in_turn(question) and question.name in entry.answers]
    if not laid or entry.opened in laid:
        return []
    names = [name for name in part.questions if name in entry.deal.answers and not entry.is_visible(name)]
    fields = [entry.field(name) for name in names]
    for field in fields:
        field.answer = field.answer or [box.rest for box in field.boxes]
    return [Block("fold", fields, laid[0])] if fields else []


def replaced_by(question: ask.Question) -> str:
    """Return the question that this one replaces when it is answered, or ""."""
    return question.replaces if isinstance(question, ask.Flag) else ""


def stays_beside_fold(entry: Entry, field: Field) -> bool:
    """Return whether a tile of a folded part is on the page: it has an answer, or a correction may have it instead."""
    is_instead = entry.is_stored and replaced_by(entry.setup.game.question(field.name)) != ""
    return field.can_fold and (len(field.answer) > 0 or field.is_open or is_instead)


def choices_beside_fold(entry: Entry, fields: list[Field]) -> list[Field]:
    """Return the choices of a part that stay on the page when it folds, such as trumps that nobody has to name.

    Rows of keys follow. If the part folded later, or only then, they would move under the thumb. So an answered choice stays,
    too, in a part without numbers.
    """
    names = [name for name in entry.setup.game.parts[-1].questions if entry.is_visible(name)]
    has_rows = any(entry.field(name).widget == "rows" for name in names)
    if entry.is_stored or not has_rows:
        return []
    asked = [field for field in fields if not field.can_fold]
    has_numbers = any(field.kind == "tally" for field in fields)
    stays = awaited_fields(asked, entry.deal) if has_numbers else fields_after_needed(asked, entry.deal)
    return [field for field in stays if field.picks]


def waits_for_choices(entry: Entry, part: Part, fields: list[Field]) -> bool:
    """Return whether a part is being opened, or is not answered, or has an open choice after its numbers or *Edit*.

    If it folded before the last choice, it would do so under the thumb.
    """
    names = [field.name for field in fields if field.kind == "tally"]
    is_answered = entry.is_answered(part)
    if names and not is_answered and entry.deal.known(*names):
        entry.form.pairs.append(("open", part.name))  # its numbers came first
    if not is_answered or entry.press == f"open:{part.name}":
        return True
    is_waiting = names and part.name in entry.form.all("open") and not entry.has_later_answers(part)
    return bool(is_waiting) and any(field.picks and not field.can_fold and not field.answer for field in fields)


def is_recorded(entry: Entry, part: Part) -> bool:
    """Return whether the sheet has an answer that the part needs. A round that all passed has none of the auction."""
    rows = entry.position.sheet.rows[entry.position.number :]
    given = rows[0].deal.given if rows and entry.is_stored else ()
    return any(entry.setup.game.question(name).need != ask.NEVER for name in part.questions if name in given)


def tile_problem(entry: Entry) -> Words | None:
    """Return the first problem of a tile with its label, for the line above Save. The tile may be out of sight."""
    for name, words in entry.visible_problems():
        question = entry.setup.game.question(name) if name is not None else None
        if question is not None and entry.is_seldom(question):
            return Words("%(label)s: %(problem)s", label=Words(question.label), problem=words)
    return None


def keep_open(entry: Entry) -> None:
    """Let each part with a problem stay open while its numbers are corrected, as after *Edit*."""
    wrong = [name for name, _words in entry.visible_problems()]
    for part in entry.setup.game.parts[:-1]:
        if part.name not in entry.form.all("open") and [name for name in part.questions if name in wrong]:
            entry.form.pairs.append(("open", part.name))


def group_fields(blocks: list[Block], field: Field) -> None:
    """Append a field to the last block if both are tiles, piles or pairs of choices. Otherwise add a block."""
    is_tile = field.can_fold and not (field.is_open and field.widget == "turns")
    kind = "tiles" if is_tile else "piles" if is_pile(field) else "pairs" if is_pair(field) else "fields"
    if blocks and blocks[-1].kind == kind and kind != "fields":
        blocks[-1].fields.append(field)
    else:
        blocks.append(Block(kind, [field]))


def tables_of_piles(blocks: list[Block], has_pile: bool) -> list[Block]:
    """Show a table only for two counts or more. A single count has room enough. The tile of the pile is the last.

    A frequent question needs a single tap where its row has room for a tile more.
    """
    if has_pile:
        if not blocks or blocks[-1].kind != "tiles":
            blocks.append(Block("tiles", []))
        blocks[-1].has_pile = True
    for block in blocks:
        if block.kind == "piles" and len([field for field in block.fields if field.boxes]) < 2:
            block.kind = "fields"
        for field in block.fields:
            if field.is_frequent and not field.is_open and len(block.fields) < MOST_TILES:
                field.is_switch = True  # a tile for each of its two answers
    return blocks


def is_in_turn(question: ask.Question) -> bool:
    """Return whether players answer the question one after the other."""
    return isinstance(question, nested.Each) and question.turns is not None


def is_pair(field: Field) -> bool:
    """Return whether the question has two values, so that two such questions stand side by side."""
    return field.kind in ("choice", "yes_no") and len(field.picks) == 2


def is_pile(field: Field) -> bool:
    """Return whether the question asks each side for one number or one tap. Rows of keys have no room in a table."""
    has_cells = (
        field.kind in ("tally", "taker", "most") and field.widget not in ("rows", "adds") and not field.is_by_player
    )
    return has_cells and not field.can_fold


def awaited_fields(fields: list[Field], deal: AnsweredDeal) -> list[Field]:
    """Return those that may be answered next, after the last one that is needed. An optional one before it was left out."""
    later = fields_after_needed(fields, deal)
    return [field for field in later if not field.answer and field.name not in deal.answers]


def fields_after_needed(fields: list[Field], deal: AnsweredDeal) -> list[Field]:
    needed = [at for at, field in enumerate(fields) if deal.setup.game.question(field.name).is_needed(deal)]
    return fields[needed[-1] + 1 :] if needed else fields


def is_choosing(fields: list[Field], parts: Sequence[Part]) -> bool:
    """Return whether a choice before the last part is still open, and nothing is typed into the last part."""
    last = [field for field in fields if field.name in parts[-1].questions]
    is_typing = any(box.text for box in boxes_of(last))
    names = [name for part in parts[:-1] for name in part.questions]
    before = [field for field in fields if field.name in names and field.picks and not field.can_fold]
    return bool(boxes_of(last)) and not is_typing and any(not field.answer for field in before)


def would_be_covered(entry: Entry, fields: list[Field]) -> bool:
    """Return whether the keypad would come up over choices or counts that are answered first."""
    return is_choosing(fields, entry.setup.game.parts) or begins_with_taps(entry.blocks)


def begins_with_taps(blocks: list[Block]) -> bool:
    """Return whether a table of piles has numbers to type below counts to tap."""
    tables = [[len(boxes_of([field])) > 0 for field in block.fields] for block in blocks if block.kind == "piles"]
    return any(True in has_boxes[1:] and not has_boxes[0] for has_boxes in tables)


def boxes_of(fields: list[Field]) -> list[NumberBox]:
    return [box for field in fields for box in typed_boxes(field)]


def typed_boxes(field: Field) -> list[NumberBox]:
    """Return the inputs that the keypad types into."""
    boxes = list(field.boxes) if field.widget in ("amounts", "typed") else []
    for inner in field.inner:
        boxes.extend(typed_boxes(inner))
    return boxes


def radios(field: Field) -> list[str]:
    """Return the names of fields that the page shows as radio buttons or keys."""
    names = [field.name] if field.picks else []
    if field.widget == "seats":
        names = [f"{field.name}-{place}" for place in range(MOST_SEATS)]
    if field.widget == "rows":
        names.extend([box.name for box in field.boxes if not (box.adding and box.adding.is_open)])
    names.extend([turn.picked.name for turn in getattr(field, "turns", [])])
    for inner in field.inner:
        names.extend(radios(inner))
    return names

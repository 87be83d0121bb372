"""The parsed form of a round: its answers, and the problems with them.

Players may count a captured pile card by card: the cards that they tap fill in the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import is_id
from games.pages import new_events
from games.pages.entry.form_answers import FormAnswers, append_fields
from games.pages.request import Form
from games.rules.game import AnsweredDeal
from games.rules.judge import judge
from games.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.display.open_match import OpenMatch
    from games.match.sheet import Sheet
    from games.pages.request import PageRequest
    from games.rules.cards import Card
    from games.rules.game import Setup

OPEN = "pile"


class Tap:
    """A card that players can tap."""

    def __init__(self, card: Card, is_on: bool) -> None:
        self.rank, self.suit = card
        self.value = f"{self.rank} {self.suit}"
        self.is_on = is_on


class Pile:
    """The pile of one side. Its cards fill in the answers of all sides."""

    def __init__(self, setup: Setup, form: Form, sides: Sequence[str]) -> None:
        pack = setup.game.pack
        self.is_offered = pack is not None and len(pack.fills) > 0
        self.is_open = self.is_offered and OPEN in form.all("open")
        self.names = ["pile", "pile-side"] if self.is_open else []
        self.sides = sides
        self.side = 0
        self.suits: list[str] = []
        self.labels: list[Words] = []
        self.ranks: list[str] = []
        self.rows: list[list[Tap | None]] = []
        self.form = form
        self.setup = setup
        if self.is_open:
            known = [str(number) for number in range(len(sides))]
            self.side = known.index(form.get("pile-side")) if form.get("pile-side") in known else 0
            self.turn_over(form.get("pile-of"))
            self.fill()

    def turn_over(self, before: str) -> None:
        """Empty the pile if it now belongs to another side. Clear its answers if its last card was removed."""
        if before not in ("", str(self.side)):
            self.form.pairs = [pair for pair in self.form.pairs if pair[0] != "pile"]
        elif before and not self.cards() and self.setup.game.pack is not None:
            for fill in self.setup.game.pack.fills:
                self.fill_answer(fill.question, None)
                for side in range(len(self.sides) if len(self.sides) == 2 else 0):
                    self.form.set(f"{fill.question}-{side}", "")
                self.form.set(f"{fill.question}-{self.side}", "")
        self.form.set("pile-of", str(self.side) if self.cards() else "")

    def fill(self) -> None:
        """Fill in the answers of the side, once a card is tapped."""
        pack, cards = self.setup.game.pack, self.cards()
        if pack is None or not cards:
            return
        deal = AnsweredDeal(self.setup, 0, [0] * self.setup.sides)
        for name, value in sorted(FormAnswers(self.setup, self.form).answers.items()):
            deal.answers[name] = value
        answers = pack.answers(deal, self.side, cards)
        for fill in pack.fills:
            if fill.question in answers:
                self.fill_answer(fill.question, answers[fill.question])

    def fill_answer(self, question: str, value: object) -> None:
        """Replace the answer of this side. With two sides, clear the other number, because it follows."""
        pairs: list[tuple[str, str]] = []
        append_fields(question, value, pairs)
        if isinstance(value, list) and len(value) == 2:
            self.form.set(f"{question}-{1 - self.side}", "")
        if value is None and self.form.get(question) == str(self.side):
            self.form.set(question, "")
        for name, text in pairs:
            self.form.set(name, text)

    def cards(self) -> list[Card]:
        known = self.setup.game.pack.cards() if self.setup.game.pack else []
        tapped = self.form.all("pile")
        return [card for card in known if " ".join(card) in tapped]

    def arrange_cards(self, deal: AnsweredDeal) -> None:
        """Arrange the cards that are worth points: one row per suit, one column per rank."""
        pack = self.setup.game.pack
        if pack is None or not self.is_open:
            return
        worth, tapped = pack.worth_something(deal), self.cards()
        self.suits = [suit for suit, _label in pack.suits if any(card[1] == suit for card in worth)]
        self.labels = [Words(label) for suit, label in pack.suits if suit in self.suits]
        self.ranks = [rank for rank in pack.ranks if any(card[0] == rank for card in worth)]
        for suit in self.suits:
            row = [(rank, suit) for rank in self.ranks]
            self.rows.append([Tap(card, card in tapped) if card in worth else None for card in row])


class Position:
    """The position of a round on the sheet, and the event that saves it.

    The ids of the event come from the page, so that a form that is sent twice is saved once.
    """

    def __init__(self, opened: OpenMatch, request: PageRequest, number: int, deal: str, kind: str) -> None:
        sheet, form = opened.sheet, request.form or Form(())
        self.event = form.get("event") if is_id(form.get("event")) else request.new_ids.pop()
        # The heads of the log that the page showed, or of the whole log if the page does not name them.
        self.after = [id for id in form.all("after") if is_id(id)] or new_events.heads(opened.log)
        self.number = number
        self.before = sheet.rows[number - 1].totals if number else [0] * sheet.setup.sides
        self.deal = deal  # its id
        self.kind = kind  # of the event: "deal" or "amend"
        self.is_last = number >= len(sheet.rows) - (1 if kind == "amend" else 0)
        self.follows = ""  # the id of the round after an inserted one


class ParsedRound:
    """Everything that a save needs. Its subclass `Entry` adds what the page shows."""

    def __init__(self, sheet: Sheet, position: Position, form: Form) -> None:
        self.sheet = sheet
        self.setup = sheet.setup
        self.position = position
        self.form = form
        self.sides = sheet.side_names
        self.pile = Pile(self.setup, form, self.sides)
        self.typed = FormAnswers(self.setup, form)
        self.typed.fill_zeros()
        self.deal, self.problems = judge(self.setup, position.number, position.before, self.typed.answers)
        self.is_wrong = len(self.problems) > 0 or len(self.typed.invalid_fields) > 0

"""A captured pile, counted card by card: the cards that players tap fill in the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.form_answers import FormAnswers, append_fields
from games.rules.game import AnsweredDeal
from games.rules.words import Words

if TYPE_CHECKING:
    from games.pages.request import Form
    from games.rules.cards import Card, Pack
    from games.rules.game import Setup


def open_pile(setup: Setup, form: Form) -> Pile | None:
    """Fill in the form with the cards that are tapped. Return the pile, or None in a game without such cards."""
    pack = setup.game.pack
    return Pile(setup, form, pack) if pack is not None and pack.fills else None


class Tap:
    """A card that players can tap."""

    def __init__(self, card: Card, is_on: bool) -> None:
        self.rank, self.suit = card
        self.value = f"{self.rank} {self.suit}"
        self.is_on = is_on


class Pile:
    """The captured pile of one side, counted card by card. Its cards fill in the answers of all sides."""

    def __init__(self, setup: Setup, form: Form, pack: Pack) -> None:
        self.setup = setup
        self.form = form
        self.pack = pack
        self.suits: list[str] = []
        self.labels: list[Words] = []
        self.ranks: list[str] = []
        self.rows: list[list[Tap | None]] = []
        known = [str(number) for number in range(setup.sides)]
        self.side = known.index(form.get("pile-side")) if form.get("pile-side") in known else 0
        self.turn_over(form.get("pile-of"))
        self.fill()

    def turn_over(self, before: str) -> None:
        """Empty the pile if it now belongs to another side. Clear its answers if its last card was removed."""
        if before not in ("", str(self.side)):
            self.form.pairs = [pair for pair in self.form.pairs if pair[0] != "pile"]
        elif before and not self.cards():
            for fill in self.pack.fills:
                self.fill_answer(fill.question, None)
                for side in range(self.setup.sides if self.setup.sides == 2 else 0):
                    self.form.set(f"{fill.question}-{side}", "")
                self.form.set(f"{fill.question}-{self.side}", "")
        self.form.set("pile-of", str(self.side) if self.cards() else "")

    def fill(self) -> None:
        """Fill in the answers of the side, once a card is tapped."""
        cards = self.cards()
        if not cards:
            return
        deal = AnsweredDeal(self.setup, 0, [0] * self.setup.sides)
        for name, value in sorted(FormAnswers(self.setup, self.form).answers.items()):
            deal.answers[name] = value
        answers = self.pack.answers(deal, self.side, cards)
        for fill in self.pack.fills:
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
        tapped = self.form.all("pile")
        return [card for card in self.pack.cards() if " ".join(card) in tapped]

    def arrange_cards(self, deal: AnsweredDeal) -> None:
        """Arrange the cards that are worth points: one row per suit, one column per rank."""
        worth, tapped = self.pack.worth_something(deal), self.cards()
        self.suits = [suit for suit, _label in self.pack.suits if any(card[1] == suit for card in worth)]
        self.labels = [Words(label) for suit, label in self.pack.suits if suit in self.suits]
        self.ranks = [rank for rank in self.pack.ranks if any(card[0] == rank for card in worth)]
        for suit in self.suits:
            row = [(rank, suit) for rank in self.ranks]
            self.rows.append([Tap(card, card in tapped) if card in worth else None for card in row])

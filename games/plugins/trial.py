"""Play random rounds of a game, so that its author sees its errors before players do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.demo.answers import random_option_value
from games.demo.dealing import Dealer
from games.http.game_faults import place_of
from games.match.sheet_row import SheetRow, dealer_after
from games.rules import faults
from games.rules.card import sentences
from games.rules.deal import AnsweredDeal
from games.rules.judge import judge_answers
from games.rules.setup import Setup
from games.statistics.rounds import counted

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import Game
    from games.rules.words import Words

ROUNDS = 60  # for each number of players
MOST = 10  # sentences about one game
KEPT = 0.7  # how likely an answer stays in a round that is not complete


class UnknownName(Exception):
    """A game reads the answer to a question that it does not have."""


class StrictDeal(AnsweredDeal):
    """A deal that knows the questions of its game. In play an unknown name has no answer, for ever."""

    def __getitem__(self, question: str) -> Any:
        self.check(question)
        return super().__getitem__(question)

    def known(self, *questions: str) -> bool:
        self.check(*questions)
        return super().known(*questions)

    def at(self, question: str, place: int) -> Any:
        self.check(question)
        return super().at(question, place)

    def check(self, *questions: str) -> None:
        names = [question.name for question in self.setup.game.questions]
        for name in questions:
            if name not in names:
                raise UnknownName(f"the game has no question “{name}”")


class Trial:
    """Random rounds of one game: complete ones, ones in part, and ones with answers of two rounds."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chance = Random(game.key)
        self.errors: dict[str, bool] = {}  # sentences, in the order of their discovery

    def hear(self, game: Game, error: Exception) -> None:
        if len(self.errors) < MOST:
            self.errors[f"{place_of(error)}: {type(error).__name__}: {str(error).rstrip('.')}."] = True

    def play(self) -> None:
        for players in self.game.players:
            before: dict[str, Any] = {}
            for number in range(ROUNDS):
                try:
                    before = self.round(players, number, before)
                except Exception as error:
                    self.hear(self.game, error)

    def round(self, players: int, number: int, before: dict[str, Any]) -> dict[str, Any]:
        """Play a round by random house rules, as a whole and in two other ways. Return its answers."""
        options = {rule.name: random_option_value(self.chance, rule) for rule in self.game.options}
        setup = Setup(self.game, options, players, number % players)
        for sentence in sentences(setup):
            self.read(sentence.words(setup))
        try:
            answers = Dealer(self.chance, setup, [1.0] * setup.sides).round(number, [0] * setup.sides)
        except RuntimeError:  # no round comes right by these house rules
            answers = {}
        part = {name: value for name, value in answers.items() if self.chance.random() < KEPT}
        for tried in (answers, part, before | part):
            self.look_at(self.row(setup, number, tried))
        return answers

    def row(self, setup: Setup, number: int, answers: dict[str, Any]) -> SheetRow:
        deal = StrictDeal(setup, number, [0] * setup.sides)
        return SheetRow(None, deal, judge_answers(deal, answers), [0] * setup.sides)

    def look_at(self, row: SheetRow) -> None:
        """Ask for everything that pages and statistics ask of a round."""
        deal, game, sides = row.deal, self.game, range(row.deal.setup.sides)
        for problem in row.problems:
            self.read(problem.words)
        for words in [why for line in row.lines for why in line.why or () if why is not None]:
            self.read(words)
        for moment in row.moments:
            self.read(moment.words, side="Ada")
        _ = deal.leader, dealer_after(row), row.outcome
        faults.listed(game, game.tasks, deal)
        faults.value_of(game, game.match_facts, deal.setup, row.totals)
        if row.complete:
            _ = row.parties, [counted(figure, row, side) for figure in game.figures for side in sides]

    def read(self, words: Words, **values: Any) -> None:
        text = (
            words.translated(str) if not values else type(words)(words.text, **(words.values | values)).translated(str)
        )
        if "%(" in text:
            self.errors[f"The text “{words.text}” has a placeholder without a value."] = True


def errors(game: Game) -> list[str]:
    """Return a sentence for each place in the file of a game that raises an error in one of many random rounds."""
    trial, listeners = Trial(game), list(faults.LISTENERS)
    faults.LISTENERS[:] = [trial.hear]
    try:
        trial.play()
    finally:
        faults.LISTENERS[:] = listeners
    return list(trial.errors)

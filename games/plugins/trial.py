"""Play random matches of a game, so that its author sees its errors before players do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.demo.answers import random_option_value
from games.demo.dealing import Dealer
from games.http.game_faults import place_of
from games.match.document import FORMAT, Document
from games.match.sheet_row import SheetRow, dealer_after
from games.plugins import names, placeholders
from games.plugins.golden import NAMES
from games.plugins.strict import StrictSheet
from games.rules import faults
from games.rules.card import Task, sentences
from games.rules.judge import judge_answers
from games.rules.setup import Setup
from games.rules.words import Words
from games.statistics.rounds import counted

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import Game

    Answers = dict[str, Any]

ROUNDS = 60  # for each number of players
LONG, SHORT = 30, 3  # rounds of the first match, in which facts are carried far, and of the others
MOST = 10  # sentences about one game
KEPT = 0.7  # how likely an answer stays in a round that is not complete


class Trial:
    """Random matches of one game. Its rounds are complete, in part, have answers of two rounds, or one that may be wrong."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chance = Random(game.key)
        self.errors: dict[str, bool] = {}  # sentences, in the order of their discovery
        self.documents: list[dict[str, Any]] = []  # the matches, for another Python

    def add_error(self, sentence: str) -> None:
        if len(self.errors) < MOST:
            self.errors[sentence] = True

    def hear(self, game: Game, error: Exception) -> None:
        self.add_error(f"{place_of(error)}: {type(error).__name__}: {str(error).rstrip('.')}.")

    def play(self) -> None:
        for sentence in (*names.of_game(self.game), *placeholders.wrong(self.game)):
            self.add_error(sentence)
        for players in self.game.players:
            rounds = 0
            while rounds < ROUNDS:
                try:
                    rounds += self.match(players, SHORT if rounds else LONG)
                except Exception as error:
                    self.hear(self.game, error)
                    rounds += SHORT

    def match(self, players: int, most: int) -> int:
        """Play a match by random house rules, each round as a whole and in three other ways. Return the number of rounds."""
        options = {rule.name: random_option_value(self.chance, rule) for rule in self.game.options}
        setup = Setup(self.game, options, players, self.chance.randrange(players))
        for sentence in sentences(setup):
            self.read(sentence.words(setup))
        sheet = StrictSheet(Document(setup, list(NAMES[:players]), [], closed=False))
        dealer = Dealer(self.chance, setup, [1.0] * setup.sides)
        rounds: list[Answers] = []
        others: list[Answers] = []
        while len(rounds) < most and not sheet.finished:
            answers = self.round(sheet, dealer)
            part = {name: value for name, value in answers.items() if self.chance.random() < KEPT}
            mixed = (rounds[-1] if rounds else {}) | part
            question = self.chance.choice(self.game.questions)
            changed = answers | {question.name: dealer.answer(question)}
            for tried in (part, mixed, changed):
                deal = sheet.next_place()
                self.look_at(SheetRow(None, deal, judge_answers(deal, tried), sheet.totals))
            sheet.add({"answers": answers})
            self.look_at(sheet.rows[-1])
            rounds.append(answers)
            others.append(self.chance.choice((part, mixed, changed)))
        self.documents += [document(setup, rounds), document(setup, others)]
        return len(rounds)

    def round(self, sheet: StrictSheet, dealer: Dealer) -> Answers:
        try:
            return dealer.round(len(sheet.rows), sheet.totals, sheet)
        except RuntimeError:  # no round comes right by these house rules
            return {}

    def look_at(self, row: SheetRow) -> None:
        """Ask for everything that pages and statistics ask of a round."""
        deal, game, sides = row.deal, self.game, range(row.deal.setup.sides)
        for problem in row.problems:
            self.read(problem.words)
        for words in [why for line in row.lines for why in line.why or () if why is not None]:
            self.read(words)
        for moment in row.moments:
            self.read(moment.words, side="Ada")
        _ = deal.leader, dealer_after(row)
        for task in faults.listed(game, game.tasks, deal):
            self.read(Words(task.text, **dict(zip(Task.NAMES, NAMES[: len(task.seats)], strict=False))))
        faults.value_of(game, game.match_facts, deal.setup, row.totals)
        if row.complete:
            _ = row.parties, [counted(figure, row, side) for figure in game.figures for side in sides]
        for sentence in names.of_row(row):
            self.add_error(sentence)

    def read(self, words: Words, **values: Any) -> None:
        text = (
            words.translated(str) if not values else type(words)(words.text, **(words.values | values)).translated(str)
        )
        if "%(" in text:
            self.add_error(f"The text “{words.text}” has a placeholder without a value.")


def document(setup: Setup, rounds: list[Answers]) -> dict[str, Any]:
    """Return the match document of a match with these rounds."""
    return {
        "format": FORMAT,
        "game": setup.game.key,
        "options": setup.options,
        "players": list(NAMES[: setup.players]),
        "first_dealer": setup.first_dealer,
        "deals": [{"id": str(number), "answers": answers} for number, answers in enumerate(rounds)],
    }


def played(game: Game) -> Trial:
    """Return a trial of the game after its matches."""
    trial, listeners = Trial(game), list(faults.LISTENERS)
    faults.LISTENERS[:] = [trial.hear]
    try:
        trial.play()
    finally:
        faults.LISTENERS[:] = listeners
    return trial


def errors(game: Game) -> list[str]:
    """Return a sentence for each place in the file of a game that raises an error in one of many random rounds."""
    return list(played(game).errors)

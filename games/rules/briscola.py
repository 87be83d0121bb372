"""Briscola, for two or three players, or for two teams of two: the most of the 120 card points win a game.

Nobody wins a game if the top is shared. Briscola chiamata, with parties that change every round, is in a file of
its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ending, headings, option, trumps
from games.rules.bisca_cards import ALL_POINTS, card_points, close_moments, impossible_split
from games.rules.briscola_cards import CARD_POINTS, CARD_POINTS_HELP, RANKING, SUITS
from games.rules.card import COUNTER_CLOCKWISE, Sentence
from games.rules.game import Ending, Figure, Game, Line, Moment, Part, sole_leader
from games.rules.outcome import Outcome
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Options

TEAMS = 4  # players

DOUBLE_GAME, ONE_GAME = _("Double game"), _("Game")

OPTIONS = (
    ending.games_to_win(3, 2, 4),
    option.Switch(
        "sweep_double",
        _("All card points count double"),
        help=_("A side with all 120 card points wins two games."),
    ),
)

QUESTIONS = (
    trumps.for_notes(SUITS),
    card_points(CARD_POINTS_HELP, CARD_POINTS),
)


def sides(players: int, options: Options) -> int:
    return 2 if players == TEAMS else players


def winner(deal: AnsweredDeal) -> int | None:
    """Return the side with the most card points, or None while it is unknown or if the top is shared."""
    return sole_leader(deal["points"]) if deal.known("points") else None


def is_double(deal: AnsweredDeal) -> bool:
    return bool(deal.option("sweep_double")) and max(deal["points"]) == ALL_POINTS


def score(deal: AnsweredDeal) -> list[Line]:
    side = winner(deal)
    if side is None:
        return []
    if is_double(deal):
        return [Line(DOUBLE_GAME, deal.to(side, 2), deal.to(side, Words(_("took all 120 card points")), None))]
    reason = Words(_("%(points)s card points, the most"), points=deal["points"][side])
    return [Line(ONE_GAME, deal.to(side, 1), deal.to(side, reason, None))]


def outcome(deal: AnsweredDeal) -> Outcome | None:
    side = winner(deal)
    return None if side is None else Outcome(DOUBLE_GAME if is_double(deal) else ONE_GAME, side)


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    side = winner(deal)
    if side is not None and deal["points"][side] == ALL_POINTS:
        yield Moment("all_points", 300, side, _("%(side)s took all 120 card points."))
    if deal.setup.sides == 2:
        yield from close_moments(deal, 25, 45)


def won(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(winner(deal), 1) if deal.known("points") else None


def all_points(deal: AnsweredDeal) -> list[int] | None:
    return [int(points == ALL_POINTS) for points in deal["points"]] if deal.known("points") else None


BRISCOLA = Game(
    key="briscola",
    name=_("Briscola"),
    aim=_("Win tricks with the most of the 120 card points."),
    card=(
        _("40 cards, three each. The next card is turned up: its suit is trumps. Three players leave out a two."),
        _("Two or three players play alone; four are two teams, partners opposite."),
        _("The next player after the dealer leads. Play any card: you need not follow suit."),
        _("The highest trump wins the trick, otherwise the highest card of the suit led."),
        RANKING,
        _("The winner of a trick draws first and leads. When the stock is empty, play on without drawing."),
        _("Most card points win one game. If the top is shared, nobody wins it."),
        Sentence(_("All 120 card points win two games."), sweep_double=True),
        Sentence(_("The first to win %(target)s games wins the match.")),
    ),
    direction=COUNTER_CLOCKWISE,
    heading=headings.CARD_POINTS,
    also=("Brisca", "Briškula"),
    picture="game-bisca",
    players=(2, 3, TEAMS),
    sides=sides,
    wins_games=True,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=(Part("count", _("Card count"), ("trump", "points")),),
    problems=impossible_split,
    score=score,
    end=Ending(points=ending.target, race=True),
    pinned=("trump",),
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("won", _("Rounds won"), won, by=trumps.trump, values=SUITS),
        Figure("all_points", _("All card points"), all_points),
    ),
)

"""Bisca in four systems: de Três and de Nove for two, de Quatro and de Seis for two teams.

The pack has 120 card points, and 61 of them win the game; at 60-60 nobody wins. The match is played on a comb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings, option
from games.rules.bisca_cards import (
    AHEAD,
    ALL_POINTS,
    MAJORITY,
    PACK,
    PACK_WITHOUT_TWOS,
    RANKING,
    card_points,
    close_moments,
    impossible_split,
    winner,
)
from games.rules.card import COUNTER_CLOCKWISE, Sentence, Task, leads
from games.rules.deal import after_dealer
from games.rules.game import Ending, Figure, Follows, Game, Line, Moment, Part, two_teams
from games.rules.outcome import Outcome
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.rules.cards import Pack
    from games.rules.game import AnsweredDeal, Facts, Setup

EVERY_TRICK, DOUBLE_GAME, ONE_GAME = _("Every trick"), _("Double game"), _("Game")
CARD_POINTS = _("%(least)s card points or more")
MAJORITY_REACHED = Words(CARD_POINTS, least=MAJORITY)
EVERY_TRICK_TAKEN = Words(_("took every trick"))
SHUFFLES, CUTS_CARDS = _("%(name)s shuffles and plays first"), _("%(name)s cuts")
HAS_ALL_POINTS = _("A side that took every trick has all %(total)s card points.")


class System:
    """The differences between the systems: when a majority is worth two games, and what every trick is worth.

    `narrow`, `tied` and `swept` say once in how many deals 61-59, 60-60 and a sweep of all tricks happen.
    """

    def __init__(
        self,
        *,
        double: int | None,
        every_trick: int,
        narrow: int,
        tied: int,
        swept: int,
    ) -> None:
        self.double = double
        self.double_reached = Words(CARD_POINTS, least=double)
        self.every_trick = every_trick
        self.narrow = narrow
        self.tied = tied
        self.swept = swept


SYSTEMS = {  # by the keys of their games
    "bisca_tres": System(double=None, every_trick=1, narrow=20, tied=40, swept=100000),  # S2 L42
    "bisca_nove": System(double=82, every_trick=4, narrow=20, tied=45, swept=1000000),  # S2 L48
    "bisca_seis": System(double=91, every_trick=4, narrow=40, tied=70, swept=60),  # S2 L58
    "bisca_quatro": System(double=91, every_trick=4, narrow=30, tied=60, swept=800),  # S2 L58, L77
}


def games(deal: AnsweredDeal) -> int:
    """Return how many games the majority is worth: always one if players agree on it. S2 L73"""
    system = SYSTEMS[deal.setup.game.key]
    if deal.setup.options.get("conservative"):
        return 1
    if deal.known("all_tricks"):
        return system.every_trick
    return 2 if system.double is not None and max(deal["points"]) >= system.double else 1


def score(deal: AnsweredDeal) -> list[Line]:
    side = winner(deal)
    if side is None:
        return []
    worth = games(deal)
    reason = MAJORITY_REACHED
    if worth == 4:
        reason = EVERY_TRICK_TAKEN
    elif worth == 2:
        reason = SYSTEMS[deal.setup.game.key].double_reached
    return [Line(label(worth), deal.to(side, worth), deal.to(side, reason, None))]


def label(worth: int) -> str:
    return EVERY_TRICK if worth == 4 else DOUBLE_GAME if worth == 2 else ONE_GAME


def outcome(deal: AnsweredDeal) -> Outcome | None:
    side = winner(deal)
    return None if side is None else Outcome(label(games(deal)), side)


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("all_tricks"):
        yield Follows("points", deal.to(deal["all_tricks"], ALL_POINTS), HAS_ALL_POINTS, total=ALL_POINTS)


def lines(setup: Setup) -> int:
    return int(setup.options["lines"])


def comb(setup: Setup, totals: Sequence[int]) -> Facts:
    """Return the marks of both sides, at most as many as the comb has lines."""
    top, bottom = [min(games, lines(setup)) for games in totals]
    return {"comb": {"lines": lines(setup), "top": top, "bottom": bottom}}


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    system = SYSTEMS[deal.setup.game.key]
    if deal.known("all_tricks"):
        text = _("%(side)s took every trick.")
        if deal.setup.game.key == "bisca_nove":
            # S2 L48: "doubtful whether it has ever happened"
            text = _("%(side)s took every trick. It may never have happened before.")
        yield Moment("every_trick", system.swept, deal["all_tricks"], text)
    yield from close_moments(deal, system.narrow, system.tied)


def shuffles_and_cuts(deal: AnsweredDeal) -> list[Task]:
    """S2 L54, L56: the player on the dealer's right shuffles and leads, the one on the left cuts."""
    return [Task(SHUFFLES, after_dealer(deal)), Task(CUTS_CARDS, (deal.dealer - 1) % deal.setup.players)]


def won(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(winner(deal), 1) if deal.known("points") else None


def worth_games(deal: AnsweredDeal, worth: int) -> list[int] | None:
    """Return 1 for the side that won this number of games at once."""
    if not deal.known("points") or deal.setup.options.get("conservative"):
        return None
    return deal.to(winner(deal) if games(deal) == worth else None, 1)


WON = Figure("won", _("Rounds won"), won)
DOUBLES = Figure("doubles", _("Double games"), lambda deal: worth_games(deal, 2))
SWEEPS = Figure("every_trick", EVERY_TRICK, lambda deal: worth_games(deal, 4))

LINES = option.Pick(
    "lines",
    _("Lines on the comb"),
    ((4, _("4: first to four games")), (10, _("10: first to ten games"))),
    help=_("Each game won is a mark on the comb. The first to fill every line wins the match."),
)
CONSERVATIVE = option.Switch(
    "conservative",
    _("A majority always counts as one game"),
    help=_("Even with more than 90 card points, or every trick."),
)

ALL_TRICKS = _("Only if one side took every single trick. Having all 120 card points is not the same.")
NO_MORE = _("Every trick wins one game here, as 61 card points do.")
PARTS = (Part("count", _("Card count"), ["points", "all_tricks"]),)

AIM = _("Win tricks worth at least 61 of the 120 card points.")
PLAY = _("Play any card. The highest trump wins the trick, otherwise the highest card of the suit led.")
DRAWING = _("The winner of a trick draws first and leads. When the stock is empty, play on without drawing.")
COMB = Sentence(_("Mark each game on the comb. The first to %(lines)s wins the match."))
ONLY_ONE = _("61 card points win one game, never more. At 60–60 nobody wins.")
TEAMS_PAY = Sentence(
    _("61 card points win one game, 91 two, every trick four. At 60–60 nobody wins."), conservative=False
)
CONSERVATIVE_PAY = Sentence(ONLY_ONE, conservative=True)
TRUMPS = _("The next card is turned up: its suit is trumps.")
CUTS = _("The dealer shuffles, the other player cuts and leads.")
RIGHT_AND_LEFT = _("The player on the dealer's right shuffles and leads, the one on the left cuts.")


def bisca(
    key: str,
    name: str,
    players: int,
    *,
    card: Sequence[str | Sentence],
    figures: Sequence[Figure],
    options: Sequence[option.Option] = (LINES,),
    every_trick: str = ALL_TRICKS,
    pack: Pack = PACK,
) -> Game:
    return Game(
        key=key,
        name=name,
        aim=AIM,
        card=card,
        direction=COUNTER_CLOCKWISE if players > 2 else None,  # S2 L23
        picture="game-bisca",
        heading=headings.CARD_POINTS,
        players=(players,),
        sides=two_teams,
        wins_games=True,
        options=options,
        questions=(card_points(), ask.Taker("all_tricks", EVERY_TRICK, need=ask.ONCE_BEGUN, help=every_trick)),
        parts=PARTS,
        follows=follows,
        problems=impossible_split,
        score=score,
        match_facts=comb,
        tasks=leads if players == 2 else shuffles_and_cuts,
        end=Ending(points=lines, race=True),
        pack=pack,
        outcome=outcome,
        moments=moments,
        figures=figures,
    )


TRES = bisca(
    "bisca_tres",
    _("Bisca de Três"),
    2,
    card=(
        _("Two players, 40 cards, three each. The next card is turned up: its suit is trumps."),
        CUTS,
        PLAY,
        RANKING,
        DRAWING,
        ONLY_ONE,
        COMB,
    ),
    figures=(WON, AHEAD),
    every_trick=NO_MORE,
)

NOVE = bisca(
    "bisca_nove",
    _("Bisca de Nove"),
    2,
    card=(
        _("Two players, 40 cards, nine each. The next card is turned up: its suit is trumps."),
        CUTS,
        PLAY,
        RANKING,
        DRAWING,
        _("When the stock is empty, you must answer a trump lead with a trump if you can."),
        _("61 card points win one game, 82 two, every trick four. At 60–60 nobody wins."),
        COMB,
    ),
    figures=(WON, AHEAD, DOUBLES, SWEEPS),
)

SEIS = bisca(
    "bisca_seis",
    _("Bisca de Seis"),
    6,
    card=(
        _("Two teams of three, sitting alternately. 36 cards (no twos), three each: six tricks."),
        RIGHT_AND_LEFT,
        TRUMPS,
        PLAY,
        RANKING,
        DRAWING,
        _("Talking and signalling are allowed, and so is spying on the other side's signals."),
        _(  # S2 L62-68
            "Signs for trumps: ace, eyes wide open; 7, blink one eye; king, right cheek; jack, left cheek; queen, tip "
            "of the tongue; lower, a kiss. Ace or 7 of another suit: bite the lip."
        ),
        TEAMS_PAY,
        CONSERVATIVE_PAY,
        COMB,
    ),
    options=(LINES, CONSERVATIVE),
    pack=PACK_WITHOUT_TWOS,
    figures=(WON, AHEAD, DOUBLES, SWEEPS),
)

QUATRO = bisca(
    "bisca_quatro",
    _("Bisca de Quatro"),
    4,
    card=(
        _("Two teams of two, partners opposite. 40 cards, three each: ten tricks."),
        RIGHT_AND_LEFT,
        TRUMPS,
        PLAY,
        RANKING,
        DRAWING,
        TEAMS_PAY,
        CONSERVATIVE_PAY,
        COMB,
    ),
    options=(LINES, CONSERVATIVE),
    figures=(WON, AHEAD, DOUBLES, SWEEPS),
)

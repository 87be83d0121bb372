"""Sueca, for two teams of two: most of the 120 card points win a game.

91 card points win two games and all ten tricks four. A side caught not following suit loses four games, whatever it
has taken. The first side with enough games wins the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, option, trumps
from games.rules.bisca_cards import (
    ALL_POINTS,
    MAJORITY,
    PACK,
    RANKING,
    card_points,
    close_moments,
    impossible_split,
    winner,
)
from games.rules.card import COUNTER_CLOCKWISE, Sentence
from games.rules.cards import SUITS
from games.rules.game import Ending, Figure, Follows, Game, Line, Moment, Part, added_up, two_teams
from games.rules.outcome import Outcome
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Facts

DOUBLE = 91  # card points that win two games

REVOKE, EVERY_TRICK = _("Revoke"), pgettext("Sueca", "Every trick")
CARD_POINTS = _("%(least)s card points or more")
VICTORIES = {  # the label of their line, the games that they win, and why
    "revoke": (REVOKE, 4, Words(_("the other side did not follow suit"))),
    "every_trick": (EVERY_TRICK, 4, Words(_("took every trick"))),
    "all_points": (_("All card points"), 4, Words(_("took all 120 card points"))),
    "double": (_("Double game"), 2, Words(CARD_POINTS, least=DOUBLE)),
    "game": (_("Game"), 1, Words(CARD_POINTS, least=MAJORITY)),
}

OPTIONS = (
    ending.games_to_win(4, 10, 3),
    option.Pick(
        "sweep",
        _("Four games for"),
        (("tricks", _("All ten tricks")), ("points", _("All 120 card points"))),
        help=_("All 120 card points with a trick lost are otherwise two games."),
    ),
)


def is_played(deal: AnsweredDeal) -> bool:
    """Return whether the cards decide: not after a revoke."""
    return not deal.known("revoked")


QUESTIONS = (
    trumps.for_notes(SUITS),
    ask.Taker(
        "revoked",
        REVOKE,
        need=ask.NEVER,
        seldom=True,
        help=_("The side caught not following suit. The other side wins four games; nothing else counts."),
    ),
    card_points(when=is_played),
    ask.Taker(
        "all_tricks",
        EVERY_TRICK,
        need=ask.NEVER,
        when=is_played,
        help=_("Only if one side took all ten tricks. Having all 120 card points is not the same."),
    ),
)


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("all_tricks"):
        text = _("A side that took every trick has all %(total)s card points.")
        yield Follows("points", deal.to(deal["all_tricks"], ALL_POINTS), text, total=ALL_POINTS)


def victor(deal: AnsweredDeal) -> int | None:
    """Return the side that wins games in this round, or None while it is unknown or at 60-60."""
    return 1 - deal["revoked"] if deal.known("revoked") else winner(deal)


def victory(deal: AnsweredDeal) -> str:
    """Return for what the side wins its games: one of `VICTORIES`."""
    if deal.known("revoked"):
        return "revoke"
    if deal.known("all_tricks"):
        return "every_trick"
    best = max(deal["points"])
    if best == ALL_POINTS and deal.option("sweep") == "points":
        return "all_points"
    return "double" if best >= DOUBLE else "game"


def score(deal: AnsweredDeal) -> list[Line]:
    side = victor(deal)
    if side is None:
        return []
    label, games, reason = VICTORIES[victory(deal)]
    return [Line(label, deal.to(side, games), deal.to(side, reason, None))]


def outcome(deal: AnsweredDeal) -> Outcome | None:
    side = victor(deal)
    if side is None:
        return None
    label, _games, _reason = VICTORIES[victory(deal)]
    return Outcome(label, 1 - side, False) if deal.known("revoked") else Outcome(label, side)


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if deal.known("revoked"):
        return
    if deal.known("all_tricks"):
        yield Moment("every_trick", 400, deal["all_tricks"], _("%(side)s took every trick."))
    yield from close_moments(deal, 30, 45)
    yield from comebacks(deal)


def games_after(deal: AnsweredDeal) -> list[int]:
    """Return how many games each side has after the deal."""
    won = added_up(score(deal)) or deal.zeros()
    return [before + games for before, games in zip(deal.before, won)]


def carry(deal: AnsweredDeal) -> Facts:
    """Return which sides have been without a game while the other side needed only one: 0–3 of four."""
    games, last = games_after(deal), deal.option("target") - 1
    behind = deal.carried.get("behind") or [False, False]
    return {"behind": [behind[side] or (games[side] == 0 and 0 < last == games[1 - side]) for side in range(2)]}


def comebacks(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield the side that wins the match after such a score."""
    if not deal.known("points"):
        return
    games, needed = games_after(deal), deal.option("target")
    for side in range(2):
        if games[side] >= needed and (deal.carried.get("behind") or [False, False])[side]:
            text = _("%(side)s won the match from 0–%(last)s.")
            yield Moment("comeback", 200, side, text, last=needed - 1)


def won(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(victor(deal), 1) if deal.known("revoked") or deal.known("points") else None


def won_by(deal: AnsweredDeal, *victories: str) -> list[int] | None:
    """Return 1 for the side that won its games in one of these ways. A revoke is not counted."""
    side = victor(deal)
    if not deal.known("points") or deal.known("revoked"):
        return None
    return deal.to(None if side is None or victory(deal) not in victories else side, 1)


SUECA = Game(
    key="sueca",
    name=_("Sueca"),
    aim=_("Win tricks worth at least 61 of the 120 card points."),
    card=(
        _("Two teams of two, partners opposite. 40 cards, ten each. One card of the dealer shows trumps."),
        _("The player on the dealer's right leads. Follow the suit led if you can; otherwise play any card."),
        _("The highest trump wins the trick, otherwise the highest card of the suit led."),
        RANKING,
        _("61 card points win one game, 91 two. At 60–60 nobody wins."),
        Sentence(_("All ten tricks win four games. 120 card points with a trick lost win two."), sweep="tricks"),
        Sentence(_("All 120 card points win four games, even with a trick lost."), sweep="points"),
        _("A side caught not following suit loses four games; nothing else counts."),
        Sentence(_("The first to win %(target)s games wins the match.")),
    ),
    direction=COUNTER_CLOCKWISE,
    heading=headings.CARD_POINTS,
    picture="game-bisca",
    players=(4,),
    sides=two_teams,
    wins_games=True,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=(Part("count", _("Card count"), ("trump", "points", "all_tricks", "revoked")),),
    follows=follows,
    problems=impossible_split,
    score=score,
    end=Ending(points=ending.target, race=True),
    carry=carry,
    pinned=("trump",),
    pack=PACK,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("won", _("Rounds won"), won, by=trumps.trump, values=SUITS),
        Figure("doubles", _("Double games"), lambda deal: won_by(deal, "double")),
        Figure("every_trick", EVERY_TRICK, lambda deal: won_by(deal, "every_trick")),
    ),
)

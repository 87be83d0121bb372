"""Skat, for three players, or four of whom the dealer sits out.

One player declares a game against the other two. Every player is a side, and mostly only the declarer scores: the
value of the game, or minus twice the value. If everyone passed, a Ramsch may be played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, option
from games.rules.auction import is_played
from games.rules.card import CLOCKWISE
from games.rules.game import Ending, Figure, Game, Moment, Part
from games.rules.outcome import Outcome
from games.rules.parties import dealer_rests_of, opponents
from games.rules.skat_card import CARD
from games.rules.skat_problems import follows, of_the_game, problems
from games.rules.skat_value import (
    ALL_POINTS,
    POSSIBLE_BIDS,
    is_null,
    is_overbid,
    is_ramsch,
    is_ramsch_asked,
    is_scored,
    is_won,
    is_won_schneider,
    marching,
    score,
    value,
)
from games.rules.words import Problem, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Counts, Facts

OPTIONS = (
    ending.only_limit(36, 48, 12),
    option.Switch(
        "seeger_fabian",
        _("Seeger–Fabian"),
        help=_(
            "50 more for a game won, 50 less for a game lost. The others get 40 each then, or 30 at a table of four."
        ),
    ),
    option.Switch(
        "ramsch", _("Ramsch"), help=_("If everyone passes, the player with the most card points loses them.")
    ),
    option.Switch("kontra", _("Kontra"), help=_("Kontra and Re count the value of the game twice or four times.")),
)

GAMES = (
    ("diamonds", _("Diamonds")),
    ("hearts", _("Hearts")),
    ("spades", _("Spades")),
    ("clubs", _("Clubs")),
    ("grand", _("Grand")),
    ("null", _("Null")),
)


def game(deal: AnsweredDeal) -> str | None:
    chosen: str | None = deal["game"]
    return chosen


class Bid(ask.Number):
    """The value of some game: 18, 20, 22, 23 and so on."""

    def problems(self, value: Any, place: Any) -> list[Problem]:
        if type(value) is int and value not in POSSIBLE_BIDS:
            return self.wrong("impossible", _("There is no bid of %(value)s."), value=value)
        return super().problems(value, place)


def asks_no_null(deal: AnsweredDeal) -> bool:
    return is_played(deal) and not is_null(deal)


def announcements_left(deal: AnsweredDeal, value: str) -> int | None:
    """Return 0 for an announcement that a null does not have."""
    return 0 if is_null(deal) and value != "ouvert" else None


def asks_kontra(deal: AnsweredDeal) -> bool:
    return is_played(deal) and bool(deal.option("kontra"))


QUESTIONS = (
    ask.Flag(
        "passed_out",
        _("Everyone passed"),
        need=ask.NEVER,
        replaces="declarer",
        when=lambda deal: not of_the_game(deal),
        help=_("Nobody bid: no score, or a Ramsch if you play with it."),
    ),
    ask.PlayerSeat("declarer", _("Declarer"), when=is_played, help=_("The highest bidder, who plays alone.")),
    ask.Choice("game", pgettext("Skat", "Game"), GAMES, when=is_played, help=_("The trump suit, grand, or null.")),
    ask.Number(
        "matadors",
        _("Matadors"),
        low=1,
        high=11,
        when=asks_no_null,
        help=_(
            "With or without: how many trumps from ♣J down the declarer has in a row, or lacks. In a grand up to 4."
        ),
    ),
    ask.Flag(
        "hand",
        pgettext("Skat", "Hand"),
        need=ask.NEVER,
        when=is_played,
        help=_("The declarer did not look at the skat."),
    ),
    ask.Choice(
        "announced",
        _("Announced"),
        (("schneider", _("Schneider")), ("schwarz", _("Schwarz")), ("ouvert", _("Ouvert"))),
        need=ask.NEVER,
        seldom=True,
        remaining=announcements_left,
        when=is_played,
        help=_("The highest announcement; it includes those before it, and hand. In a null only ouvert."),
    ),
    Bid(
        "bid",
        pgettext("Skat", "Bid"),
        low=18,
        high=264,
        need=ask.NEVER,
        seldom=True,
        when=is_played,
        help=_("The number at which the bidding ended. It only matters if the game is worth less."),
    ),
    ask.Number(
        "points",
        _("Card points of the declarer"),
        high=ALL_POINTS,
        need=ask.NEVER,
        when=asks_no_null,
        help=_("The declarer's points with the skat. Without them, enter whether the game was won."),
    ),
    ask.Choice(
        "reached",
        pgettext("Skat", "Reached"),
        (("schneider", _("Schneider")), ("schwarz", _("Schwarz"))),
        need=ask.NEVER,
        seldom=True,
        when=asks_no_null,
        help=_("Schneider: a side has 30 points or fewer. Schwarz: a side took no trick."),
    ),
    ask.YesNo(
        "won",
        _("Game won"),
        when=is_played,
        help=_("Whether the declarer did what was announced. An overbid game is lost even so."),
    ),
    ask.Choice(
        "kontra",
        _("Kontra"),
        ((1, _("No Kontra")), (2, _("Kontra")), (4, pgettext("Skat", "Re"))),
        need=ask.NEVER,
        seldom=True,
        when=asks_kontra,
        help=_("The value counts twice or four times."),
    ),
    ask.Tally(
        "ramsch_points",
        _("Card points in the Ramsch"),
        total=ALL_POINTS,
        off=_("The card points add up to %(sum)s; they must add up to %(total)s."),
        when=is_ramsch_asked,
        help=_("The points of each player; the skat goes with the last trick. The last number is filled in."),
    ),
    ask.SeatList(
        "no_trick",
        _("Without a trick"),
        least=1,
        most=2,
        need=ask.NEVER,
        seldom=True,
        when=is_ramsch_asked,
        help=_("The players who took no trick in the Ramsch."),
    ),
)

PARTS = (
    Part(
        "game",
        _("The game"),
        ("declarer", "game", "matadors", "passed_out"),
    ),
    Part(
        "play",
        _("The play"),
        (
            "won",
            "points",
            "hand",
            "announced",
            "reached",
            "bid",
            "kontra",
            "no_trick",  # beside "Everyone passed": below the points it would be under the keypad
            "ramsch_points",
        ),
    ),
)


def parties(deal: AnsweredDeal) -> Sequence[tuple[str, Sequence[int]]]:
    if not is_scored(deal):
        return ()
    alone = [deal["declarer"]]
    return ((_("Declarer"), alone), (_("Defenders"), opponents(deal, alone)))


def facts(deal: AnsweredDeal) -> Facts:
    if not is_scored(deal):
        return {}
    return {"value": value(deal), "won": is_won(deal), "overbid": is_overbid(deal)}


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not is_scored(deal):
        return None
    if is_overbid(deal):
        return Outcome(_("Overbid"), deal["declarer"], False)
    return (
        Outcome(_("Game won"), deal["declarer"]) if is_won(deal) else Outcome(_("Game lost"), deal["declarer"], False)
    )


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if is_ramsch(deal) and marching(deal) is not None:
        yield Moment("march", 50, marching(deal), _("%(side)s took every trick of a Ramsch."))
    if not is_scored(deal):
        return
    declarer = deal["declarer"]
    if deal["game"] == "grand" and deal["announced"] == "ouvert":
        yield Moment("grand_ouvert", 20000, declarer, _("%(side)s played a grand ouvert."))
    if deal["points"] == 60 and not is_won(deal):
        yield Moment("lost_with_60", 40, declarer, _("%(side)s lost with 60 card points."))
    if value(deal) >= 100 and is_won(deal):
        yield Moment("high_game", 60, declarer, _("%(side)s won a game worth %(value)s."), value=value(deal))
    if is_overbid(deal):
        yield Moment("overbid", 80, declarer, _("%(side)s overbid: a bid of %(bid)s."), bid=deal["bid"])
    if deal["reached"] == "schwarz":
        yield Moment("schwarz", 80, None, _("One side took every trick: schwarz."))


def games_played(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for the declarer, and 0 for everyone else."""
    return deal.to(deal["declarer"], 1) if is_scored(deal) else None


def declared(deal: AnsweredDeal, counts: bool) -> Counts:
    """Return 1 for the declarer if this counts, otherwise 0, and nothing for everyone else."""
    return deal.to(deal["declarer"], int(counts), None) if is_scored(deal) else None


SKAT = Game(
    key="skat",
    name=_("Skat"),
    picture="game-skat",
    heading=headings.CONTRACTS,
    aim=_("Bid for the right to play alone, then take 61 of the 120 card points."),
    card=CARD,
    direction=CLOCKWISE,
    players=(3, 4),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    follows=follows,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(rounds=ending.rounds),
    pinned=("declarer", "game", "bid", "kontra"),
    plays=dealer_rests_of(4),
    parties=parties,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("games", _("Games played"), games_played, by=game, values=GAMES),
        Figure("won", _("Games won"), lambda deal: declared(deal, is_won(deal)), by=game, values=GAMES),
        Figure("hand", _("Hand games"), lambda deal: declared(deal, deal.known("hand"))),
        Figure("overbid", _("Games overbid"), lambda deal: declared(deal, is_overbid(deal))),
        Figure(
            "schneider", _("Schneider"), lambda deal: None if is_null(deal) else declared(deal, is_won_schneider(deal))
        ),
    ),
)

"""Briscola chiamata, for five players: the highest bidder calls a card, and who holds it is the partner.

Caller and partner play against the other three, or the caller alone against four. With six players the dealer sits
out. The points of every round add up to zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, option, trumps
from games.rules.bisca_cards import ALL_POINTS, MAJORITY, impossible
from games.rules.briscola_cards import RANKING, RANKS, SUITS, is_all
from games.rules.card import COUNTER_CLOCKWISE, SOME, Sentence
from games.rules.game import Ending, Figure, Game, Line, Moment, Part
from games.rules.outcome import Outcome
from games.rules.parties import dealer_rests_of, opponents
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.rules.game import AnsweredDeal, Counts
    from games.rules.words import Problem

PLAY = 5  # players in a round

OPTIONS = (
    option.Target(
        "target",
        _("Target score"),
        (11, 21, 31),
        none=_("No limit"),
        help=_("The match ends with the round in which a player reaches this score. The best one wins."),
    ),
    ending.latest_limit(10, 15, 20),
    option.Switch(
        "sweep_double",
        _("All card points count double"),
        help=_("If one party has all 120 card points, everything counts double."),
    ),
)

QUESTIONS = (
    ask.PlayerSeat("caller", _("Caller"), help=_("The player with the highest bid, who calls a card.")),
    ask.PlayerSeat(
        "partner",
        pgettext("cards", "Partner"),
        alone="caller",
        help=_("The player with the called card. If it is the caller, the caller plays alone."),
    ),
    ask.Choice(
        "called",
        _("Called card"),
        [(rank, rank) for rank in RANKS],
        need=ask.NEVER,
        seldom=True,
        help=_("Its rank, for your notes only."),
    ),
    ask.Choice(
        "trump", _("Trumps"), SUITS, need=ask.NEVER, help=_("The suit of the called card. For your notes only.")
    ),
    ask.Number(
        "bid",
        pgettext("Briscola", "Bid"),
        low=MAJORITY,
        high=ALL_POINTS,
        need=ask.NEVER,
        seldom=True,
        help=_("If you bid by card points: 61 to 120. With no entry it is 61."),
    ),
    ask.Number(
        "points",
        _("Card points of the caller"),
        high=ALL_POINTS,
        help=_("The card points of caller and partner together."),
    ),
)


def problems(deal: AnsweredDeal) -> list[Problem]:
    return [impossible()] if deal["points"] in (1, ALL_POINTS - 1) else []


def is_scored(deal: AnsweredDeal) -> bool:
    return deal.known("caller", "partner", "points")


def is_alone(deal: AnsweredDeal) -> bool:
    return bool(deal["caller"] == deal["partner"])


def bid(deal: AnsweredDeal) -> int:
    return deal["bid"] or MAJORITY


def is_won(deal: AnsweredDeal) -> bool:
    """Return whether the caller's party has the points of the bid."""
    return bool(deal["points"] >= bid(deal))


def worth(deal: AnsweredDeal) -> int:
    """Return what each of the other players pays, or gets if the call is lost."""
    worth = 2 if deal.option("sweep_double") and is_all(deal["points"]) else 1
    return worth if is_won(deal) else -worth


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    unit, caller = worth(deal), deal["caller"]
    own = [(caller, 4 * unit)] if is_alone(deal) else [(caller, 2 * unit), (deal["partner"], unit)]
    others = [(seat, -unit) for seat in opponents(deal, party(deal))]
    reason = Words(_("%(points)s card points of %(bid)s"), points=deal["points"], bid=bid(deal))
    label = _("Call won") if is_won(deal) else _("Call lost")
    return [
        Line(label, deal.pay(own), deal.to(caller, reason, None)),
        Line(_("Against the call"), deal.pay(others)),
    ]


def party(deal: AnsweredDeal) -> list[int]:
    """Return the caller, and the partner if there is one."""
    return [deal["caller"]] if is_alone(deal) else [deal["caller"], deal["partner"]]


def parties(deal: AnsweredDeal) -> Sequence[tuple[str, Sequence[int]]]:
    if not deal.known("caller", "partner"):
        return ()
    return ((_("Caller"), party(deal)), (_("Opponents"), opponents(deal, party(deal))))


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not is_scored(deal):
        return None
    return Outcome(_("Call won") if is_won(deal) else _("Call lost"), deal["caller"], is_won(deal))


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal):
        return
    caller = deal["caller"]
    if is_alone(deal) and is_won(deal):
        yield Moment("alone", 60, caller, _("%(side)s called alone and won against four."))
    if deal["points"] == MAJORITY - 1 and bid(deal) == MAJORITY:
        yield Moment("one_short", 40, caller, _("%(side)s lost the call with 60 card points."))
    if deal["points"] == ALL_POINTS:
        yield Moment("all_points", 200, caller, _("%(side)s called and took all 120 card points."))


def calls(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(deal["caller"], 1) if is_scored(deal) else None


def calls_won(deal: AnsweredDeal) -> Counts:
    return deal.to(deal["caller"], int(is_won(deal)), None) if is_scored(deal) else None


def times_called(deal: AnsweredDeal) -> Counts:
    """Return 1 for the partner, and nothing for the caller, whom nobody calls."""
    if not is_scored(deal):
        return None
    return [None if seat == deal["caller"] else int(seat == deal["partner"]) for seat in range(deal.setup.players)]


def alone(deal: AnsweredDeal) -> Counts:
    return deal.to(deal["caller"], int(is_alone(deal)), None) if is_scored(deal) else None


BRISCOLA_CHIAMATA = Game(
    key="briscola_chiamata",
    name=_("Briscola chiamata"),
    aim=_("Call a card: its holder is your hidden partner. Together you need 61 of the 120 card points."),
    card=(
        _("Five players, eight cards each. With six, the dealer sits out."),
        _(
            "Bid a lower and lower card, or more and more card points. The highest bidder calls a card; its suit is trumps."
        ),
        _("The player with the called card is the partner, and stays silent until it is played."),
        _("The next player after the dealer leads. Play any card: you need not follow suit."),
        _("The highest trump wins the trick, otherwise the highest card of the suit led."),
        RANKING,
        _("Caller and partner win with 61 card points, or with as many as were bid."),
        _("Won: the caller gets 2, the partner 1, each other player loses 1. Lost: the same the other way round."),
        _("The caller who holds the called card plays alone: 4 points, and 1 from each other player."),
        Sentence(_("All 120 card points, or none, count double."), sweep_double=True),
        Sentence(_("The round in which a player reaches %(target)s is the last."), target=SOME),
        Sentence(_("This match is limited to %(most)s rounds."), rounds=SOME),
        Sentence(_("You end the match yourself."), target=None, rounds=None),
        _("If the leaders are tied at the end, they share the win."),
    ),
    direction=COUNTER_CLOCKWISE,
    heading=headings.CARD_POINTS,
    also=("Briscola in cinque", "Briscola a chiamata"),
    picture="game-bisca",
    players=(PLAY, PLAY + 1),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=(
        Part("call", _("The call"), ("caller", "trump", "called", "bid", "partner")),
        Part("count", _("Card count"), ("points",)),
    ),
    problems=problems,
    score=score,
    end=Ending(points=ending.target, rounds=ending.rounds),
    plays=dealer_rests_of(PLAY + 1),
    parties=parties,
    pinned=("caller", "called", "trump", "bid"),
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("calls", _("Calls"), calls, by=trumps.trump, values=SUITS),
        Figure("calls_won", _("Calls won"), calls_won, by=trumps.trump, values=SUITS),
        Figure("called", _("Times called"), times_called),
        Figure("alone", _("Alone"), alone),
    ),
)

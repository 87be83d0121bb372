"""Doppelkopf, for four players, or five of whom the dealer sits out.

Two players with the queens of clubs, or one alone, are Re; the others are Kontra. The parties are others in every
round, so every player is a side. The card points and what was announced decide who wins, and how much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, option
from games.rules.card import CLOCKWISE
from games.rules.deal import after_dealer, next_seat
from games.rules.doppelkopf_card import CARD
from games.rules.doppelkopf_problems import follows, problems
from games.rules.doppelkopf_value import (
    CARD_POINTS,
    KONTRA,
    PARTIES,
    RE,
    is_announced,
    is_scored,
    is_solo,
    score,
    value,
    winner,
)
from games.rules.game import Ending, Figure, Game, Moment, Part
from games.rules.outcome import Outcome
from games.rules.parties import dealer_rests_of, opponents
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.rules.game import AnsweredDeal, Counts, Facts

OPTIONS = (
    ending.only_limit(24, 12, 20),
    option.Pick(
        "counting",
        _("Points are entered for"),
        (("both", _("Winners and losers")), ("plus", _("Winners only"))),
        help=_("With both, the points of a round add up to zero."),
    ),
    option.Pick(
        "announcements",
        _("Re and Kontra announced"),
        (("plus_two", _("2 points each")), ("double", _("Each doubles the round"))),
        help=_("No 90, no 60 and so on are one point each either way."),
    ),
    option.Switch("charlie", _("Charlie counts"), True, help=_("One point for the last trick with a jack of clubs.")),
    option.Switch(
        "compulsory_solo",
        _("Compulsory solos"),
        help=_("In a player's first announced solo the soloist plays first, and the same dealer deals again."),
    ),
)

RE_OR_KONTRA = (("re", _("Re")), ("kontra", _("Kontra")))
BOTH = (_("Re"), _("Kontra"))
DENIED = (("no_90", _("No 90")), ("no_60", _("No 60")), ("no_30", _("No 30")), ("no_trick", _("No trick")))
SOLOS = (
    ("diamonds", _("Diamonds")),
    ("hearts", _("Hearts")),
    ("spades", _("Spades")),
    ("clubs", _("Clubs")),
    ("queens", _("Queens")),
    ("jacks", _("Jacks")),
    ("aces", _("Aces")),
)
SILENT = "silent"  # a solo that was not announced


def asks_extras(deal: AnsweredDeal) -> bool:
    return not is_solo(deal)


def asks_charlie(deal: AnsweredDeal) -> bool:
    return asks_extras(deal) and bool(deal.option("charlie"))


def announced(name: str, label: str, party: str) -> ask.Choice:
    """Return the question what a party announced: its own name, or how little the other one will have."""
    text = _("The highest announcement. It includes those before it.")
    return ask.Choice(name, label, (("said", party),) + DENIED, need=ask.NEVER, seldom=True, help=text)


def extra(name: str, label: str, most: int, over: str, help: str) -> ask.Tally:
    """Return the question how often each party got an extra point."""
    return ask.Tally(
        name,
        label,
        columns=BOTH,
        most=most,
        others_zero=True,
        keys=True,
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=asks_extras,
        over=over,
        help=help,
    )


QUESTIONS = (
    ask.SeatList(
        "re",
        _("Re"),
        least=1,
        most=2,
        help=_("The players with the queens of clubs, or the two of a wedding. One player alone is a solo."),
    ),
    ask.Choice(
        "solo",
        _("Solo"),
        SOLOS,
        need=ask.NEVER,
        seldom=True,  # a tile: it must not open between the first and the second player
        when=is_solo,
        help=_("The kind of an announced solo. No answer: a silent one."),
    ),
    announced("re_said", _("Announced by Re"), _("Re")),
    announced("kontra_said", _("Announced by Kontra"), _("Kontra")),
    ask.Number(
        "re_points",
        _("Card points of Re"),
        high=CARD_POINTS,
        help=_("Both parties together have 240."),
    ),
    ask.Choice(
        "no_trick",
        _("Without a trick"),
        RE_OR_KONTRA,
        need=ask.NEVER,
        seldom=True,
        help=_("The party that took no trick at all. Zero points alone are not that."),
    ),
    extra(
        "foxes",
        _("Foxes caught"),
        2,
        over=_("There are only %(total)s foxes."),
        help=_("The aces of diamonds that each party took from the other."),
    ),
    extra(
        "doppelkopfs",
        _("Doppelkopfs"),
        4,
        over=_("There are at most %(total)s tricks of 40 points."),
        help=_("Tricks of 40 points or more."),
    ),
    ask.Choice(
        "charlie",
        _("Charlie"),
        RE_OR_KONTRA,
        need=ask.NEVER,
        seldom=True,
        when=asks_charlie,
        help=_("The party that took the last trick with a jack of clubs."),
    ),
)

PARTS = (
    Part(
        "round",
        _("The round"),
        ("re", "re_points", "re_said", "kontra_said", "no_trick", "foxes", "doppelkopfs", "charlie", "solo"),
    ),
)


def is_compulsory(deal: AnsweredDeal) -> bool:
    """Return whether this is a player's first announced solo, in a match with compulsory solos."""
    if not deal.option("compulsory_solo") or not deal.known("solo") or not is_solo(deal):
        return False
    return deal["re"][0] not in deal.carried.get("soloists", ())


def carry(deal: AnsweredDeal) -> Facts:
    """Return the players who have played an announced solo."""
    soloists = list(deal.carried.get("soloists", ()))
    return {"soloists": soloists + deal["re"] if is_compulsory(deal) else soloists}


def next_dealer(deal: AnsweredDeal) -> int:
    return deal.dealer if is_compulsory(deal) else next_seat(deal)


def leads(deal: AnsweredDeal) -> int | None:
    return int(deal["re"][0]) if is_compulsory(deal) else after_dealer(deal)


def parties(deal: AnsweredDeal) -> Sequence[tuple[str, Sequence[int]]]:
    if not deal.known("re"):
        return ()
    return ((_("Re"), deal["re"]), (_("Kontra"), opponents(deal, deal["re"])))


def facts(deal: AnsweredDeal) -> Facts:
    if not is_scored(deal):
        return {}
    first = winner(deal)
    return {"winner": None if first is None else PARTIES[first], "value": value(deal)}


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not is_scored(deal):
        return None
    first, seat = winner(deal), deal["re"][0]
    if first is None:
        return Outcome(_("Nobody won"), seat, None)
    return Outcome(_("Re won"), seat) if first == RE else Outcome(_("Re lost"), seat, False)


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal):
        return
    first, seat = winner(deal), deal["re"][0]
    if is_solo(deal) and first == RE and deal["no_trick"] == "kontra":
        yield Moment("solo_every_trick", 2000, seat, _("%(side)s played a solo and took every trick."))
    if is_solo(deal) and not deal.known("solo"):
        yield Moment("silent_solo", 50, seat, _("%(side)s played alone without announcing a solo."))
    if is_announced(deal, RE) and deal["re_points"] == 120 and first == KONTRA:
        yield Moment("announced_120", 100, None, _("Re was announced and lost with 120 points."))
    if first is None:
        yield Moment("nobody_won", 1000, None, _("Both parties announced too much, so nobody won."))
    if sum(deal["foxes"] or []) == 2 and not is_solo(deal):
        yield Moment("both_foxes", 40, None, _("Both foxes were caught."))


def wins_as(deal: AnsweredDeal, party: int) -> Counts:
    """Return 1 for each player of this party if it won, otherwise 0, and nothing for the others."""
    if not is_scored(deal):
        return None
    won = int(winner(deal) == party)
    members = [seat for seat in deal.playing if (seat in deal["re"]) == (party == RE)]
    return [won if seat in members else None for seat in range(deal.setup.players)]


def solos(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(deal["re"][0], 1) if is_scored(deal) and is_solo(deal) else None


def foxes(deal: AnsweredDeal) -> list[int] | None:
    """Return the foxes that each player's party caught."""
    if not is_scored(deal) or is_solo(deal):
        return None
    caught = deal["foxes"] or [0, 0]
    return deal.pay([(seat, caught[RE if seat in deal["re"] else KONTRA]) for seat in deal.playing])


DOPPELKOPF = Game(
    key="doppelkopf",
    name=_("Doppelkopf"),
    picture="game-doppelkopf",
    heading=headings.CONTRACTS,
    also=("Doko",),
    aim=_("Find your partner in play, and take 121 of the 240 card points together."),
    card=CARD,
    direction=CLOCKWISE,
    players=(4, 5),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    follows=follows,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(rounds=ending.rounds),
    pinned=("re", "solo", "re_said", "kontra_said"),
    plays=dealer_rests_of(5),
    carry=carry,
    next_dealer=next_dealer,
    leads=leads,
    parties=parties,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("won_as_re", _("Won as Re"), lambda deal: wins_as(deal, RE)),
        Figure("won_as_kontra", _("Won as Kontra"), lambda deal: wins_as(deal, KONTRA)),
        Figure(
            "solos",
            _("Solos"),
            solos,
            by=lambda deal: deal["solo"] or SILENT,
            values=SOLOS + ((SILENT, _("Silent solo")),),
        ),
        Figure("foxes", _("Foxes caught"), foxes),
    ),
)

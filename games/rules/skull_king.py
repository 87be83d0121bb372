"""Skull King, for two to eight players, each alone.

Ten rounds: round 1 deals one card each, round 2 two, and so on. Players bid the tricks that they will take.
`skull_king_score.py` has the two ways to score, the loot and the wager.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, bid_tricks, headings, nested, option
from games.rules.card import CLOCKWISE, Sentence
from games.rules.cards import Pack
from games.rules.game import Ending, Figure, Game, Line, Moment, Part, added_up
from games.rules.judge import is_complete
from games.rules.skull_king_score import (
    ROUNDS,
    base_points,
    bonus_points,
    cards,
    gets_bonus,
    is_rascal,
    loot_points,
    tricks_in_all,
    wager_points,
)
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.rules.game import AnsweredDeal, Setup

MOST_BONUS = 330
KING_TAKEN = 40  # the bonus of a mermaid that takes the Skull King
LATE = (9, 10)  # rounds in which a bid of 0 is bold

SUITS = (("yellow", _("Yellow")), ("green", _("Green")), ("purple", _("Purple")), ("black", _("Black")))

OPTIONS = (
    option.Pick(
        "scoring",
        _("Scoring"),
        (("classic", _("Classic")), ("rascal", _("Rascal's"))),
        help=_("Rascal's scoring gives every player the same chance in each round, and half for a bid missed by one."),
    ),
    option.Switch(
        "cannonball",
        _("Cannonball"),
        help=_("With Rascal's scoring a player may risk everything: 15 a card for a bid met, otherwise nothing."),
    ),
    option.Switch(
        "expansion",
        _("Kraken, whale and loot"),
        help=_("Asks for tricks that nobody took, and for loot."),
    ),
    option.Switch(
        "powers",
        _("Powers of the pirates"),
        help=_("Asks for the bet of Rascal, a pirate, of 10 or 20 points."),
    ),
)


def rounds(setup: Setup) -> int:
    return ROUNDS


def has_option(name: str) -> Callable[[AnsweredDeal], bool]:
    return lambda deal: bool(deal.option(name))


def may_risk(deal: AnsweredDeal) -> bool:
    return bool(deal.option("scoring") == "rascal" and deal.option("cannonball"))


def has_bid(deal: AnsweredDeal, seat: int) -> bool:
    return deal.at("bids", seat) is not None


def may_get_bonus(deal: AnsweredDeal, seat: int) -> bool:
    return is_rascal(deal) or deal.at("bids", seat) != 0


def all_tricks(deal: AnsweredDeal) -> int | None:
    """Return the sum of all tricks. With two players Greybeard, who is no player, takes some of them."""
    return None if deal.setup.players == 2 else tricks_in_all(deal)


QUESTIONS = (
    bid_tricks.bids(cards, _("How many tricks each player wants to take, after a pirate has changed a bid.")),
    nested.Each(
        "cannonballs",
        _("Cannonball"),
        ask.YesNo("cannonballs", _("Cannonball")),
        player=True,
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=may_risk,
        beside=("bids", "tricks"),
        may_say=has_bid,
        help=_("The players who risk everything."),
    ),
    ask.Number(
        "destroyed",
        _("Tricks that nobody took"),
        high=2,
        need=ask.NEVER,
        seldom=True,
        when=has_option("expansion"),
        help=_("The kraken destroys a trick, and sometimes the whale does."),
    ),
    bid_tricks.tricks(
        all_tricks,
        _("How many tricks each player took. With more than two players the last number is filled in."),
        most=tricks_in_all,
        over=_("The tricks add up to %(sum)s; they can be at most %(total)s."),
    ),
    ask.Tally(
        "bonus",
        _("Bonus"),
        high=MOST_BONUS,
        step=10,
        few=True,
        adds=(10, 20, 30, 40),
        may_add=gets_bonus,
        beside=("tricks",),
        has_room=may_get_bonus,
        need=ask.ONCE_BEGUN,
        seldom=True,
        help=_(
            "A coloured 14 is 10, the black one 20. A mermaid taken by a pirate is 20, a pirate by the Skull King 30, the Skull King by a mermaid 40."
        ),
    ),
    nested.Several(
        nested.Record(
            "loot",
            _("Loot"),
            (ask.PlayerSeat("from", _("Played by")), ask.PlayerSeat("winner", _("Trick taken by"))),
            need=ask.ONCE_BEGUN,
            seldom=True,
            when=has_option("expansion"),
            help=_("20 for the player of the loot and the player who took its trick, if both met their bids."),
        ),
        most=2,
    ),
    nested.Record(
        "wager",
        _("Rascal's bet"),
        (
            ask.PlayerSeat("seat", _("Player")),
            ask.Choice("points", _("Points"), ((10, "10"), (20, "20"))),
        ),
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=has_option("powers"),
        help=_("Won with a bid met, lost with any other."),
    ),
)

PARTS = (
    Part("bids", _("The bids"), ("bids", "cannonballs")),
    Part("tricks", _("The tricks"), ("destroyed", "loot", "wager", "tricks", "bonus")),
)


def problems(deal: AnsweredDeal) -> list[Problem]:
    problems = []
    if deal.known("destroyed") and deal["destroyed"] > cards(deal):
        text = _("Only %(cards)s tricks are played in this round.")
        problems.append(Problem("destroyed", "too_many", text, cards=cards(deal)))
    for seat in range(deal.setup.players):
        if has_no_trick(deal, seat) and deal.at("bonus", seat):
            problems.append(Problem("bonus", "contradiction", _("A player without a trick gets no bonus.")))
            break
    for loot in deal.given.get("loot") or []:
        problems.extend(loot_problems(deal, (loot or {}).get("from"), (loot or {}).get("winner")))
    better = (deal.given.get("wager") or {}).get("seat")
    if better is not None and has_no_trick(deal, better):
        text = _("Rascal bets when a trick is taken; this player has none.")
        problems.append(Problem("wager", "contradiction", text))
    return problems


def has_no_trick(deal: AnsweredDeal, seat: int) -> bool:
    return bool(deal.at("tricks", seat) == 0)


def loot_problems(deal: AnsweredDeal, player: int | None, winner: int | None) -> list[Problem]:
    if winner is None:
        return []
    if winner == player:
        return [Problem("loot", "contradiction", _("Loot always goes to another player."))]
    if has_no_trick(deal, winner):
        return [
            Problem("loot", "contradiction", _("Loot goes to the player who took its trick; this player has none."))
        ]
    return []


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_complete(deal):
        return []
    return [
        Line(_("Bid and tricks"), base_points(deal), bid_tricks.reasons(deal)),
        Line(_("Bonus"), bonus_points(deal)),
        Line(_("Loot"), loot_points(deal)),
        Line(_("Rascal's bet"), wager_points(deal)),
    ]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_complete(deal):
        return
    setup, met, bonus = deal.setup, bid_tricks.met(deal), bonus_points(deal)
    if all(met):
        yield Moment("all_right", 30, None, _("All players met their bids."))
    for side in range(setup.sides):
        if met[side] and bonus[side] == KING_TAKEN:
            yield Moment(
                "king_taken", 40, side, _("%(side)s got 40 extra, as for a mermaid that takes the Skull King.")
            )
        if met[side] and deal["bids"][side] == 0 and deal.number + 1 in LATE:
            text = _("%(side)s bid 0 in round %(round)s and took no trick.")
            yield Moment("late_zero", 25, side, text, round=deal.number + 1)
    if deal.number + 1 == ROUNDS:
        yield from swapped(deal)


def swapped(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield the player who went from the last place to the first in the last round, while the first became the last."""
    setup, earned = deal.setup, added_up(score(deal))
    before = setup.places(deal.before)
    after = setup.places([total + more for total, more in zip(deal.before, earned)])
    first, last = before.index(1), before.index(max(before))
    if after[last] == 1 and before[last] == after[first] == setup.sides and after.count(1) == before.count(1) == 1:
        yield Moment(
            "first_and_last", 60, last, _("%(side)s went from last place to first, and the leader became last.")
        )


SKULL_KING = Game(
    key="skull_king",
    name=_("Skull King"),
    aim=_("Bid how many tricks you will take, and take exactly that many."),
    card=(
        _(
            "Ten rounds: one card each in round 1, two in round 2, and so on. With eight players there are at most 8 cards."
        ),
        _("All players bid at the same time. The player on the dealer's left leads."),
        _("Follow suit if you can; special cards may always be played. Black is trump."),
        _(
            "A pirate takes any number and any mermaid, the Skull King takes pirates, a mermaid takes the Skull King. An escape loses."
        ),
        Sentence(
            _("Bid met: 20 for each trick. Bid missed: minus 10 for each trick too many or too few."), scoring="classic"
        ),
        Sentence(_("A bid of 0 is 10 for each card dealt, met or missed: plus or minus."), scoring="classic"),
        Sentence(
            _("You can get 10 for each card dealt and the bonus: all for a bid met, half if missed by one."),
            scoring="rascal",
        ),
        Sentence(
            _("With a cannonball: 15 for each card dealt and the bonus for a bid met, otherwise nothing."),
            scoring="rascal",
            cannonball=True,
        ),
        Sentence(_("There is no cannonball."), scoring="rascal", cannonball=False),
        _(
            "Bonus: a coloured 14 is 10, the black one 20. A mermaid taken by a pirate is 20, a pirate by the Skull King 30, "
            "the Skull King by a mermaid 40."
        ),
        Sentence(_("The bonus counts only for a bid met."), scoring="classic"),
        Sentence(_("The kraken destroys a trick, so fewer tricks count."), expansion=True),
        Sentence(_("Loot: 20 for its player and the player who takes it, if both meet their bids."), expansion=True),
        Sentence(_("Rascal's bet of 10 or 20 is won with a bid met and lost with any other."), powers=True),
        _("After ten rounds most points wins; if the leaders are tied, they share the win."),
    ),
    picture="game-skull_king",
    heading=headings.TRICKS,
    direction=CLOCKWISE,
    players=(2, 3, 4, 5, 6, 7, 8),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    end=Ending(rounds=rounds),
    pinned=("bids",),
    pack=Pack([str(rank) for rank in range(14, 0, -1)], SUITS),
    moments=moments,
    figures=(
        bid_tricks.BIDS_MET,
        bid_tricks.ZEROS_MET,
        Figure("bonus", _("Bonus points"), lambda deal: bonus_points(deal) if is_complete(deal) else None),
        bid_tricks.TRICKS_OFF,
    ),
)

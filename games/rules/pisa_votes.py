"""The three votes of Pisa: which bidding card wins, and what follows from the cards laid.

Trump, goal and high card are voted on one after the other. Everybody lays one to three cards at
one bidding card. The highest sum wins, then more cards, then the highest single card, the
second highest and so on. Where all is level, a full tie, the table names the winner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.game import Follows
from games.rules.nested import Each, Numbers, Record
from games.rules.words import Problem, Words, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from games.rules.game import Deal

HIGHEST = 13  # S0 L9: "in 4 colours of 0 - 13"
OF_EACH = 4
LEAST, MOST = 1, 3  # S0 L60: "1-3 cards face down to one of the bidding cards"

COLOURS = (("red", _("Red")), ("yellow", _("Yellow")), ("green", _("Green")), ("blue", _("Blue")))
GOALS = (("many", _("Many tricks")), ("few", _("Few tricks")))
VALUES = (("0_high", _("0 beats 13")), ("13_high", _("13 beats 0")))
BIDDING_CARDS = COLOURS + GOALS + VALUES  # S0 L48-50

VOTES = ("trump", "goal", "value")  # S0 L44; each is also the question that its winner answers


def vote(name: str, label: str, cards: Sequence[tuple[str, str]]) -> Record:
    values = Numbers("values", _("Cards"), low=0, high=HIGHEST, least=LEAST, most=MOST)
    return Record(name, label, (ask.Choice("card", _("Bidding card"), cards), values))


def one_vote(deal: Deal, seat: int, name: str) -> Any:
    """What the player has laid in a vote, or None while the bidding card or a value is missing."""
    given = deal.given.get("laid")
    one = (given[seat] or {}).get(name) if given else None
    if one is None or one.get("card") is None or one.get("values") is None:
        return None
    return None if None in one["values"] else one


def laid_in(deal: Deal, name: str) -> list[Any]:
    votes = [one_vote(deal, seat, name) for seat in range(deal.match.players)]
    return [one for one in votes if one is not None]


def laid_by(deal: Deal, seat: int) -> list[Any]:
    votes = [one_vote(deal, seat, name) for name in VOTES]
    return [one for one in votes if one is not None]


def sum_of(deal: Deal, seat: int) -> int:
    """The printed numbers count, whatever the vote on the high card says."""
    return sum([sum(one["values"]) for one in laid_by(deal, seat)])


def is_laid(deal: Deal) -> bool:
    """Whether anybody has laid anything."""
    return any(laid_in(deal, name) for name in VOTES)


def need(deal: Deal) -> str:
    """Bids and goal can be noted without the cards; where cards are laid, what is missing waits for the others."""
    return ask.NEEDED if is_laid(deal) and not deal.known("bids", "goal") else ask.NEVER


def next_seat_starters(deal: Deal) -> list[int]:
    """Who lays first in each vote of Pisa. S0 L54-56: the dealer's left, then a seat further for each vote."""
    return [(deal.leader + number) % deal.match.players for number in range(len(VOTES))]


def same_starters(deal: Deal) -> list[int]:
    """Who lays first in each vote of Pisa KSR. S1 L14-15: the dealer's left in all three."""
    return [deal.leader] * len(VOTES)


def cards_laid(starters: Callable[[Deal], list[int]]) -> Each:
    """The question about the votes, asked from player to player; `starters` says who lays first in each vote."""
    return Each(
        "laid",
        _("Cards laid"),
        Record(
            "votes",
            _("The votes"),
            (
                vote("trump", _("Trump"), COLOURS),
                vote("goal", _("Goal"), GOALS),
                vote("value", _("High card"), VALUES),
            ),
        ),
        player=True,
        turns=starters,
        need=need,
        help=_("The votes card by card: bids and winners follow. Or note the bids alone."),
    )


def cards_of(laid: Sequence[Any]) -> list[str]:
    """The bidding cards with something on them, in the order of the table."""
    taken = [one["card"] for one in laid]
    return [card for card, _label in BIDDING_CARDS if card in taken]


def values_at(laid: Sequence[Any], card: str) -> list[int]:
    """All values at one bidding card, "even if they have been put down by different players": S0 L62."""
    return [value for one in laid if one["card"] == card for value in one["values"]]


def strength(values: list[int]) -> list[int]:
    """The sum, then how many cards, then the cards from the top: S0 L64-66. A zero is a card too."""
    return [sum(values), len(values)] + sorted(values, reverse=True)


def strongest(deal: Deal, name: str) -> list[str]:
    """The bidding card that has won; several in a full tie; none before everybody has laid."""
    laid = laid_in(deal, name)
    if len(laid) < deal.match.players:
        return []
    piles = [(strength(values_at(laid, card)), card) for card in cards_of(laid)]
    top = max([pile for pile, _card in piles])
    return [card for pile, card in piles if pile == top]


def is_full_tie(deal: Deal, name: str) -> bool:
    return len(strongest(deal, name)) > 1


def outcomes(deal: Deal) -> dict[str, str | None]:
    """What the cards alone decide in every vote that all have laid; null in a full tie."""
    found = {}
    for name in VOTES:
        won = strongest(deal, name)
        if won:
            found[name] = won[0] if len(won) == 1 else None
    return found


def follows(deal: Deal) -> Iterator[Follows]:
    """The bids once everybody has laid everything, and the winner of each vote."""
    if deal.known("laid"):
        bids = [sum_of(deal, seat) for seat in range(deal.match.players)]
        told = ", ".join([str(bid) for bid in bids])
        yield Follows("bids", bids, _("The cards laid add up to %(bids)s."), bids=told)
    for name in VOTES:
        won = strongest(deal, name)
        if len(won) == 1:
            yield Follows(name, won[0], _("By the cards laid this vote goes to: %(card)s."), card=names(won))


def problems(deal: Deal) -> list[Problem]:
    found = too_many_alike(deal) + bids_apart(deal)
    for name in VOTES:
        found.extend(not_tied(deal, name))
    return found


def too_many_alike(deal: Deal) -> list[Problem]:
    noted = values_noted(deal)
    text = _("The %(value)s is laid %(count)s times; the pack has %(most)s.")
    return [
        Problem("laid", "too_many", text, value=value, count=noted.count(value), most=OF_EACH)
        for value in sorted(set(noted))
        if noted.count(value) > OF_EACH
    ]


def values_noted(deal: Deal) -> list[int]:
    """Every value of the deal, those of votes begun included."""
    found = []
    for votes in deal.given.get("laid") or []:
        for name in VOTES:
            begun = (votes or {}).get(name) or {}
            found.extend([value for value in begun.get("values") or [] if value is not None])
    return found


def bids_apart(deal: Deal) -> list[Problem]:
    """While somebody has still to lay: no bid is below what its player has laid, none of a player who is done above."""
    if deal.known("laid"):
        return []
    text = _("A bid of %(bid)s does not fit: this player's cards add up to %(laid)s so far.")
    found = []
    for seat, bid in enumerate(deal.given.get("bids") or []):
        laid, is_done = sum_of(deal, seat), len(laid_by(deal, seat)) == len(VOTES)
        if bid is not None and (bid < laid or (is_done and bid > laid)):
            found.append(Problem("bids", "contradiction", text, bid=bid, laid=laid))
    return found


def not_tied(deal: Deal, name: str) -> list[Problem]:
    """After a full tie the table names one of those that tied."""
    tied = strongest(deal, name)
    if len(tied) < 2 or not deal.known(name) or deal[name] in tied:
        return []
    return [Problem(name, "contradiction", _("Only these tied: %(cards)s."), cards=names(tied))]


def names(cards: Sequence[str]) -> Words:
    labels = [Words(label) for card, label in BIDDING_CARDS if card in cards]
    found = labels[0]
    for label in labels[1:]:
        found = Words("%(some)s, %(one)s", some=found, one=label)
    return found

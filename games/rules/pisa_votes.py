"""The three votes of Pisa: which bidding card wins, and the answers that follow from the cards laid.

Players vote on trump, goal and high card, in this order. Everyone lays one to three cards at one bidding card. The
highest sum wins, then more cards, then the highest single card, the second highest and so on. If all of these are
equal, it is a full tie, and the players choose the winner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.deal import after_dealer
from games.rules.game import Follows
from games.rules.nested import Each, Numbers, Record
from games.rules.words import Problem, Words, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal

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
    return Record(name, label, (ask.Choice("card", _("Voting card"), cards), values))


def player_vote(deal: AnsweredDeal, seat: int, name: str) -> Any:
    """Return the cards of a player in a vote, or None while the bidding card or a value is missing."""
    given = deal.given.get("laid")
    cast = (given[seat] or {}).get(name) if given else None
    if cast is None or cast.get("card") is None or cast.get("values") is None:
        return None
    return None if None in cast["values"] else cast


def laid_in(deal: AnsweredDeal, name: str) -> list[Any]:
    votes = [player_vote(deal, seat, name) for seat in range(deal.setup.players)]
    return [cast for cast in votes if cast is not None]


def laid_by(deal: AnsweredDeal, seat: int) -> list[Any]:
    votes = [player_vote(deal, seat, name) for name in VOTES]
    return [cast for cast in votes if cast is not None]


def sum_of(deal: AnsweredDeal, seat: int) -> int:
    """Return the sum of the printed numbers that a player has laid, whatever wins the vote on the high card."""
    return sum([sum(cast["values"]) for cast in laid_by(deal, seat)])


def is_laid(deal: AnsweredDeal) -> bool:
    """Return whether any player has laid cards."""
    return any(laid_in(deal, name) for name in VOTES)


def need(deal: AnsweredDeal) -> str:
    """Return the need of the cards laid: bids and goal can be answered without them, but started votes must be full."""
    return ask.NEEDED if is_laid(deal) and not deal.known("bids", "goal") else ask.NEVER


def next_seat_starters(deal: AnsweredDeal) -> list[int]:
    """Return the first player of each vote of Pisa: the dealer's left, then the next seat for each vote, S0 L54-56."""
    return [(after_dealer(deal) + number) % deal.setup.players for number in range(len(VOTES))]


def same_starters(deal: AnsweredDeal) -> list[int]:
    """Return the first player of each vote of Pisa KSR: the dealer's left in all three, S1 L14-15."""
    return [after_dealer(deal)] * len(VOTES)


def cards_laid(starters: Callable[[AnsweredDeal], list[int]]) -> Each:
    """Return the question about the votes of all players in turn. `starters` returns the first player of each vote."""
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
        help=_(
            "If you enter the votes card by card, the app fills in the bids and the results. You can also enter only the bids."
        ),
        incomplete=_("Some cards are missing. Add them, or clear all of them and enter only the bids."),
    )


def cards_of(laid: Sequence[Any]) -> list[str]:
    """Return the bidding cards that have cards, in the order of BIDDING_CARDS."""
    used = [cast["card"] for cast in laid]
    return [card for card, _label in BIDDING_CARDS if card in used]


def values_at(laid: Sequence[Any], card: str) -> list[int]:
    """Return all values at one bidding card, "even if they have been put down by different players": S0 L62."""
    return [value for cast in laid if cast["card"] == card for value in cast["values"]]


def strength(values: list[int]) -> list[int]:
    """Return the sum, the number of cards, then the cards from the top: S0 L64-66. A zero is a card, too."""
    return [sum(values), len(values)] + sorted(values, reverse=True)


def strongest(deal: AnsweredDeal, name: str) -> list[str]:
    """Return the bidding card that has won: several in a full tie, none before everyone has laid."""
    laid = laid_in(deal, name)
    if len(laid) < deal.setup.players:
        return []
    piles = [(strength(values_at(laid, card)), card) for card in cards_of(laid)]
    top = max([pile for pile, _card in piles])
    return [card for pile, card in piles if pile == top]


def is_full_tie(deal: AnsweredDeal, name: str) -> bool:
    return len(strongest(deal, name)) > 1


def outcomes(deal: AnsweredDeal) -> dict[str, str | None]:
    """Return the winner of every complete vote by the cards alone, or None in a full tie."""
    result = {}
    for name in VOTES:
        winners = strongest(deal, name)
        if winners:
            result[name] = winners[0] if len(winners) == 1 else None
    return result


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    """Yield the bids once everyone has laid all cards, and the winner of each vote."""
    if deal.known("laid"):
        bids = [sum_of(deal, seat) for seat in range(deal.setup.players)]
        listed = ", ".join([str(bid) for bid in bids])
        yield Follows("bids", bids, _("The cards laid add up to %(bids)s."), bids=listed)
    for name in VOTES:
        winners = strongest(deal, name)
        if len(winners) == 1:
            yield Follows(name, winners[0], _("By the cards laid, this vote is won by: %(card)s."), card=names(winners))


def problems(deal: AnsweredDeal) -> list[Problem]:
    contradictions = too_many_alike(deal) + wrong_bids(deal)
    for name in VOTES:
        contradictions.extend(not_tied(deal, name))
    return contradictions


def too_many_alike(deal: AnsweredDeal) -> list[Problem]:
    answered = answered_values(deal)
    text = _("The %(value)s was laid %(count)s times; the pack has only %(most)s.")
    return [
        Problem("laid", "too_many", text, value=value, count=answered.count(value), most=OF_EACH)
        for value in sorted(set(answered))
        if answered.count(value) > OF_EACH
    ]


def answered_values(deal: AnsweredDeal) -> list[int]:
    """Return all values laid in the deal, including those of incomplete votes."""
    values = []
    for votes in deal.given.get("laid") or []:
        for name in VOTES:
            begun = (votes or {}).get(name) or {}
            values.extend([value for value in begun.get("values") or [] if value is not None])
    return values


def wrong_bids(deal: AnsweredDeal) -> list[Problem]:
    """Return the bids below the cards that the player has laid, or different from them once the player has laid all.

    Once everyone has laid all cards, the bids follow from them.
    """
    if deal.known("laid"):
        return []
    text = _("A bid of %(bid)s cannot be right: this player's cards already add up to %(laid)s.")
    contradictions = []
    for seat, bid in enumerate(deal.given.get("bids") or []):
        laid, has_all = sum_of(deal, seat), len(laid_by(deal, seat)) == len(VOTES)
        if bid is not None and (bid < laid or (has_all and bid > laid)):
            contradictions.append(Problem("bids", "contradiction", text, bid=bid, laid=laid))
    return contradictions


def not_tied(deal: AnsweredDeal, name: str) -> list[Problem]:
    """Refuse a winner that has not tied, after a full tie."""
    tied = strongest(deal, name)
    if len(tied) < 2 or not deal.known(name) or deal[name] in tied:
        return []
    return [Problem(name, "contradiction", _("Only these are tied: %(cards)s."), cards=names(tied))]


def names(cards: Sequence[str]) -> Words:
    labels = [Words(label) for card, label in BIDDING_CARDS if card in cards]
    listed = labels[0]
    for label in labels[1:]:
        listed = Words("%(some)s, %(one)s", some=listed, one=label)
    return listed

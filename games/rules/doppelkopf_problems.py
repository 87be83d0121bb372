"""What follows from the answers of a game of Doppelkopf, and what two answers cannot mean together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.doppelkopf_value import CARD_POINTS, EXTRAS, PARTIES, card_points, is_solo
from games.rules.game import Follows
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("no_trick"):
        points = 0 if deal["no_trick"] == "re" else CARD_POINTS
        yield Follows("re_points", points, _("A party without a trick has no points, and the other has all 240."))


def problems(deal: AnsweredDeal) -> list[Problem]:
    listed = []
    if deal.known("solo") and deal.known("re") and not is_solo(deal):
        listed.append(Problem("solo", "contradiction", _("A solo is played by one player alone.")))
    if deal["re_points"] in (1, CARD_POINTS - 1):
        listed.append(Problem("re_points", "impossible", _("Nobody can have 1 or 239 points: no card is worth 1.")))
    for question, worth in EXTRAS:
        for party, count in enumerate(deal.given.get(question) or []):
            if count:
                listed.extend(extra_problems(deal, question, party, count * worth))
    if deal.known("charlie"):
        listed.extend(extra_problems(deal, "charlie", PARTIES.index(deal["charlie"]), 0))
    return listed


def extra_problems(deal: AnsweredDeal, question: str, party: int, worth: int) -> list[Problem]:
    """Refuse what a party cannot have: in a solo, without a trick, or with fewer points than the cards of it."""
    if is_solo(deal):
        return [Problem(question, "contradiction", _("A solo has no foxes, Doppelkopfs or Charlie."))]
    if deal["no_trick"] == PARTIES[party]:
        return [Problem(question, "contradiction", _("This party took no trick."))]
    if deal.known("re_points") and worth > card_points(deal)[party]:
        text = _("These cards alone are worth %(worth)s; the party has %(points)s.")
        return [Problem(question, "too_many", text, worth=worth, points=card_points(deal)[party])]
    return []

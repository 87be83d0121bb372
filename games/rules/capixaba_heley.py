"""The heley of Bisca Capixaba: Ace and 7 of trumps in one trick, or the 7 led without an Ace on it.

It scores at once, by the players of both cards and their places in the trick. It may end the match within a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import PlaceNote, Problem, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal

TARGET = 4  # S2 L87
LAST_TRICK = 10  # of 40 cards, S2 L9
ACE_AND_SEVEN = 21  # card points of a trick with both
SEVEN = 10  # card points of the 7 alone


class Case:
    """One kind of heley: the team that scores, and its points."""

    def __init__(self, name: str, label: str, scorer: str, plain: int, hearts: int, why: str) -> None:
        self.name = name
        self.label = label
        self.scorer = scorer
        self.plain = plain
        self.hearts = hearts
        self.why = why


ACE, OTHERS, LEADER = "ace", "others", "leader"  # the Ace's team, the other one, the team that led the 7

CASES = (
    Case("direct", _("Heley"), ACE, 1, 2, _("the ace was played right after the 7")),  # S2 L99
    Case("ace_first", _("Heley"), ACE, 2, 4, _("an opponent's 7 was played after the ace")),  # S2 L100
    Case("partners", _("Heley de Parceiros"), OTHERS, 2, 3, _("partners played ace and 7")),  # S2 L101
    Case("partners_last_trick", _("Heley de Parceiros"), OTHERS, 0, 0, _("no score in the last trick")),
    Case("rodar", _("Rodar o 7"), LEADER, 1, 2, _("the 7 was led and not beaten by the ace")),  # S2 L102
    Case("roda", _("Heley de Roda"), ACE, 2, 3, _("the fourth player beat the 7 with the ace")),  # S2 L103
)

# A row for each place of the 7 in the trick, the leader's first, with a column for each place of the Ace.
ORDERS = (
    (None, "direct", "partners", "roda"),
    ("ace_first", None, "direct", "partners"),
    ("partners", "ace_first", None, "direct"),
    ("ace_first", "partners", "ace_first", None),
)


def place(heley: dict[str, Any], card: str) -> int:
    """Return how many players played before this card in the trick."""
    return int(heley[card] - heley["leader"]) % 4


def kind(deal: AnsweredDeal) -> str | None:
    """Return the kind of the heley, or None if there was none."""
    heley = deal["heley"]
    if heley is None:
        return None
    if heley["ace"] is None:
        return "rodar"
    name = ORDERS[place(heley, "seven")][place(heley, "ace")]
    return "partners_last_trick" if name == "partners" and heley["trick"] == LAST_TRICK else name


def case_of(deal: AnsweredDeal) -> Case | None:
    name = kind(deal)
    for case in CASES:
        if case.name == name:
            return case
    return None


def trick_winners(deal: AnsweredDeal) -> int:
    """Return the team that took the trick of the heley, with its Ace or with its 7."""
    heley = deal["heley"]
    return deal.setup.side_of(heley["seven"] if heley["ace"] is None else heley["ace"])


def scorer(deal: AnsweredDeal, case: Case) -> int:
    return 1 - trick_winners(deal) if case.scorer == OTHERS else trick_winners(deal)


def hearts_pay(deal: AnsweredDeal) -> bool | None:
    """Return whether hearts are trumps and pay more, or None while it is unknown."""
    if not deal.known("trump"):
        return None
    if deal["trump"] == "hearts" and deal.option("hearts_only_by_knock"):
        knocked: bool | None = deal["knocked"]
        return knocked
    return bool(deal["trump"] == "hearts")


def by_trumps(deal: AnsweredDeal, plain: int, hearts: int) -> int | None:
    """Return the points for these trumps, or None while they depend on unknown trumps."""
    pay_more = hearts_pay(deal)
    if pay_more is None and plain != hearts:
        return None
    return hearts if pay_more else plain


def worth(deal: AnsweredDeal, case: Case) -> int | None:
    if case.name == "rodar" and deal.option("rodar_literal"):  # S2 L102: 2 "if hearts are not trumps"
        return by_trumps(deal, case.hearts, case.plain)
    return by_trumps(deal, case.plain, case.hearts)


def heley_points(deal: AnsweredDeal) -> list[int] | None:
    """Return the points for the heley, or None while they are unknown."""
    case = case_of(deal)
    if deal.has_begun("heley"):
        return None
    if case is None:
        return deal.zeros()
    points = worth(deal, case)
    return None if points is None else deal.to(scorer(deal, case), points)


def ends_match(deal: AnsweredDeal) -> bool:
    """Return whether the heley ended the match. The cards are not counted then."""
    points = heley_points(deal) or deal.zeros()
    return any(won > 0 and before + won >= TARGET for before, won in zip(deal.before, points))


def goes_on(deal: AnsweredDeal) -> bool:
    return not ends_match(deal)


def heley_problems(deal: AnsweredDeal) -> list[Problem]:
    given, heley = deal.given.get("heley", {}), deal["heley"]
    if given.get("seven") is not None and given.get("seven") == given.get("ace"):
        return [Problem("heley", "one_seat", _("One player cannot play both ace and 7 to a trick."))]
    if heley is not None and heley["ace"] is None and place(heley, "seven") != 0:
        return [Problem("heley", "not_led", _("Without the ace in the trick, only a 7 that was led scores."))]
    if given.get("trick") == 1 and given.get("leader") not in (None, deal.leader):
        text = _("The player who plays first leads the first trick.")
        return [PlaceNote("heley", "leader", text)]
    return []


def too_few_points(deal: AnsweredDeal) -> list[Problem]:
    """Refuse card points below those of the heley for the team that took its trick."""
    if not deal.known("heley", "points"):
        return []
    points = deal["points"][trick_winners(deal)]
    least = SEVEN if deal["heley"]["ace"] is None else ACE_AND_SEVEN
    if points >= least:
        return []
    text = _("%(points)s card points are too few: the trick with the 7 of trumps alone was worth %(least)s.")
    return [Problem("points", "too_few", text, points=points, least=least)]

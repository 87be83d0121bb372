"""The pile in Pişti: the answers that captured cards give, and contradictions between these answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.cards import Fill, Pack
from games.rules.deal import once
from games.rules.game import sole_leader
from games.rules.most import TIE
from games.rules.words import Note, Problem, _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

CARDS = 52
MOST_TRICKS = 24  # the first takes five cards at least, every other one two
MOST_PISTIS = 23  # 47 cards are left after the first trick

PACK = Pack(
    ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
    fills=(
        Fill("jacks", lambda rank, suit, deal: int(rank == "J")),
        Fill("aces", lambda rank, suit, deal: int(rank == "A")),
        Fill("two_of_clubs", lambda rank, suit, deal: int((rank, suit) == ("2", "clubs"))),
        Fill("ten_of_diamonds", lambda rank, suit, deal: int((rank, suit) == ("10", "diamonds"))),
    ),
)


def side_points(deal: AnsweredDeal, question: str, worth: int) -> list[int] | None:
    return deal.to(deal[question], worth) if deal.known(question) else None


def times(deal: AnsweredDeal, question: str, worth: int) -> list[int] | None:
    return [worth * count for count in deal[question]] if deal.known(question) else None


def problems(deal: AnsweredDeal) -> list[Problem]:
    """Return contradictions between the known answers of a side, even while other answers are missing."""
    if deal.known("tricks") and not any(deal["tricks"]):
        return [Problem("tricks", "none", _("Someone must have taken a trick."))]
    contradictions = most_problems(deal)
    if sum(all_pistis(deal)) > MOST_PISTIS:
        contradictions.append(
            Problem("pistis", "too_many", _("A round can have at most %(most)s pişti."), most=MOST_PISTIS)
        )
    contradictions.extend(first_capture_problems(deal))
    for side in range(deal.setup.sides):
        contradictions.extend(jack_problems(deal, side))
        contradictions.extend(trick_problems(deal, side))
        contradictions.extend(card_problems(deal, side))
    return contradictions


def most_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse a leader that the numbers of tricks contradict."""
    if not deal.known("tricks", "most_tricks"):
        return []
    leader = sole_leader(deal["tricks"])
    if deal["most_tricks"] == (TIE if leader is None else leader):
        return []
    return [Problem("most_tricks", "contradiction", _("This does not match the numbers of tricks."))]


def first_capture_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse as many pişti as tricks: the first capture takes the four cards of the start and one more, S3 L10, L15."""
    count = sum(all_pistis(deal))
    if not deal.known("tricks") or count < sum(deal["tricks"]) or count > MOST_PISTIS:
        return []
    text = _("%(pistis)s pişti need more than %(tricks)s tricks: the first capture is never a pişti.")
    return [Note(first_question(deal), "too_many", text, pistis=count, tricks=sum(deal["tricks"]))]


def first_question(deal: AnsweredDeal) -> str:
    """Return the question to which a problem about all pişti belongs."""
    return "pistis" if "pistis" in deal.given else "jack_pistis"


def jack_problems(deal: AnsweredDeal, side: int) -> list[Problem]:
    jacks, doubled = deal.at("jacks", side), deal.at("jack_pistis", side)
    if jacks is None or doubled is None or 2 * doubled <= jacks:
        return []
    return [
        Problem("jack_pistis", "too_many", _("Each jack pişti takes two jacks; this side has %(jacks)s."), jacks=jacks)
    ]


def trick_problems(deal: AnsweredDeal, side: int) -> list[Problem]:
    tricks, own = deal.at("tricks", side), pistis(deal, side)
    if tricks is None:
        return []
    if own > tricks:
        text = _("Each pişti is a trick: %(pistis)s pişti need more than %(tricks)s tricks.")
        question = "pistis" if deal.at("pistis", side) is not None else "jack_pistis"
        return [Problem(question, "too_many", text, pistis=own, tricks=tricks)]
    if tricks == 0 and fewest_cards(deal, side):
        return [Problem("tricks", "too_few", _("A side without a trick has no cards."))]
    return []


def card_problems(deal: AnsweredDeal, side: int) -> list[Problem]:
    cards = deal.at("cards", side)
    if cards is None:
        return []
    fewest = fewest_cards(deal, side)
    if cards < fewest:
        text = _("%(cards)s cards are too few: with the other answers there must be at least %(fewest)s.")
        return [Problem("cards", "too_few", text, cards=cards, fewest=fewest)]
    if cards and deal.at("tricks", side) == 0:
        return [Problem("cards", "too_many", _("A side without a trick has no cards."))]
    return []


def fewest_cards(deal: AnsweredDeal, side: int) -> int:
    """Return the fewest cards that the side has captured: two for each trick, or the cards counted one by one."""
    tricks = deal.at("tricks", side)
    singles = (deal.at("jacks", side) or 0) + (deal.at("aces", side) or 0)
    takers = [question for question in ("two_of_clubs", "ten_of_diamonds") if deal[question] == side]
    return max(2 * (pistis(deal, side) if tricks is None else tricks), singles + len(takers))


@once
def all_pistis(deal: AnsweredDeal) -> list[int]:
    """Return the number of all pişti of each side, as far as they are known."""
    return [(deal.at("pistis", side) or 0) + (deal.at("jack_pistis", side) or 0) for side in range(deal.setup.sides)]


def pistis(deal: AnsweredDeal, side: int) -> int:
    return all_pistis(deal)[side]

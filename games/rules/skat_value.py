"""The value of a game of Skat, and the points for it. The points of a Ramsch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import once
from games.rules.game import Line
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

BASES = (("diamonds", 9), ("hearts", 10), ("spades", 11), ("clubs", 12), ("grand", 24))
NULL, NULL_HAND, NULL_OUVERT, NULL_OUVERT_HAND = 23, 35, 46, 59
ALL_POINTS = 120
STEPS = ("schneider", "schwarz", "ouvert")  # an announcement includes those before it
OWN_BONUS, BONUS_AT_THREE, BONUS_AT_FOUR, MARCH = 50, 40, 30, 120


def possible_bids() -> list[int]:
    """Return every bid that is the value of a game."""
    values = [NULL, NULL_HAND, NULL_OUVERT, NULL_OUVERT_HAND]
    for game, base in BASES:
        values.extend([base * times for times in range(2, 12 if game == "grand" else 19)])
    return sorted(set(values))


POSSIBLE_BIDS = possible_bids()


def is_null(deal: AnsweredDeal) -> bool:
    return bool(deal["game"] == "null")


@once
def is_scored(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score a game."""
    matadors = is_null(deal) or deal.known("matadors")
    return not deal["passed_out"] and deal.known("declarer", "game", "won") and matadors


def is_ramsch(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score a Ramsch."""
    return is_ramsch_asked(deal) and deal.known("ramsch_points") and not deal.has_begun("no_trick")


def is_ramsch_asked(deal: AnsweredDeal) -> bool:
    return bool(deal["passed_out"] and deal.option("ramsch"))


@once
def base(deal: AnsweredDeal) -> int:
    return next(points for game, points in BASES if game == deal["game"])


def steps(deal: AnsweredDeal, question: str) -> int:
    """Return how far the side came, or how much was announced: 1 for schneider, 2 for schwarz, 3 for ouvert."""
    return STEPS.index(deal[question]) + 1 if deal.known(question) else 0


@once
def factors(deal: AnsweredDeal) -> int:
    """Return how many times the base counts. What is announced counts as reached."""
    announced = steps(deal, "announced")
    reached = max(steps(deal, "reached"), min(announced, 2))
    return int(deal["matadors"] + 1 + int(deal.known("hand")) + announced + reached)


@once
def game_value(deal: AnsweredDeal) -> int:
    """Return what the game is worth, whatever was bid."""
    if is_null(deal):
        if deal.known("announced"):
            return NULL_OUVERT_HAND if deal.known("hand") else NULL_OUVERT
        return NULL_HAND if deal.known("hand") else NULL
    return base(deal) * factors(deal)


@once
def is_overbid(deal: AnsweredDeal) -> bool:
    return deal.known("bid") and game_value(deal) < deal["bid"]


def is_won(deal: AnsweredDeal) -> bool:
    return bool(deal["won"]) and not is_overbid(deal)


def is_won_schneider(deal: AnsweredDeal) -> bool:
    """Return whether the declarer won with schneider, entered or announced, in a game other than null."""
    return is_won(deal) and (deal.known("reached") or deal.known("announced"))


@once
def value(deal: AnsweredDeal) -> int:
    """Return the value that counts: after an overbid, the lowest multiple of the base that reaches the bid."""
    if not is_overbid(deal) or is_null(deal):
        return game_value(deal)
    steps_needed = (deal["bid"] + base(deal) - 1) // base(deal)
    return int(steps_needed * base(deal))


def times(deal: AnsweredDeal) -> int:
    return int(deal["kontra"] or 1) if deal.option("kontra") else 1


def score(deal: AnsweredDeal) -> list[Line]:
    if is_ramsch(deal):
        return [Line(_("Ramsch"), ramsch(deal), ramsch_reasons(deal))]
    if not is_scored(deal):
        return []
    points = value(deal) if is_won(deal) else -2 * value(deal)
    lines = [Line(_("Game value"), deal.to(deal["declarer"], times(deal) * points), reasons(deal))]
    if deal.option("seeger_fabian"):
        lines.append(Line(_("Seeger–Fabian"), bonus(deal)))
    return lines


def bonus(deal: AnsweredDeal) -> list[int]:
    if is_won(deal):
        return deal.to(deal["declarer"], OWN_BONUS)
    return deal.to(deal["declarer"], -OWN_BONUS, BONUS_AT_THREE if deal.setup.players == 3 else BONUS_AT_FOUR)


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    """Return the sum behind the declarer's points."""
    if is_overbid(deal):
        text = _("%(value)s, overbid at %(bid)s, so twice %(counted)s")
        words = Words(text, value=game_value(deal), bid=deal["bid"], counted=value(deal))
    elif is_null(deal):
        words = Words(pgettext("Skat", "Won") if is_won(deal) else _("Lost, so twice"))
    else:
        text = _("%(base)s times %(count)s") if is_won(deal) else _("%(base)s times %(count)s, lost, so twice")
        words = Words(text, base=base(deal), count=factors(deal))
    return deal.to(deal["declarer"], with_kontra(deal, words), None)


def with_kontra(deal: AnsweredDeal, words: Words) -> Words:
    """Return the sum with the Kontra or Re that multiplies it."""
    if times(deal) == 1:
        return words
    kontra = Words(_("Kontra") if times(deal) == 2 else pgettext("Skat", "Re"))
    return Words(_("%(sum)s, %(kontra)s: times %(times)s"), sum=words, kontra=kontra, times=times(deal))


def marching(deal: AnsweredDeal) -> int | None:
    """Return the player who took every trick of a Ramsch, if there is one."""
    without = deal["no_trick"] or []
    others = [seat for seat in deal.playing if seat not in without]
    return others[0] if len(others) == 1 else None


def ramsch(deal: AnsweredDeal) -> list[int]:
    if marching(deal) is not None:
        return deal.to(marching(deal), MARCH)
    most = max(deal["ramsch_points"])
    loss = -2 * most if deal["no_trick"] else -most
    return [loss if points == most else 0 for points in deal["ramsch_points"]]


def ramsch_reasons(deal: AnsweredDeal) -> list[Words | None]:
    words = Words(_("All tricks")) if marching(deal) is not None else Words(_("Most card points"))
    return [words if points else None for points in ramsch(deal)]

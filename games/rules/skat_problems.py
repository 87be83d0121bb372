"""What follows from the answers of a game of Skat, and what two answers cannot mean together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Follows
from games.rules.skat_value import ALL_POINTS, is_null, steps
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal

MOST_IN_GRAND = 4
OF_RAMSCH = ("ramsch_points", "no_trick")


def of_the_game(deal: AnsweredDeal) -> list[str]:
    """Return the questions about a game that have an answer, right or wrong."""
    return [name for name in list(deal.given) + deal.wrong if name != "passed_out" and name not in OF_RAMSCH]


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal["announced"] in ("schneider", "schwarz") or (deal.known("announced", "game") and not is_null(deal)):
        yield Follows("hand", True, _("An announced schneider, schwarz or ouvert is a hand game."))
    if deal.known("points", "game") and not is_null(deal):
        points = deal["points"]
        if not 30 < points < 90 and not (deal["reached"] == "schwarz" and points in (0, ALL_POINTS)):
            yield Follows("reached", "schneider", _("With 30 points or fewer, a side is schneider."))
        won = wins_with(deal, points)
        if won is not None:
            yield Follows("won", won, _("The card points already decide whether the game was won."))


def wins_with(deal: AnsweredDeal, points: int) -> bool | None:
    """Return whether the declarer's points win the game, or None if the tricks decide."""
    announced = steps(deal, "announced")
    if announced < 2:
        return points >= (90 if announced else 61)
    if points < ALL_POINTS:
        return False
    return None if deal.given.get("reached") is None else bool(deal["reached"] == "schwarz")


def problems(deal: AnsweredDeal) -> list[Problem]:
    listed = []
    if deal["passed_out"] and of_the_game(deal):
        listed.append(Problem("passed_out", "contradiction", _("Everyone passed, so there is no game to enter.")))
    if of_the_game(deal):
        text = _("A Ramsch is played only if everyone passed.")
        listed.extend([Problem(name, "contradiction", text) for name in OF_RAMSCH if name in deal.given])
    if deal["points"] in (1, ALL_POINTS - 1):
        listed.append(Problem("points", "impossible", _("Nobody can have 1 or 119 points: no card is worth 1.")))
    return listed + null_problems(deal) + matador_problems(deal) + reached_problems(deal) + ramsch_problems(deal)


def null_problems(deal: AnsweredDeal) -> list[Problem]:
    if not is_null(deal):
        return []
    text = _("A null has no matadors, card points, schneider or schwarz.")
    names = [name for name in ("matadors", "points", "reached") if deal.known(name)]
    if deal["announced"] in ("schneider", "schwarz"):
        names.append("announced")
    return [Problem(name, "contradiction", text) for name in names]


def matador_problems(deal: AnsweredDeal) -> list[Problem]:
    if deal["game"] != "grand" or not deal.known("matadors") or deal["matadors"] <= MOST_IN_GRAND:
        return []
    return [Problem("matadors", "too_many", _("A grand has only four trumps: the jacks."))]


def reached_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse schneider or schwarz with card points that say otherwise."""
    if not deal.known("reached", "points") or deal.given.get("reached") is None:
        return []
    points = deal["points"]
    if 30 < points < 90:
        return [Problem("reached", "contradiction", _("With 31 to 89 points, nobody is schneider or schwarz."))]
    return []


def ramsch_problems(deal: AnsweredDeal) -> list[Problem]:
    points = deal["ramsch_points"] or deal.given.get("ramsch_points") or []  # with the number that is filled in
    if 1 in points or ALL_POINTS - 1 in points:
        return [Problem("ramsch_points", "impossible", _("Nobody can have 1 or 119 points: no card is worth 1."))]
    if any(points and points[seat] for seat in deal["no_trick"] or []):
        return [Problem("no_trick", "contradiction", _("A player without a trick has no card points."))]
    return []

"""Figures reckoned the long way, match after match from the logs themselves: what is kept must be the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from games import models
from games.match.log import fold_events
from games.match.scoring import sheet_from_log
from games.store.logs import event_json


def sheets(circle: Any) -> list[tuple[Any, ...]]:
    """The matches that count, in the order in which they were played: day, game, id, who sits on each side, sheet."""
    by_match = defaultdict(list)
    for one in models.Event.objects.filter(circle=circle, match__isnull=False).order_by("seq"):
        by_match[one.match].append(event_json(one))
    same_as = dict(models.Player.objects.filter(circle=circle).values_list("id", "same_as"))
    found = []
    for row in models.Match.objects.filter(circle=circle).order_by("date", "started", "id"):
        log = fold_events(by_match[row.id])
        sheet = sheet_from_log(log)
        if sheet is None or not sheet.finished or not sheet.complete or log.is_deleted:
            continue
        who = [person(player, same_as) for player in log.players]
        sides = [{who[seat] for seat in sheet.match.seats_of(side)} for side in range(sheet.match.sides)]
        found.append((row.date, log.game, str(row.id), sides, sheet))
    return found


def person(player: Any, same_as: dict[Any, Any]) -> str:
    if isinstance(player, str):
        return f"name:{player}"
    known, id = {str(one): other for one, other in same_as.items()}, player["id"]
    while known.get(id):
        id = str(known[id])
    return id


def reckon(matches: list[tuple[Any, ...]], who: str) -> dict[str, Any] | None:
    """Everything about one person."""
    mine = [(match, side) for match in matches if (side := side_of(match, who)) is not None]
    if not mine:
        return None
    outcomes = [won(match[4], side) for match, side in mine]
    rounds = [
        (row.points[side], match[2], row.deal.number + 1, row, side)
        for match, side in mine
        for row in match[4].rows
        if row.complete
    ]
    runs = "".join("w" if worth == 1 else "-" for worth in outcomes)
    others = {other for match, _side in mine for people in match[3] for other in people} - {who}
    return {
        "played": len(mine),
        "won": outcomes.count(Fraction(1)),
        "worth": sum(outcomes),
        "places": sum(1 + sum(one > height(match)[side] for one in height(match)) for match, side in mine),
        "rounds": len(rounds),
        "points": sum(one[0] for one in rounds),
        "most": max((one[0] for one in rounds), default=None),
        "least": min((one[0] for one in rounds), default=None),
        "most_at": next((one[1:3] for one in rounds if one[0] == max(other[0] for other in rounds)), None),
        "longest": max(map(len, runs.split("-"))),
        "current": len(runs.rsplit("-", 1)[-1]),
        "figures": counted(rounds),
        "others": {other: faced for other in others if (faced := against(matches, who, other))[0]},
        "partners": {other: both for other in others if (both := together(matches, who, other))[0]},
        "last": str(mine[-1][0][0]),
    }


def side_of(match: tuple[Any, ...], who: str) -> int | None:
    """Of whoever sat twice, the better one."""
    sides = [side for side, people in enumerate(match[3]) if who in people]
    return min(sides, key=lambda side: -height(match)[side], default=None)


def height(match: tuple[Any, ...]) -> list[int]:
    """How well the sides did: the more the better, also where the fewest points win."""
    return [-total if match[4].match.fewest else total for total in match[4].totals]


def won(sheet: Any, side: int) -> Fraction:
    return Fraction(1, len(sheet.winners)) if side in sheet.winners else Fraction(0)


def counted(rounds: list[Any]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for _points, _match, _number, row, side in rounds:
        for figure in row.deal.match.game.figures:
            many = figure.count(row.deal)
            if many is not None:
                before = found.get(figure.name, (0, 0))
                found[figure.name] = (before[0] + many[side], before[1] + 1)
    return found


def against(matches: list[tuple[Any, ...]], who: str, other: str) -> tuple[int, int, int]:
    both = [(match, side_of(match, who), side_of(match, other)) for match in matches]
    apart = [(height(m)[a], height(m)[b]) for m, a, b in both if a is not None and b is not None and a != b]
    return len(apart), sum(a > b for a, b in apart), sum(a < b for a, b in apart)


def together(matches: list[tuple[Any, ...]], who: str, other: str) -> tuple[int, Fraction]:
    both = [(match, side_of(match, who)) for match in matches if side_of(match, who) == side_of(match, other)]
    same = [won(match[4], side) for match, side in both if side is not None]
    return len(same), sum(same, Fraction())

"""Figures calculated in another way: match by match, from the logs themselves. Stored figures must be the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from games import models
from games.match.log import fold_events
from games.match.sheet import sheet_from_log
from games.store.logs import event_json


def sheets(circle: Any) -> list[tuple[Any, ...]]:
    """Return the matches that count, in their order: day, game, id, the people on each side, and the sheet."""
    by_match = defaultdict(list)
    for event in models.Event.objects.filter(circle=circle, match__isnull=False).order_by("seq"):
        by_match[event.match].append(event_json(event))
    same_as = dict(models.Player.objects.filter(circle=circle).values_list("id", "same_as"))
    counted = []
    for row in models.Match.objects.filter(circle=circle).order_by("date", "started", "id"):
        log = fold_events(by_match[row.id])
        sheet = sheet_from_log(log)
        if sheet is None or not sheet.finished or not sheet.complete or log.is_deleted:
            continue
        seated = [person(player, same_as) for player in log.players]
        sides = [{seated[seat] for seat in sheet.setup.seats_of(side)} for side in range(sheet.setup.sides)]
        counted.append((row.date, log.game, str(row.id), sides, sheet))
    return counted


def person(player: Any, same_as: dict[Any, Any]) -> str:
    if isinstance(player, str):
        return f"name:{player}"
    merged, id = {str(player): other for player, other in same_as.items()}, player["id"]
    while merged.get(id):
        id = str(merged[id])
    return id


def figures_of(matches: list[tuple[Any, ...]], who: str) -> dict[str, Any] | None:
    """Return all figures of a person."""
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
    played = [scored for scored in rounds if not sat_out(*scored[3:])]
    runs = "".join("w" if worth == 1 else "-" for worth in outcomes)
    others = {other for match, _side in mine for people in match[3] for other in people} - {who}
    return {
        "played": len(mine),
        "won": outcomes.count(Fraction(1)),
        "worth": sum(outcomes),
        "chance": sum(Fraction(1, len(match[3])) for match, _side in mine),
        "places": sum(1 + sum(total > height(match)[side] for total in height(match)) for match, side in mine),
        "rounds": len(rounds),
        "points": sum(scored[0] for scored in rounds),
        "most": max((scored[0] for scored in played), default=None),
        "least": min((scored[0] for scored in played), default=None),
        "most_at": next((scored[1:3] for scored in played if scored[0] == max(other[0] for other in played)), None),
        "longest": max(map(len, runs.split("-"))),
        "current": len(runs.rsplit("-", 1)[-1]),
        "figures": counted(rounds),
        "others": {other: faced for other in others if (faced := against(matches, who, other))[0]},
        "partners": {other: both for other in others if (both := in_one_team(matches, who, other))[0]},
        "together": {other: both for other in others if (both := in_one_party(matches, who, other))[1]},
        "last": str(mine[-1][0][0]),
    }


def side_of(match: tuple[Any, ...], who: str) -> int | None:
    """Return the side of a person. A merged player who sat twice has the better side."""
    sides = [side for side, people in enumerate(match[3]) if who in people]
    return min(sides, key=lambda side: -height(match)[side], default=None)


def height(match: tuple[Any, ...]) -> list[int]:
    """Return a number for each side. The largest is the best, even if the fewest points win."""
    return [-total if match[4].setup.fewest else total for total in match[4].totals]


def won(sheet: Any, side: int) -> Fraction:
    return Fraction(1, len(sheet.winners)) if side in sheet.winners else Fraction(0)


def sat_out(row: Any, side: int) -> bool:
    """Return whether a player sat out, in a game in which every player is a side."""
    setup = row.deal.setup
    return setup.sides == setup.players and side not in setup.game.plays(setup, row.deal.dealer_seat)


def counted(rounds: list[Any]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    begun = set()
    for _points, match, _number, row, side in rounds:
        for figure in row.deal.setup.game.figures:
            counts_of_sides = figure.count(row.deal)
            many = None if counts_of_sides is None else counts_of_sides[side]
            if many is None or sat_out(row, side) or (figure.looks_back and match not in begun):
                continue
            values = [by(row.deal) for by in (figure.by, figure.also_by) if by is not None]
            own = [value[side] if isinstance(value, list) else value for value in values]
            for name in [figure.name, *(f"{figure.name}:{value}" for value in own if value is not None)]:
                before = counts.get(name, (0, 0))
                chances = 1 if figure.chances is None else figure.chances(row.deal)[side]
                counts[name] = (before[0] + many, before[1] + chances)
        begun.add(match)
    return counts


def against(matches: list[tuple[Any, ...]], who: str, other: str) -> tuple[int, int, int]:
    both = [(match, side_of(match, who), side_of(match, other)) for match in matches]
    apart = [(height(m)[a], height(m)[b]) for m, a, b in both if a is not None and b is not None and a != b]
    return len(apart), sum(a > b for a, b in apart), sum(a < b for a, b in apart)


def in_one_team(matches: list[tuple[Any, ...]], who: str, other: str) -> tuple[int, Fraction]:
    both = [(match, side_of(match, who)) for match in matches if side_of(match, who) == side_of(match, other)]
    same = [won(match[4], side) for match, side in both if side is not None]
    return len(same), sum(same, Fraction())


def in_one_party(matches: list[tuple[Any, ...]], who: str, other: str) -> tuple[int, int, int]:
    """Return the rounds that both won in one party, those in which they were in one, and in how many matches."""
    by_match = [party_rounds(match, who, other) for match in matches]
    return sum(map(sum, by_match)), sum(map(len, by_match)), len(list(filter(None, by_match)))


def party_rounds(match: tuple[Any, ...], who: str, other: str) -> list[bool]:
    """Return for each round in which both were in one party whether it had more points than the other one."""
    pair, sheet = {side_of(match, who), side_of(match, other)}, match[4]
    if None in pair or len(pair) < 2:
        return []
    rounds = []
    for row in [row for row in sheet.rows if row.complete]:
        worth = {
            frozenset(seats): sum(-row.points[seat] if sheet.setup.fewest else row.points[seat] for seat in seats)
            for _label, seats in sheet.setup.game.parties(row.deal)
        }
        rounds += [worth[own] > max(worth[party] for party in worth if party != own) for own in worth if pair <= own]
    return rounds

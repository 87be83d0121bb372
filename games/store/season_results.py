"""Read the results of a season from the rows of its matches.

A season may have thousands of matches, so its rows are read by one statement, without the conversions of the ORM.
"""

from __future__ import annotations

from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.season import SeasonMatch, SeasonRule

MOST_SEATS = 20_000  # of the matches that one answer adds up: 5,000 matches of four
MOST_PEOPLE = 6_000  # in a table: a group has 5,000 players; others have only a name
LARGE_SEASON = (
    "large_season",
    _("This season has too many matches to add up at once. Choose fewer days or fewer games."),
)
ROWS = """
    SELECT m."id", CAST(m."date" AS text), m."evening", s."side", s."player", s."name", r."place", r."total", r."is_winner", {fewest}
    FROM "games_match" m
    JOIN "games_seat" s ON s."circle_id" = m."circle_id" AND s."match" = m."id"
    JOIN "games_result" r ON r."circle_id" = m."circle_id" AND r."match" = m."id" AND r."side" = s."side"
    WHERE m."circle_id" = %s AND NOT m."is_deleted" AND m."is_finished" AND m."date" BETWEEN %s AND %s
        AND {complete} > 0 AND s."seat" < {seats}{games}
    ORDER BY m."started", m."id", s."side", s."seat"
    LIMIT {most}
"""
SIDE, PLAYER, NAME, RESULT, IS_FEWEST = 3, 4, 5, 6, 9  # places in a row; a result is place, total and whether it won
IN_JSON = {  # a value of a JSON column, as a text or a number
    "sqlite": "JSON_EXTRACT({column}, '$.{name}')",
    "postgresql": "({column} ->> '{name}'){type}",
}
LENGTH_IN_JSON = {  # of a list in a JSON column
    "sqlite": "JSON_ARRAY_LENGTH({column}, '$.{name}')",
    "postgresql": "JSONB_ARRAY_LENGTH({column} -> '{name}')",
}


def rule_of(season: models.Season) -> SeasonRule:
    return SeasonRule(season.rule, season.place_points, season.minimum, season.dropped)


def season_matches(season: models.Season, people: PlayerIndex) -> list[SeasonMatch]:
    """Return the matches that count, in the order of play. Raise `Refused` if they are too many to add up."""
    rows = read_rows(season)
    if len(rows) > MOST_SEATS or len({row[PLAYER] or row[NAME] for row in rows}) > MOST_PEOPLE:
        raise Refused(*LARGE_SEASON)
    index = SeatIndex(people)
    return [index.match(list(seats)) for _match, seats in groupby(rows, key=itemgetter(0))]


class SeatIndex:
    """The people behind seats. Few people sit in many matches, so each is looked up once."""

    def __init__(self, people: PlayerIndex) -> None:
        self.people = people
        self.known: dict[tuple[Any, str], TablePerson] = {}

    def match(self, seats: list[tuple[Any, ...]]) -> SeasonMatch:
        """Return the match of these rows. A side without a row is one of people who left: it has no result."""
        match, day, evening, *_rest, is_fewest = seats[0]
        sides = {seat[SIDE]: seat[RESULT:IS_FEWEST] for seat in seats}
        place_of = {side: number for number, side in enumerate(sides)}
        places, totals, winners = zip(*sides.values(), strict=True)
        return SeasonMatch(
            date.fromisoformat(day),
            evening or match,
            is_fewest in (1, "true"),
            places,
            totals,
            tuple(map(bool, winners)),
            tuple([self.person(seat[PLAYER], seat[NAME]) for seat in seats]),
            tuple([place_of[seat[SIDE]] for seat in seats]),
        )

    def person(self, player: Any, name: str) -> TablePerson:
        known = self.known.get((player, name))
        if known is None:
            seated = name if player is None else {"id": str(UUID(str(player))), "name": name}
            known = self.known[player, name] = self.people.person(seated)
        return known


def read_rows(season: models.Season) -> list[tuple[Any, ...]]:
    """Return a row for each seat, of one more seat than may be added up.

    Only the people of the last round count. Theirs are the first seats, and the next ones are of those who left.
    """
    games: list[str] = season.games
    sql = ROWS.format(
        fewest=in_json("r", "rounds", "fewest"),
        complete=in_json("m", "summary", "complete", "::integer"),
        seats=LENGTH_IN_JSON[connection.vendor].format(column='m."summary"', name="players"),
        games=f""" AND m."game" IN ({", ".join(["%s"] * len(games))})""" if games else "",
        most=MOST_SEATS + 1,
    )
    first, last = map(connection.ops.adapt_datefield_value, (season.begins, season.ends or date.max))
    with connection.cursor() as cursor:
        cursor.execute(sql, [season.circle_id, first, last, *games])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def in_json(table: str, column: str, name: str, type: str = "") -> str:
    return IN_JSON[connection.vendor].format(column=f'{table}."{column}"', name=name, type=type)

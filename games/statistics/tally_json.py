"""Tallies to JSON and back. The larger parts are lists: pages read the tallies of many months."""

from __future__ import annotations

from typing import Any

from games.statistics.tally import (
    Count,
    ExtremeRound,
    HeadToHead,
    Length,
    MatchesTally,
    MatchRecord,
    PersonTally,
    Streak,
)
from games.statistics.wins import Wins

Json = dict[str, Any]

# Increase it whenever the same matches give another tally: tallies of older versions are then added up again.
SHAPE = 6


def tally_to_json(tally: MatchesTally) -> Json:
    return {
        "shape": SHAPE,
        "matches": tally.matches,
        "rounds": tally.rounds,
        "days": [tally.first, tally.last],
        "people": {key: person_to_json(person) for key, person in tally.people.items()},
        "length": length_to_json(tally.length),
        "seats": {seat: wins_to_json(wins) for seat, wins in tally.seats.items()},
        "records": {
            name: [record.value, record.match, record.day, record.people] for name, record in tally.records.items()
        },
    }


def length_to_json(length: Length) -> list[Any]:
    extremes = [
        extreme and [extreme.points, extreme.match, extreme.number] for extreme in (length.shortest, length.longest)
    ]
    return [length.matches, length.seconds, *extremes]


def length_from_json(matches: int, seconds: int, *extremes: Any) -> Length:
    return Length(matches, seconds, *[extreme and ExtremeRound(*extreme) for extreme in extremes])


def length_of_names(tally: MatchesTally) -> int:
    """Return how many characters the names of people take in the JSON. The key of a player without an id is a name."""
    return sum(
        len(key) + len(person.name) + sum(map(len, (*person.others, *person.partners, *person.together)))
        for key, person in tally.people.items()
    ) + sum(len(key) for record in tally.records.values() for key in record.people)


def person_to_json(person: PersonTally) -> Json:
    streak, most, least = person.streak, person.most, person.least
    return {
        "name": person.name,
        "last": person.last,
        "wins": wins_to_json(person.wins),
        "tables": person.tables,
        "fewest": person.fewest,
        "points": [person.places, person.rounds, person.points],
        "most": most and [most.points, most.match, most.number],
        "least": least and [least.points, least.match, least.number],
        "streak": [streak.matches, streak.first, streak.last, streak.longest],
        "figures": counts_to_json(person.figures),
        "others": {key: [other.matches, other.before, other.behind] for key, other in person.others.items()},
        "partners": {key: wins_to_json(wins) for key, wins in person.partners.items()},
        "together": counts_to_json(person.together),
    }


def counts_to_json(counts: dict[str, Count]) -> Json:
    return {name: [count.many, count.rounds, count.matches] for name, count in counts.items()}


def wins_to_json(wins: Wins) -> list[Any]:
    return [wins.played, wins.won, wins.parts]


def tally_from_json(stored: Json, only: str | None = None) -> MatchesTally:
    """Read a tally. Where `only` is given, leave out everyone but this person."""
    people, (first, last) = stored["people"], stored["days"]
    keys = people if only is None else people.keys() & {only}
    read = {key: person_from_json(people[key]) for key in keys}
    return MatchesTally(
        stored["matches"],
        stored["rounds"],
        first,
        last,
        read,
        # An older version beside this one has stored none of these.
        length_from_json(*stored.get("length", (0, 0, None, None))),
        {seat: Wins(*wins) for seat, wins in stored.get("seats", {}).items()},
        {name: MatchRecord(*record) for name, record in stored.get("records", {}).items()},
    )


def person_from_json(stored: Json) -> PersonTally:
    places, rounds, points = stored["points"]
    return PersonTally(
        name=stored["name"],
        last=stored["last"],
        wins=Wins(*stored["wins"]),
        tables=stored.get("tables", {}),  # an older version beside this one has stored none
        fewest=stored["fewest"],
        places=places,
        rounds=rounds,
        points=points,
        most=stored["most"] and ExtremeRound(*stored["most"]),
        least=stored["least"] and ExtremeRound(*stored["least"]),
        streak=Streak(*stored["streak"]),
        figures={name: Count(*count) for name, count in stored["figures"].items()},
        others={key: HeadToHead(*other) for key, other in stored["others"].items()},
        partners={key: Wins(*wins) for key, wins in stored["partners"].items()},
        together={key: Count(*count) for key, count in stored.get("together", {}).items()},  # none in an older version
    )

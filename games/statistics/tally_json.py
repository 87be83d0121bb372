"""A tally as JSON, and back. Lists for what there is much of: a year of a circle is read to show a page."""

from __future__ import annotations

from typing import Any

from games.statistics.tally import Count, ExtremeRound, HeadToHead, PersonTally, PlayerTally, Streak
from games.statistics.wins import Wins

Json = dict[str, Any]


def tallies_to_json(tally: PlayerTally) -> Json:
    return {
        "matches": tally.matches,
        "rounds": tally.rounds,
        "days": [tally.first, tally.last],
        "people": {key: person_to_json(person) for key, person in tally.people.items()},
    }


def person_to_json(person: PersonTally) -> Json:
    streak, most, least = person.streak, person.most, person.least
    return {
        "name": person.name,
        "last": person.last,
        "wins": wins_to_json(person.wins),
        "fewest": person.fewest,
        "points": [person.places, person.rounds, person.points],
        "most": most and [most.points, most.match, most.number],
        "least": least and [least.points, least.match, least.number],
        "streak": [streak.matches, streak.first, streak.last, streak.longest],
        "figures": {name: [one.many, one.rounds, one.matches] for name, one in person.figures.items()},
        "others": {key: [one.matches, one.before, one.behind] for key, one in person.others.items()},
        "partners": {key: wins_to_json(wins) for key, wins in person.partners.items()},
    }


def wins_to_json(wins: Wins) -> list[Any]:
    return [wins.played, wins.won, wins.parts]


def tallies_from_json(told: Json, only: str | None = None) -> PlayerTally:
    """`only` names the one person who is wanted of it."""
    people, (first, last) = told["people"], told["days"]
    wanted = people if only is None else [key for key in (only,) if key in people]
    return PlayerTally(
        told["matches"], told["rounds"], first, last, {key: person_from_json(people[key]) for key in wanted}
    )


def person_from_json(told: Json) -> PersonTally:
    places, rounds, points = told["points"]
    return PersonTally(
        name=told["name"],
        last=told["last"],
        wins=Wins(*told["wins"]),
        fewest=told.get("fewest", 0),  # an older version that serves beside this one leaves it out
        places=places,
        rounds=rounds,
        points=points,
        most=told["most"] and ExtremeRound(*told["most"]),
        least=told["least"] and ExtremeRound(*told["least"]),
        streak=Streak(*told["streak"]),
        figures={name: Count(*one) for name, one in told["figures"].items()},
        others={key: HeadToHead(*one) for key, one in told["others"].items()},
        partners={key: Wins(*one) for key, one in told["partners"].items()},
    )

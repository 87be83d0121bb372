"""An evening at a glance: who was there, and for every game who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.statistics.finished_match import Played
from games.statistics.people import Person

Outcome = tuple[str, bool]  # who has won, and whether they share it


class OfGame:
    """The matches of one game. Each of those that have a result is in `outcomes`, equal ones counted together."""

    def __init__(self, matches: Sequence[Played]) -> None:
        self.name = matches[0].game
        self.picture = matches[0].picture
        self.count = len(matches)
        self.open = sum(not match.is_over for match in matches)
        self.outcomes = [(*won, times) for won, times in Counter(map(outcome, filter(has_result, matches))).items()]


def has_result(match: Played) -> bool:
    return match.counts


def outcome(match: Played) -> Outcome:
    return ", ".join(side.name for side in match.winners), len(match.winners) > 1


def by_game(matches: Sequence[Played]) -> dict[str, list[Played]]:
    """In the order in which they were played first."""
    found: dict[str, list[Played]] = {}
    for match in matches:
        found.setdefault(match.key, []).append(match)
    return found


def glance(matches: Sequence[Played]) -> list[OfGame]:
    return [OfGame(found) for found in by_game(matches).values()]


def company(matches: Sequence[Played]) -> list[Person]:
    """Everybody who played, in the order in which they sat down first."""
    return list({person.key: person for match in matches for person in match.people}.values())

"""An evening at a glance: the people, and the winners of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.statistics.people import TablePerson
from games.statistics.played_match import PlayedMatch

Outcome = tuple[str, bool]  # the winners, and whether they share the win


class GameResults:
    """The matches of one game. `counted_outcomes` has those with a result; equal ones are counted together."""

    def __init__(self, matches: Sequence[PlayedMatch]) -> None:
        self.title = matches[0].game.title
        self.picture = matches[0].game.picture
        self.count = len(matches)
        self.unfinished = sum(not match.is_over for match in matches)
        outcomes = Counter(outcome(match) for match in matches if match.has_result)
        self.counted_outcomes = [(*won, times) for won, times in outcomes.items()]


def outcome(match: PlayedMatch) -> Outcome:
    return ", ".join(side.name for side in match.winners), len(match.winners) > 1


def by_game(matches: Sequence[PlayedMatch]) -> dict[str, list[PlayedMatch]]:
    """Group matches by game, in the order in which the games were first played."""
    games: dict[str, list[PlayedMatch]] = {}
    for match in matches:
        games.setdefault(match.key, []).append(match)
    return games


def game_results(matches: Sequence[PlayedMatch]) -> list[GameResults]:
    return [GameResults(of_game) for of_game in by_game(matches).values()]


def people_present(matches: Sequence[PlayedMatch]) -> list[TablePerson]:
    """Return everyone who played, in the order of their first matches."""
    return list({person.key: person for match in matches for person in match.people}.values())

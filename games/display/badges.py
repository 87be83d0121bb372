"""The colour and the initials of players, which follow from their ids and names. Nothing is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.lineups import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

COLOURS = 8


class Badge:
    """A colour from 1 to 8, and one or two initials."""

    def __init__(self, colour: int, initials: str) -> None:
        self.colour = colour
        self.initials = initials


def table_badges(players: Sequence[Any]) -> list[Badge]:
    """Return the badge of each player at a table, in the order of the seats.

    A player's colour follows from the id. If a player with a smaller id has it, the player gets the next free one. So two of
    up to eight players never share a colour, and nobody's colour changes with the chairs.
    """
    colours: dict[int, int] = {}  # by seat
    for seat in sorted(range(len(players)), key=lambda seat: (known_by(players[seat]), seat)):
        colour, used = own_colour(players[seat]), list(colours.values())
        while colour in used and len(used) < COLOURS:
            colour = colour % COLOURS + 1
        colours[seat] = colour
    badges: list[Badge] = []
    for seat, player in enumerate(players):
        badges.append(Badge(colours[seat], initials(name_of(player), [badge.initials for badge in badges])))
    return badges


def known_by(player: Any) -> str:
    """Return the id of a player, or the name if there is no id."""
    return str(player["id"]) if isinstance(player, dict) and player.get("id") else name_of(player)


def column_badges(players: Sequence[Any], seated: Sequence[Sequence[Any]], left: Sequence[int]) -> list[list[Badge]]:
    """Return the badges of each column of a sheet: of the people at the table, and of those who left."""
    people = list(players)
    for number in left:
        people.extend(seated[number])
    rest = list(zip(people, table_badges(people)))  # two may have the same name and no id
    columns: list[list[Badge]] = []
    for column in seated:
        columns.append([])
        for player in column:
            pair = next(pair for pair in rest if pair[0] == player)
            rest.remove(pair)
            columns[-1].append(pair[1])
    return columns


def own_colour(player: Any) -> int:
    """Return the colour of a player alone. A player without an id is known by the name."""
    if isinstance(player, dict) and player.get("id"):
        number = int(str(player["id"])[-6:], 16)
    else:
        number = sum([(place + 1) * ord(letter) for place, letter in enumerate(name_of(player))])
    return number % COLOURS + 1


def initials(name: str, used: Sequence[str]) -> str:
    """Return the first letter of a name. If it is used, add the first later letter that makes it different."""
    letters = [letter for letter in name if letter not in " ()[]\"'.,-"] or ["?"]
    first = capital(letters[0])
    for second in [""] + letters[1:]:
        if first + second not in used:
            return first + second
    return first


def capital(letter: str) -> str:
    """Return the capital of a Latin letter without accents, the only ones that both hosts change in the same way."""
    return letter.upper() if "a" <= letter <= "z" else letter

"""The name that turns *Points* into a game of the group's own. Its picture and its quick keys are on a page of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.custom_games import MANY, MOST_CUSTOM_GAMES, MOST_DESCRIBED, copy_for_match, new_game
from games.match.event_fields import LONGEST_GAME_NAME, strip_spaces
from games.rules.custom_game import custom_key
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.match.custom_games import GameFields
    from games.pages.request import Form

NAME = "game-name"  # the field of the form
LAST_DIGITS = "ff"  # of the id of the game, which otherwise has the digits of its first match


class CustomGameChoice:
    """The name that someone has typed for a new game. Without one there is none."""

    def __init__(self, form: Form, match: str, known: list[GameFields]) -> None:
        self.name = strip_spaces(form.get(NAME))
        self.id = id_for(match)
        self.problems = []
        if len(self.name) > LONGEST_GAME_NAME:
            words = Words(_("This name is longer than %(most)s characters."), most=LONGEST_GAME_NAME)
            self.problems.append((NAME, words))
        if any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in self.name):
            self.problems.append((NAME, Words(_("The name contains a control character."))))
        all_others = [game for game in known if game["id"] != self.id]  # the form may come twice
        others = [game for game in all_others if not game["deleted"]]
        if self.name.lower() in [game["name"].lower() for game in others]:
            self.problems.append((NAME, Words(_("This group already has a game with this name."))))
        for games, most in ((others, MOST_CUSTOM_GAMES), (all_others, MOST_DESCRIBED)):
            described = [game for game in games if game["described"]]  # a game that a match has copied takes no room
            if self.name and len(described) >= most:
                self.problems.append((NAME, Words(MANY, most=most)))

    @property
    def key(self) -> str:
        """The key of the game, or an empty text if there is none."""
        return custom_key(self.id) if self.name else ""

    def copied(self, match: str) -> dict[str, Any] | None:
        """Return what the match with this id copies of the game, or None."""
        return copy_for_match(new_game(id_for(match)) | {"name": self.name}) if self.name else None


def id_for(match: str) -> str:
    """Return the id of the game that gets its name with this match, so that a form that comes twice makes one game."""
    return f"{match[:-2]}{LAST_DIGITS}"

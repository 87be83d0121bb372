"""The setup of a new match: game, seats, dealer and house rules. The form contains all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.badges import Badge, initials, own_colour, table_badges
from games.display.families import CustomListing, families, sections
from games.match.custom_games import copy_for_match
from games.match.document import wrong_count
from games.pages.request import Form
from games.pages.start.custom_game import CustomGameChoice
from games.pages.start.house_rules import OptionField, hidden_rules, option_fields, parse_options
from games.pages.start.merged_players import MainIds
from games.pages.start.rematch import CALLED, MATCH_ID, NEW, rule_fields
from games.rules import catalogue
from games.rules.card import COUNTER_CLOCKWISE, direction_words
from games.rules.custom_game import BASE, custom_key, is_custom
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.pages.people import PeopleForm
    from games.pages.request import PageData, Pairs
    from games.rules.game import Game

LONGEST_NAME = 200
MOST_SEATS = max([max(game.players) for game in catalogue.GAMES])
CROWDED = 12  # letters of a name


class SeatOption:
    """A player who sits, or could sit. `value` is an id or a new name, as in the form."""

    def __init__(self, value: str, name: str) -> None:
        self.value = value
        self.name = name
        self.side = 0
        self.place: int | None = None  # the seat, from 0
        self.badge = Badge(own_colour(self.player), initials(name, ()))

    @property
    def player(self) -> Any:
        """The player as in the list of players of a match."""
        return self.name if self.is_new else {"id": self.value, "name": self.name}

    @property
    def is_new(self) -> bool:
        return self.value[: len(NEW)] == NEW


def find_game(key: str, custom: dict[str, Any] | None) -> Game | None:
    """Return the chosen game. One that the group has named itself must be one of the group."""
    return None if is_custom(key) and custom is None else catalogue.find(key, custom)


class SeatingForm:
    def __init__(self, stored: PageData, form: Form) -> None:
        self.form = form
        self.started: dict[str, Any] | None = (
            None  # the summary of the match that an earlier version of the form has started
        )
        self.known = {str(player["id"]): str(player["name"]) for player in stored.players}
        self.main_ids = MainIds(stored)
        own = list(stored.custom_games())
        self.custom = {custom_key(game["id"]): game for game in own}
        key = form.get("game")
        self.custom_game: dict[str, Any] | None = None  # what the match copies of the group's own game
        if key in self.custom:
            self.custom_game = copy_for_match(self.custom[key])
        self.game = find_game(key, self.custom_game)
        self.new_game = CustomGameChoice(form, self.match, own) if key == BASE else None
        self.options: dict[str, Any] = {}
        self.option_fields: list[OptionField] = []
        self.hidden_rules: Pairs = []
        self.play: str | None = None  # which way round the table it goes
        seats = [seat for seat in [self.seat_option(value) for value in seat_values(form)] if seat is not None]
        values = [seat.value for seat in seats]  # two who are merged have one seat
        self.seats = [seat for number, seat in enumerate(seats) if seat.is_new or seat.value not in values[:number]]
        self.problems: list[tuple[str, Words]] = []  # the question, and the sentence: "seats", "name" or an option
        if self.game is not None:
            self.options, problems = parse_options(self.game, form, len(self.seats))
            self.problems.extend(problems)
            self.problems.extend(self.new_game.problems if self.new_game is not None else ())
            self.option_fields = option_fields(self.game, form, len(self.seats))
            self.hidden_rules = hidden_rules(self.game, form, len(self.seats))
            self.set_sides()
        for place, badge in enumerate(table_badges([seat.player for seat in self.seats])):
            self.seats[place].place = place
            self.seats[place].badge = badge
        self.people = people(stored, self)
        played = [str(match["game"]) for match in stored.matches]
        keys = [custom_key(game["id"]) for game in own]  # a dict of the phone's Python has no order
        offered = [key for key in keys if not self.custom[key]["deleted"] or key == form.get("game")]
        tiles = families(played, [CustomListing(key, copy_for_match(self.custom[key])) for key in offered])
        self.family = next((family for family in tiles if family.has(self.game)), None)
        self.sections = sections([family for family in tiles if family is not self.family], played)
        dealer = form.get("first_dealer")
        self.first_dealer = int(dealer) if dealer in [str(number) for number in range(len(self.seats))] else 0
        matches = [match for match in stored.matches if self.game is not None and match["game"] == self.game.key]
        self.last_options: dict[str, Any] | None = matches[0].get("options") or {} if matches else None
        self.is_earlier = form.has("day")  # than now: it is recorded from paper

    def seat_option(self, value: str) -> SeatOption | None:
        if value[: len(NEW)] == NEW:
            return SeatOption(value, value[len(NEW) :])
        value = self.main_ids.of(value)
        if value in self.known:
            return SeatOption(value, self.known[value])
        name = self.form.get(CALLED + value)  # a player of a program's match, who is new to the circle
        return SeatOption(NEW + name, name) if name else None

    def set_sides(self) -> None:
        assert self.game is not None
        count, usual = len(self.seats), {option.name: option.default for option in self.game.options}
        self.sides = self.game.sides(count, usual | self.options) if count in self.game.players else count
        self.play = self.game.direction_in(usual | self.options)
        for number, seat in enumerate(self.seats):
            seat.side = number % self.sides if self.sides else 0
        self.has_teams = 0 < self.sides < count

    @property
    def match(self) -> str:
        return self.form.get(MATCH_ID)

    def starts(self, match: dict[str, Any]) -> bool:
        """Return whether the form starts the same as this match, given by its summary."""
        chosen = [
            self.key,
            self.options,
            self.first_dealer,
            [seat.name for seat in self.seats],
        ]
        return chosen == [match["game"], match["options"], match["first_dealer"], match["names"]]

    @property
    def key(self) -> str:
        """The key of the game that starts: one that gets its name here has a key of its own."""
        named = "" if self.new_game is None else self.new_game.key
        return named or ("" if self.game is None else self.game.key)

    @property
    def title(self) -> Words:
        return Words(_("Past match") if self.is_earlier else _("New match"))

    @property
    def direction(self) -> Words | None:
        """Which way round the table the game goes, if it matters."""
        return direction_words(self.play, len(self.seats))

    @property
    def is_counter_clockwise(self) -> bool:
        return self.play == COUNTER_CLOCKWISE

    @property
    def teams(self) -> list[str]:
        """The names of each team."""
        return [
            " & ".join([seat.name for seat in self.seats if seat.side == side])
            for side in range(self.sides)
            if self.has_teams
        ]

    @property
    def is_crowded(self) -> bool:
        """Whether long names would overlap round the table, so that the page shows a list instead."""
        return len(self.seats) > 4 and max([len(seat.name) for seat in self.seats]) > CROWDED

    @property
    def is_ready(self) -> bool:
        return self.game is not None and len(self.seats) in self.game.players

    @property
    def is_full(self) -> bool:
        return self.game is not None and len(self.seats) >= max(self.game.players)

    @property
    def is_overfull(self) -> bool:
        """Whether the match before had more players than this game allows."""
        return self.game is not None and len(self.seats) > max(self.game.players)

    @property
    def wrong_count(self) -> Words:
        assert self.game is not None
        return wrong_count(self.game, len(self.seats)) if self.seats else Words(_("Choose the players first."))

    @property
    def rules_text(self) -> str:
        """The house rules as text. If they differ from those in the form, someone is changing them: they stay open."""
        return " ".join([f"{name}={value}" for name, value in rule_fields(self.options)]) or "usual"

    @property
    def rules_words(self) -> Words:
        """Whether the house rules are those of the last match of the game, the default, or others."""
        if not self.options:
            return Words(_("default"))
        is_same = self.last_options is not None and rule_fields(self.last_options) == rule_fields(self.options)
        return Words(_("as last time") if is_same else pgettext("house rules", "changed"))

    @property
    def has_open_rules(self) -> bool:
        is_wrong = len([name for name, _words in self.problems if name[:7] == "option-"]) > 0
        if is_wrong or [field for field in self.option_fields if field.is_awaited]:
            return True
        return self.form.get("ruled") not in ("", self.rules_text) or self.form.get("rules") == "open"

    def problem(self, name: str) -> list[Words]:
        return [words for question, words in self.problems if question == name]


def seat_values(form: Form) -> list[str]:
    """Return who sits, in order. Nobody sits twice."""
    values: list[str] = []
    for value in [form.get(f"seat-{number}") for number in range(MOST_SEATS)]:
        if value and value not in values:
            values.append(value)
    return values


def fill_seats(form: Form, values: Sequence[str]) -> None:
    for number in range(MOST_SEATS):
        form.set(f"seat-{number}", values[number] if number < len(values) else "")


def players_in_order(stored: PageData) -> list[str]:
    """Return the ids of players who can sit, those of the last match first."""
    able = [str(player["id"]) for player in stored.players if not player.get("hidden") and not player.get("same_as")]
    main_ids = MainIds(stored)
    order: list[str] = []
    for match in stored.matches:
        for player in match.get("players") or []:
            id = main_ids.of(str(player.get("id"))) if isinstance(player, dict) else ""
            if id in able and id not in order:
                order.append(id)
    return order + [id for id in able if id not in order]


def people(stored: PageData, seating: SeatingForm) -> list[SeatOption]:
    """Return everyone who sits or can sit, each in the same place before and after a tap."""
    seated = {seat.value: seat for seat in seating.seats}
    known = players_in_order(stored)
    options = [seated.get(id) or SeatOption(id, seating.known[id]) for id in known]
    return options + [seat for seat in seating.seats if seat.value not in known]


def name_problem(name: str, seating: SeatingForm | PeopleForm) -> Words | None:
    """Return the problem with the name of a new player, or None."""
    if not name:
        return Words(_("Enter a name."))
    if len(name) > LONGEST_NAME:
        return Words(_("This name is longer than %(most)s characters."), most=LONGEST_NAME)
    if any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in name):
        return Words(_("The name contains a control character."))
    if name in [seat.name for seat in seating.seats]:
        return Words(_("%(name)s is already seated."), name=name)
    return None

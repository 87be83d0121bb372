"""Forms about the people at the table: who leaves, joins, replaces someone or changes chairs, and who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_round
from games.match.event_fields import strip_spaces
from games.match.lineups import (
    FROM_ZERO,
    TAKE_OVER,
    PeopleChange,
    key_of,
    may_change_count,
    name_of,
    next_lineup,
    point_sources,
)
from games.match.log import Log
from games.pages.entry import saving
from games.pages.start.seating import name_problem
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.log import Event
    from games.pages.request import Form, PageData, PageRequest

START = "start"  # instead of a round
MOST_ROUNDS = 5  # recorded rounds that a change may begin with
FORMS = ("leave", "join", "replace", "chairs", "dealer", "swap", "other")
SECOND_CHANGE = _("Players have already changed before this round. Make this change after the round.")
OTHER_POINTS = _(
    "Players have already changed before this round. All newcomers of a round take over the points, or all start from zero. "
    "Choose the same here."
)
REFUSED_AT = {"leave": "who", "join": "other", "replace": "who", "chairs": "swap"}  # the part with the refusal
OF_START = ("swap", "other")  # forms that correct the match from its start


class FormPick:
    """A value to choose, with the name of a player or other words."""

    def __init__(self, value: str, name: str | Words) -> None:
        self.value = value
        self.name = name


class PeopleForm:
    """One of the forms, with what was chosen. `seats` are the people at the table, `others` those who could play."""

    def __init__(self, opened: OpenMatch, stored: PageData, kind: str, form: Form) -> None:
        sheet = opened.sheet
        self.opened = opened
        self.kind = kind
        self.form = form
        self.players = opened.log.players if kind in OF_START else sheet.lineup.players
        self.seats = [FormPick(str(seat), name_of(player)) for seat, player in enumerate(self.players)]
        keys = [key_of(player) for player in self.players]
        able = [known for known in stored.players if not known.get("hidden") and not known.get("same_as")]
        self.others = [FormPick(str(known["id"]), str(known["name"])) for known in able if key_of(known) not in keys]
        self.has_teams = sheet.lineup.has_teams
        self.dealer_words = Words(_("Now: %(name)s deals"), name=opened.standing.dealer)
        self.chosen_after = form.all("before") or [self.seats[-1].value]  # who deals before someone who joins
        self.problems: list[tuple[str, Words]] = []  # the part of the form, and the sentence
        self.events: list[Event] = []  # a new player

    @property
    def rounds(self) -> list[int]:
        """The indexes of the rounds that the change may begin with; the last one is the next round."""
        sheet = self.opened.sheet
        first = max(sheet.lineup.number, len(sheet.rows) - MOST_ROUNDS)
        if self.kind in ("leave", "join"):  # recorded rounds have a number for each player
            first = self.current_round
        return list(range(first, len(sheet.rows) + 1))

    @property
    def current_round(self) -> int:
        """The index of the round that is being played."""
        number = open_round(self.opened.sheet)
        return len(self.opened.sheet.rows) if number is None else number

    @property
    def first_round(self) -> int:
        """The index of the chosen round: the next one, unless another is chosen."""
        chosen = [number for number in self.rounds if self.form.get("from") == str(number)]
        if chosen:
            return chosen[0]
        return self.current_round if self.kind == "dealer" else self.rounds[-1]

    @property
    def from_picks(self) -> list[FormPick]:
        """The rounds to choose from; for the dealer the present one and the start."""
        numbers = [self.current_round] if self.kind == "dealer" else self.rounds
        picks = [FormPick(str(number), Words(_("From round %(number)s"), number=number + 1)) for number in numbers]
        if self.kind == "dealer" and not self.opened.sheet.is_changed:
            picks.append(FormPick(START, Words(_("From the start: all rounds are corrected"))))
        return picks

    @property
    def chosen_from(self) -> str:
        return START if self.form.get("from") == START else str(self.first_round)

    @property
    def points_picks(self) -> list[FormPick]:
        take_over, from_zero = Words(_("Take over the points")), Words(_("Start from zero"))
        return [FormPick(TAKE_OVER, take_over), FormPick(FROM_ZERO, from_zero)]

    @property
    def has_points(self) -> bool:
        """Whether the form asks for the points: someone replaces another, now or along with a change before the same round."""
        sheet = self.opened.sheet
        if self.kind not in ("leave", "join") or not self.is_again:
            return self.kind == "replace"
        old, new = sheet.lineups[-2].keys, sheet.lineup.keys
        first, second = (old, new) if self.kind == "join" else (new, old)
        return any(key not in second for key in first)

    @property
    def points_words(self) -> Words:
        """The question about the points, with the names of those who have joined before this round already."""
        old, new = self.opened.sheet.lineups[-2:] if self.kind == "leave" else (self.opened.sheet.lineup,) * 2
        names = [name_of(player) for player in new.players if key_of(player) not in old.keys]
        return Words(_("Points of %(names)s"), names=", ".join(names)) if names else Words(_("The points so far"))

    @property
    def is_replaced(self) -> bool:
        """Whether an earlier change before this round replaces someone."""
        old, new = self.opened.sheet.lineups[-2].keys, self.opened.sheet.lineup.keys
        return any(key not in new for key in old) and any(key not in old for key in new)

    @property
    def is_again(self) -> bool:
        """Whether the people have changed before this round already."""
        sheet = self.opened.sheet
        return len(sheet.lineups) > 1 and sheet.lineup.number == self.first_round

    @property
    def points(self) -> str:
        """The chosen points. Without a choice they remain as an earlier change before this round has them.

        Someone who joined while another leaves still starts from zero: only a replacement takes points over.
        """
        before = TAKE_OVER
        if self.is_again and (self.opened.sheet.lineup.restarts or (self.kind != "replace" and not self.is_replaced)):
            before = FROM_ZERO
        chosen = self.form.get("points")
        return chosen if chosen in (TAKE_OVER, FROM_ZERO) else before

    def corrected_dealer(self, players: list[Any]) -> int | None:
        """Return the seat of the dealer after an earlier change before this round, or None: the deal passes on as usual.

        The changes before a round count as one, so the usual dealer would follow from the people before the first of them.
        """
        lineup = self.opened.sheet.lineup
        seat = lineup.setup.dealer_of(lineup.number)
        if not self.is_again:
            return None
        keys = [key_of(player) for player in players]
        if lineup.keys[seat] in keys:
            return keys.index(lineup.keys[seat])
        return None if seat == lineup.usual_dealer else seat % len(keys)

    def is_clear(self, players: list[Any], points: str = "") -> bool:
        """Return whether everyone gets the points that this form says, although the changes before a round count as one."""
        if not self.is_again:
            return True
        first, last = self.opened.sheet.lineups[-2:]
        change = PeopleChange(last.number, players, None, points or self.points)
        before, steps = point_sources(first, last), point_sources(last, next_lineup(last, change))
        sources = point_sources(first, next_lineup(first, change))
        different = [key for key in sources if sources[key] != before.get(steps[key], steps[key])]
        # Where one joins and one leaves, the form asks whether the one takes over the points of the other.
        is_asked = (
            self.kind != "replace" and self.has_points and len([key for key in sources if key not in first.keys]) == 1
        )
        return not different or (
            is_asked and not first.has_teams and all(before.get(key, "") == "" for key in different)
        )

    def seat(self, name: str, missing: str) -> int | None:
        """Return the chosen seat, or None with a problem."""
        chosen = [number for number, seat in enumerate(self.seats) if seat.value == self.form.get(name)]
        if not chosen:
            self.problems.append((name, Words(missing)))
            return None
        return chosen[0]

    def newcomer(self, request: PageRequest) -> dict[str, Any] | None:
        """Return the chosen player, or a new one of the typed name. Return None with a problem."""
        name = strip_spaces(self.form.get("new_player"))
        for known in self.others:
            if known.name == name or (not name and known.value == self.form.get("other")):
                return {"id": known.value, "name": known.name}
        why = name_problem(name, self) if name else Words(_("Choose who plays, or type a name."))
        if why is not None:
            self.problems.append(("other", why))
            return None
        id = request.new_ids.pop()
        self.events.append(saving.new_event(Log(), request, None, "player", {"player": id, "name": name}, None))
        return {"id": id, "name": name}


def can_change_count(opened: OpenMatch, more: int) -> bool:
    """Return whether this many more people can play this match."""
    setup = opened.sheet.setup
    return may_change_count(setup.game, setup.options, setup.players, setup.players + more)


def event_data(people: PeopleForm, request: PageRequest) -> tuple[str, dict[str, Any]] | None:
    """Return the kind and the data of the event of a form. Return None with problems."""
    opened, players = people.opened, list(people.players)
    if people.kind in ("chairs", "swap"):
        chosen = [number for number, seat in enumerate(people.seats) if seat.value in people.form.all("swap")]
        if len(chosen) != 2:
            people.problems.append(("swap", Words(_("Choose the two players who change seats."))))
            return None
        first, second = chosen
        players[first], players[second] = players[second], players[first]
    if people.kind in ("leave", "replace", "other"):
        who = people.seat("who", _("Choose a player."))
        if who is None:
            return None
        if people.kind == "leave":
            del players[who]
    if people.kind in ("join", "replace", "other"):
        newcomer = people.newcomer(request)
        if newcomer is None:
            return None
        if people.kind == "join":
            after = people.seat("before", _("Choose a player."))
            if after is None:
                return None
            players.insert(after + 1, newcomer)
        else:
            players[who or 0] = newcomer
    dealer = people.seat("dealer", _("Choose a player.")) if people.kind == "dealer" else None
    if not people.problems and people.kind in REFUSED_AT and not people.is_clear(players):
        other = FROM_ZERO if people.points == TAKE_OVER else TAKE_OVER
        is_other_clear = people.has_points and people.is_clear(players, other)
        people.problems.append((REFUSED_AT[people.kind], Words(OTHER_POINTS if is_other_clear else SECOND_CHANGE)))
    if people.problems:
        return None
    if people.kind in OF_START:
        return "seats", {"players": players, "first_dealer": opened.log.first_dealer}
    number = people.first_round
    if dealer is not None and people.form.get("from") == START and not opened.sheet.is_changed:
        current = opened.sheet.new_deal(people.current_round, opened.sheet.lineup)
        shift = dealer - current.dealer_seat
        return "seats", {"players": players, "first_dealer": (opened.log.first_dealer + shift) % len(players)}
    counting = opened.log.counted_deals()
    before = counting[number].id if number < len(counting) else None
    if dealer is None:
        dealer = people.corrected_dealer(players)
    return "people", {"players": players, "before": before, "first_dealer": dealer, "points": people.points}

"""Store evenings, the matches of one sitting, as rows that are updated with every event.

The rule is in `games/match/evening_rule.py`. An evening that a person has arranged keeps its matches, and
later matches join it by the same rule.
"""

from __future__ import annotations

from collections import defaultdict, deque
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import connection

from games import models
from games.match.errors import Refused
from games.match.evening_rule import same_evening
from games.rules.words import _
from games.store.sql import read_all, read_one, run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from django.db.models import QuerySet

    from games.match.log import Event

Touched = set[UUID | None]  # evenings, by their ids

HOUR = timedelta(hours=1)
MOST_AT_ONCE = 500  # matches in a statement
MOST_MOVED = 1_000  # matches that a push moves to another evening, besides those that it names
USED = ("circle_id", "id", "started", "last", "evening", "is_listed", "is_deleted")  # a summary takes long to parse
MANY_MOVED = "many_moved", _("This would move more than %(most)s matches to another evening.")
WORDS = ("name", "place", "note")
IN_CIRCLE = '"circle_id" = %s AND NOT "is_deleted"'


class ManyMoved(Refused):
    """A push would move too many matches while its circle is locked.

    `causes` are all its matches that may move others, or the kind `evening`; `first` is what reached the limit.
    """

    def __init__(self, causes: Collection[str], first: str = "evening") -> None:
        super().__init__(*MANY_MOVED, most=MOST_MOVED)
        self.causes, self.first = causes, first


def matches_of(circle: UUID) -> QuerySet[models.Match]:
    return models.Match.objects.filter(circle=circle, is_deleted=False)


def previous_match(match: models.Match) -> models.Match | None:
    return next(iter(neighbours(match, "<", "DESC", 1)), None)


def later_matches(match: models.Match) -> Iterator[models.Match]:
    """Yield the matches after this one, read in growing steps, as usually the first of them decides."""
    step, previous = 1, match
    while True:
        matches = neighbours(previous, ">", "ASC", step)
        yield from matches
        if len(matches) < step:
            return
        step, previous = min(4 * step, MOST_AT_ONCE), matches[-1]


def neighbours(match: models.Match, beyond: str, order: str, most: int) -> list[models.Match]:
    """Return the nearest matches in time; the id decides between equal times."""
    time = connection.ops.adapt_datetimefield_value(match.started)
    where = f'{IN_CIRCLE} AND "started" {beyond}= %s AND ("started" {beyond} %s OR "id" {beyond} %s)'
    ordered = f'{where} ORDER BY "started" {order}, "id" {order} LIMIT {most}'
    return read_all(models.Match, ordered, match.circle_id, time, time, match.id, only=USED)


def evening_by_rule(match: models.Match, previous: models.Match | None) -> UUID | None:
    if previous is not None and same_evening(match.started, previous.started, previous.last, HOUR):
        return previous.evening
    return match.id


def load_match(circle: UUID, match: UUID) -> models.Match:
    row = read_one(models.Match, '"circle_id" = %s AND "id" = %s', circle, match)
    assert row is not None, match
    return row


class Placing:
    """Assign changed matches and those after them to evenings by the rule, in one pass in the order of time.

    However many matches of an evening have changed, each match after them is read once.
    """

    def __init__(self, circle: UUID, changed: Collection[models.Match], causes: Collection[str] = ()) -> None:
        """`causes` are what a refusal names; without them there is no limit."""
        self.circle = circle
        self.causes, self.first = causes, ""
        self.waiting = deque(sorted(changed, key=by_time))
        self.moved = 0  # of the matches that have not changed themselves
        self.evenings: dict[UUID, UUID | None] = {}  # of the matches that get another one
        self.touched: Touched = set()

    def place(self) -> Touched:
        """Place the matches. Return the evenings whose rows need a refresh."""
        while self.waiting:
            match = self.waiting.popleft()
            previous = previous_match(match)
            if previous is not None:
                previous.evening = self.evenings.get(previous.id, previous.evening)
            self.assign(match, previous)
            self.first = str(match.id) if str(match.id) in self.causes else "evening"
            self.place_following(match, previous if match.is_deleted else match)
        by_evening: dict[UUID | None, list[UUID]] = {}
        for id, evening in self.evenings.items():
            by_evening.setdefault(evening, []).append(id)
        for evening, ids in by_evening.items():
            set_evenings(self.circle, ids, evening)
        return self.touched

    def place_following(self, match: models.Match, previous: models.Match | None) -> None:
        """Go through the matches after this one until one keeps its evening, and has not changed itself."""
        for following in later_matches(match):
            has_changed = self.is_waiting(following)
            if not has_changed and (following.is_listed or evening_by_rule(following, previous) == following.evening):
                return
            self.moved += not has_changed
            if self.causes and self.moved > MOST_MOVED:
                raise ManyMoved(self.causes, self.first)
            self.assign(following, previous)
            previous = following
        while self.waiting:  # deleted ones, after which nothing comes
            self.assign(self.waiting.popleft(), None)

    def is_waiting(self, match: models.Match) -> bool:
        """Return whether the match has changed itself. Deleted ones before it need nothing more."""
        while self.waiting and by_time(self.waiting[0]) < by_time(match):
            self.assign(self.waiting.popleft(), None)
        if self.waiting and self.waiting[0].id == match.id:
            self.waiting.popleft()
            return True
        return False

    def assign(self, match: models.Match, previous: models.Match | None) -> None:
        """Assign a match to its evening by the rule, unless a person has chosen one."""
        self.touched.add(match.evening)
        if match.is_listed:
            return
        evening = None if match.is_deleted else evening_by_rule(match, previous)
        if evening != match.evening:
            match.evening = self.evenings[match.id] = evening
            self.touched.add(evening)


def by_time(match: models.Match) -> tuple[datetime, UUID]:
    return match.started, match.id


def set_evening(match: models.Match, evening: UUID | None, listed: bool = False) -> None:
    if (match.evening, match.is_listed) != (evening, listed):
        match.evening, match.is_listed = evening, listed
        set_evenings(match.circle_id, [match.id], evening, listed)


def set_evenings(circle: UUID, matches: list[UUID], evening: UUID | None, listed: bool = False) -> None:
    """Assign matches to an evening, or to none; `listed` means that a person has done so."""
    for begin in range(0, len(matches), MOST_AT_ONCE):
        batch = matches[begin : begin + MOST_AT_ONCE]
        change = f"""
            UPDATE "games_match" SET "evening" = %s, "is_listed" = %s
            WHERE "circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(batch))})
        """
        run(change, evening, listed, circle, *batch)


def first_match(circle: UUID, evening: UUID) -> models.Match | None:
    where = f'{IN_CIRCLE} AND "evening" = %s ORDER BY "started", "id"'
    return next(iter(read_all(models.Match, f"{where} LIMIT 1", circle, evening, only=(*USED, "date"))), None)


def refresh_evenings(circle: UUID, touched: Touched) -> None:
    """Update the start of evenings, and delete those that have no match left unless a person has arranged them."""
    ids = sorted(evening for evening in touched if evening is not None)
    for begin in range(0, len(ids), MOST_AT_ONCE):
        batch = ids[begin : begin + MOST_AT_ONCE]
        first = {evening: match for evening in batch if (match := first_match(circle, evening)) is not None}
        models.Evening.objects.bulk_create(
            [models.Evening(circle_id=circle, id=id, begins=row.started, date=row.date) for id, row in first.items()],
            update_conflicts=True,
            unique_fields=("circle_id", "id"),
            update_fields=("begins", "date"),
        )
        if empty := [id for id in batch if id not in first]:
            models.Evening.objects.filter(circle=circle, id__in=empty, by_hand=False).delete()
            models.Evening.objects.filter(circle=circle, id__in=empty).update(begins=None, date=None)


def apply_evening_events(circle: UUID, changes: list[dict[str, Any]], causes: Collection[str] = ()) -> None:
    """Apply changes that people made to evenings, in order: names, places, notes and lists of matches.

    Only the final state is stored, as a match may move to and fro and take many others with it.
    """
    mentioned = {match for data in changes for match in mentioned_matches(data)}
    texts: dict[UUID, dict[str, Any]] = {}
    for data in changes:
        new_texts = {name: data[name] or "" for name in WORDS if name in data}
        texts.setdefault(UUID(data["evening"]), {}).update(new_texts)
    for evening, values in texts.items():
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**values, "by_hand": True})
    replaced = {UUID(data["evening"]) for data in changes if data.get("matches") is not None}
    all_matches = models.Match.objects.filter(circle=circle).only(*USED)
    matches = {match.id: match for match in all_matches.filter(id__in=mentioned)}
    released = all_matches.filter(evening__in=replaced, is_listed=True).exclude(id__in=mentioned)
    others = {match.id: match for match in (released[: MOST_MOVED + 1] if causes else released)}
    if causes and len(others) > MOST_MOVED:
        raise ManyMoved(causes)
    matches |= others
    evening_of = listed_evenings(
        {id: match.evening for id, match in matches.items() if match.is_listed}, changes, matches
    )
    moved = [match for id, match in matches.items() if id in mentioned or evening_of.get(id) != match.evening]
    touched: Touched = {*texts, *(match.evening for match in moved)}
    by_evening: dict[UUID | None, list[UUID]] = {}
    for match in moved:
        match.evening, match.is_listed = evening_of.get(match.id), match.id in evening_of
        by_evening.setdefault(match.evening, []).append(match.id)
    for chosen, ids in by_evening.items():
        set_evenings(circle, ids, chosen, listed=chosen is not None)
    refresh_evenings(circle, touched | Placing(circle, moved, causes).place())


def listed_evenings(
    before: dict[UUID, UUID | None], changes: list[dict[str, Any]], existing: Collection[UUID]
) -> dict[UUID, UUID | None]:
    """Return the evening of each existing match that a person has assigned to one."""
    evening_of = dict(before)
    members: dict[UUID, set[UUID]] = {}
    for match, evening in evening_of.items():
        if evening is not None:
            members.setdefault(evening, set()).add(match)
    for data in changes:
        evening, matches = UUID(data["evening"]), [match for match in mentioned_matches(data) if match in existing]
        if data.get("matches") is not None:
            for match in members.pop(evening, ()):
                del evening_of[match]
        for match in matches:
            previous = evening_of.get(match)
            if previous is not None:
                members[previous].discard(match)
            evening_of[match] = evening
            members.setdefault(evening, set()).add(match)
    return evening_of


def rebuild_evenings(circle: UUID, events: Iterable[Event], started: dict[UUID, int]) -> None:
    """Rebuild all evenings of a circle: first apply what people arranged, then the rule, from the first match on.

    `started` maps each match to the number of its start: a person can only have meant matches that existed then.
    """
    listed: dict[UUID, UUID] = {}
    members: dict[UUID, set[UUID]] = defaultdict(set)  # the same by evening
    texts: dict[UUID, dict[str, str]] = defaultdict(dict)
    for event in events:
        data = event["data"]
        evening = UUID(data["evening"])
        texts[evening] |= {name: data[name] or "" for name in WORDS if name in data}
        if data.get("matches") is not None:
            for id in members.pop(evening, ()):
                del listed[id]
        for id in mentioned_matches(data):
            if started.get(id, event["seq"]) < event["seq"]:
                if id in listed:
                    members[listed[id]].discard(id)
                listed[id] = evening
                members[evening].add(id)
    for evening, words in texts.items():
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**words, "by_hand": True})
    previous = None
    for match in models.Match.objects.filter(circle=circle).order_by("started", "id").defer("summary"):
        if match.id in listed:
            set_evening(match, listed[match.id], listed=True)
        elif not match.is_deleted:
            set_evening(match, evening_by_rule(match, previous))
        previous = previous if match.is_deleted else match
    refresh_evenings(circle, {*listed.values(), *matches_of(circle).values_list("evening", flat=True).distinct()})


def mentioned_matches(data: dict[str, Any]) -> list[UUID]:
    """Return the matches that a change lists; without a list, the evening's id, which is the id of its first match."""
    listed = data.get("matches")
    return [UUID(data["evening"])] if listed is None else [UUID(match) for match in listed]

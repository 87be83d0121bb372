"""Actions of people, each of which pushes a single event, for callers that do not build events themselves.

A caller that gives the event's id may repeat the action; it happens once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict
from uuid import UUID, uuid4

from games import services
from games.match.errors import Refused
from games.store import custom_games
from games.store.folding import affordable_part
from scorekeeper.lanes import let_others_pass

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from games import models
    from games.match.log import Event


NAMED_TOGETHER = 10  # matches that get a name in a push
MOST_SECONDS = 5  # in which matches get a name
NULL = object()  # a field that is sent as null; a field with None is left out


class ActionContext(TypedDict, total=False):
    """The person, the circle, and optional fields of the event. Without `after` the writer had seen the whole log."""

    by: models.Person
    circle: UUID
    event: str
    after: str | list[str] | None
    at: str | None


@dataclass
class ActionResult:
    """Id and number of the stored event."""

    event: str
    seq: int


class ActionRefused(Refused):
    """The event was refused, with its reason."""

    def __init__(self, refused: Refused, circle: UUID, event: Event) -> None:
        super().__init__(refused.code, refused.words.text, **refused.words.values)
        self.circle = circle
        self.event = event


def push_event(kind: str, match: UUID | str | None, data: dict[str, Any], **act: Unpack[ActionContext]) -> ActionResult:
    """Push an event; raise `ActionRefused` if it is refused."""
    event = {
        "id": act.get("event") or str(uuid4()),
        "match": None if match is None else str(match),
        "kind": kind,
        "data": {name: None if value is NULL else value for name, value in data.items() if value is not None},
        "after": act.get("after"),
        "at": act.get("at"),
    }
    pushed = services.push(by=act["by"], circle=act["circle"], events=[event])
    for _id, code, words in pushed.refused:
        raise ActionRefused(Refused(code, words.text, **words.values), act["circle"], event)
    [accepted] = pushed.accepted
    return ActionResult(accepted["id"], accepted["seq"])


def start_match(
    *,
    match: str,
    game: str,
    players: list[Any],
    options: dict[str, Any] | None = None,
    first_dealer: int | None = None,
    custom_game: dict[str, Any] | None = None,
    **act: Unpack[ActionContext],
) -> ActionResult:
    data = {
        "game": game,
        "custom_game": custom_game,
        "options": options,
        "players": players,
        "first_dealer": first_dealer,
    }
    return push_event("start", match, data, **act)


def put_seats(
    *, match: UUID, players: list[Any], first_dealer: int | None = None, **act: Unpack[ActionContext]
) -> ActionResult:
    return push_event("seats", match, {"players": players, "first_dealer": first_dealer}, **act)


def change_people(
    *,
    match: UUID,
    players: list[Any],
    points: str,
    before: str | None = None,
    first_dealer: int | None = None,
    **act: Unpack[ActionContext],
) -> ActionResult:
    data = {"players": players, "before": before, "first_dealer": first_dealer, "points": points}
    return push_event("people", match, data, **act)


def add_deal(
    *, match: UUID, deal: str, answers: dict[str, Any], before: str | None = None, **act: Unpack[ActionContext]
) -> ActionResult:
    return push_event("deal", match, {"deal": deal, "answers": answers, "before": before}, **act)


def amend_deal(*, match: UUID, deal: UUID, answers: dict[str, Any], **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("amend", match, {"deal": str(deal), "answers": answers}, **act)


def strike_deal(*, match: UUID, deal: UUID, **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("strike", match, {"deal": str(deal)}, **act)


def restore_deal(*, match: UUID, deal: UUID, **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("restore", match, {"deal": str(deal)}, **act)


def settle(
    *, match: UUID, keep: list[str] | None = None, strike: list[str] | None = None, **act: Unpack[ActionContext]
) -> ActionResult:
    return push_event("settle", match, {"keep": keep, "strike": strike}, **act)


def change_options(*, match: UUID, options: dict[str, Any], **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("options", match, {"options": options}, **act)


def finish(
    *, match: UUID, totals: list[int] | None = None, result: str | None = None, **act: Unpack[ActionContext]
) -> ActionResult:
    return push_event("finish", match, {"totals": totals, "result": result}, **act)


def reopen(*, match: UUID, **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("reopen", match, {}, **act)


def delete_match(*, match: UUID, **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("delete", match, {}, **act)


def undelete_match(*, match: UUID, **act: Unpack[ActionContext]) -> ActionResult:
    return push_event("undelete", match, {}, **act)


def put_player(
    *,
    player: str,
    name: str | None = None,
    hidden: bool | None = None,
    same_as: str | None = None,
    **act: Unpack[ActionContext],
) -> ActionResult:
    return push_event("player", None, {"player": player, "name": name, "hidden": hidden, "same_as": same_as}, **act)


def set_apart(*, player: str, **act: Unpack[ActionContext]) -> ActionResult:
    """Undo a merge: the player counts on their own again."""
    return push_event("player", None, {"player": player, "same_as": NULL}, **act)


def put_evening(
    *,
    evening: UUID,
    name: str | None = None,
    place: str | None = None,
    note: str | None = None,
    matches: list[str] | None = None,
    **act: Unpack[ActionContext],
) -> ActionResult:
    data = {"evening": str(evening), "name": name, "place": place, "note": note, "matches": matches}
    return push_event("evening", None, data, **act)


def put_custom_game(*, custom_game: UUID, changes: dict[str, Any], **act: Unpack[ActionContext]) -> ActionResult:
    """Change these fields of a game of the group, or create it. `NULL` takes a target, rounds or a sum away.

    Before the first change of a game that only a match has copied, an event of its own describes it. If the change
    deletes the game, that event does, too: there may be no room for one more game.
    """
    copied = custom_games.fields_of_copy(act["circle"], custom_game)
    if copied:
        described = {"custom_game": str(custom_game), **copied, "deleted": changes.get("deleted") or None}
        push_event("custom_game", None, described, by=act["by"], circle=act["circle"])
    return push_event("custom_game", None, {"custom_game": str(custom_game), **changes}, **act)


def name_match(*, match: UUID, custom_game: dict[str, Any] | None, **act: Unpack[ActionContext]) -> ActionResult:
    """Say which game of the group was played in a match of *Points*, or none of them."""
    return push_event("game", match, {"custom_game": custom_game}, **act)


def name_matches(*, matches: Sequence[UUID], custom_game: dict[str, Any], by: models.Person, circle: UUID) -> int:
    """Say that these matches were of this game. Return how many are left, because long matches take too long at once."""
    waiting = [
        {"id": str(uuid4()), "match": str(match), "kind": "game", "data": {"custom_game": custom_game}, "after": None}
        for match in dict.fromkeys(matches)
    ]
    ends = time.monotonic() + MOST_SECONDS
    while waiting:
        events = affordable_part(circle, waiting[:NAMED_TOGETHER])
        pushed = services.push(by=by, circle=circle, events=events)
        for _id, code, words in pushed.refused:
            raise Refused(code, words.text, **words.values)
        named = {event["id"] for event in pushed.accepted}
        waiting = [event for event in waiting if event["id"] not in named]
        if time.monotonic() >= ends:
            break
        let_others_pass()
    return len(waiting)


def put_season(*, season: UUID, changes: dict[str, Any], **act: Unpack[ActionContext]) -> ActionResult:
    """Change these fields of a season, or create it. `NULL` for `to` means that no end is planned."""
    return push_event("season", None, {"season": str(season), **changes}, **act)

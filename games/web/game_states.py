"""A page for hosts and developers: the entry of a game in every state, as a phone shows it.

Each state is a page of its own in a frame without scripts, because the ids of an entry are there only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.demo.dealing import sample_round
from games.display.open_match import open_match
from games.display.rows import DisplayedSheet
from games.match.log import fold_events
from games.pages.entry.form_answers import answers_to_fields
from games.pages.entry.saving import RoundForm, next_position
from games.pages.request import Form, PageRequest
from games.rules import ask, catalogue
from games.rules.game import Setup
from games.web.game_context import player_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import Game

    Fields = list[tuple[str, str]]

NAMES = ("Sofia", "Hugo", "Lea", "Nikos", "Ana", "Maximiliane", "Rui", "Zeynep", "Eleni", "Deniz")
WRONG = "9999999"  # in place of each number; no game has as many points


@dataclass(frozen=True)
class State:
    label: str
    fields: Fields
    press: str = ""
    is_saved: bool = False  # whether Save was tapped, so that all problems are shown


@require_safe
@never_cache
def game_states(request: HttpRequest, key: str) -> HttpResponse:
    """Show the states to staff, and to everyone with DEBUG. For others the page does not exist."""
    game = catalogue.find(key)
    if game is None or not (settings.DEBUG or getattr(request.user, "is_staff", False)):
        raise Http404
    asked = request.GET.get("players", "")
    players = int(asked) if asked in [str(count) for count in game.players] else max(game.players)
    values = first_choice(game)[1]
    chosen = next((value for value, _label in values if str(value) == request.GET.get("choice", "")), None)
    frames = [(state.label, page_of(game, players, state)) for state in states(game, players, chosen)]
    counts = [(count, player_counts([count])) for count in game.players]
    context = {
        "game": game,
        "players": players,
        "counts": counts,
        "frames": frames,
        "choices": values,
        "chosen": chosen,
    }
    return render(request, "game/states.html", context)


def first_choice(game: Game) -> tuple[str, Sequence[tuple[Any, str]]]:
    """Return the name and the values of the first choice: often the contract, on which all else hangs."""
    for question in game.questions:
        if isinstance(question, ask.Choice):
            return question.name, question.values
    return "", ()


def states(game: Game, players: int, chosen: Any = None) -> list[State]:
    """Return the states of a round, with this value of the first choice."""
    setup = Setup(game, {}, players)
    answers = sample_round(setup, first_choice(game)[0] if chosen is not None else "", chosen)
    in_order = [name for part in game.parts for name in part.questions if name in answers]
    half = {name: answers[name] for name in in_order[: (len(in_order) + 1) // 2]}
    complete = answers_to_fields(setup, answers)
    wrong = [(name, WRONG if value.lstrip("-").isdigit() else value) for name, value in complete]
    opened = [
        State(gettext("Opened again: %(part)s") % {"part": gettext(part.label)}, complete, f"open:{part.name}")
        for part in game.parts[:-1]
    ]
    return [
        State(gettext("Nothing entered"), []),
        State(gettext("Half entered"), answers_to_fields(setup, half)),
        State(gettext("Complete, earlier parts folded"), complete),
        *opened,
        State(gettext("Wrong numbers, after Save"), wrong, is_saved=True),
    ]


def page_of(game: Game, players: int, state: State) -> str:
    """Return the page of a match that has just begun, with the entry in this state."""
    match, now = str(uuid4()), timezone.now().isoformat()
    people = [{"id": str(uuid4()), "name": NAMES[seat % len(NAMES)]} for seat in range(players)]
    data = {"game": game.key, "options": {}, "players": people, "first_dealer": 0}
    start = {"id": match, "match": match, "kind": "start", "data": data, "after": [], "at": now, "seq": 1}
    opened = open_match(fold_events([start]), "owner")
    assert opened is not None
    form = Form([*state.fields, ("press", state.press)] if state.press else state.fields)
    request = PageRequest("table", {"match": match}, ids=[str(uuid4()) for _ in range(5)], now=now)
    position = next_position(opened, request)
    opened.entered = 0
    round = RoundForm(opened, request, position, form, saving=state.is_saved)
    context = {
        "table": opened,
        "round": round,
        "displayed_sheet": DisplayedSheet(opened),
        "result": None,
        "asker": "",
        "csrf_input": "",
    }
    return render_to_string("pages/table.html", context)

"""A round that was forgotten, put in before one that is on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.table import saving
from games.table.asked import ROUND, Answer
from games.table.entry import Place
from games.table.rounds import one_round
from games.table.shapes import is_id

if TYPE_CHECKING:
    from games.table.asked import Asked, Stored
    from games.table.open import Open
    from games.table.recorded import Recorded
    from games.table.saving import Round


def place_before(found: Open, asked: Asked, deal: Recorded) -> Place:
    """Before a round that is on the sheet."""
    after = saving.place_of(found, deal)
    id = asked.form.get("deal") if asked.form is not None else ""
    if id in found.log.by_id:  # it is put in already; the page has come back from the browser's memory
        return saving.place_of(found, found.log.by_id[id])
    place = Place(found.sheet, after.number, id if is_id(id) else asked.fresh(), "deal")
    place.follows = deal.id
    place.is_last = False
    return place


def show(stored: Stored, asked: Asked) -> Answer:
    found, deal = one_round(stored, asked)
    if found is None or deal is None or not found.can_write or found.sheet.finished:
        return Answer(status=404)
    place = place_before(found, asked, deal)
    return page(found, asked, deal, saving.Round(found, asked, place, saving.first_form(found, place)))


def page(found: Open, asked: Asked, deal: Recorded, round: Round, status: int = 200) -> Answer:
    context = {"table": found, "round": round, "deal": deal, "line": None, "steps": [], "late": True}
    template = "table/_round.html" if asked.part == ROUND else "table/round.html"
    return Answer(template, context, status=status)


def write(stored: Stored, asked: Asked) -> Answer:
    found, deal = one_round(stored, asked)
    if found is None or deal is None or asked.form is None:
        return Answer(status=404)
    place = place_before(found, asked, deal)
    if asked.form.has("press"):
        return page(found, asked, deal, saving.pressed(found, asked, place))
    saved = saving.save(found, asked, place)
    return saved if isinstance(saved, Answer) else page(found, asked, deal, saved, status=422)

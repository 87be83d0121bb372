"""The whole sheet, and one round of it: its reasons and history; amended, struck, settled, or put in late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _
from games.table import saving
from games.table.addresses import path_of
from games.table.asked import ROUND, Answer
from games.table.chart import Chart
from games.table.notices import notice
from games.table.open import nothing, opened
from games.table.paper import Paper
from games.table.shapes import is_id
from games.table.together import points_with

if TYPE_CHECKING:
    from typing import Any

    from games.table.asked import Asked, Stored
    from games.table.log import Event
    from games.table.open import Open
    from games.table.recorded import Recorded
    from games.table.saving import Round

DONE = (
    ("deal", _("Written down")),
    ("amend", _("Put right")),
    ("strike", _("Struck")),
    ("restore", _("Counted again")),
    ("settle", _("Settled")),
)


def sheet(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    if found is None:
        return nothing(stored)
    found.notice = notice(found, asked)
    context = {"table": found, "paper": Paper(found), "chart": Chart(found)}
    return Answer("table/sheet.html", context)


def settle(stored: Stored, asked: Asked) -> Answer:
    """What counts, where two have written the same round, or put it right in two ways."""
    found = opened(stored, asked)
    if found is None or asked.form is None:
        return nothing(stored)
    here = path_of("sheet", {"match": found.match})
    if asked.form.has("version"):
        return choose(found, asked, here)
    keep, strike = named(asked, "keep:"), named(asked, "strike:")
    if not keep and not strike:
        return Answer(go=here)
    return saving.act(found.log, asked, "settle", {"keep": keep, "strike": strike}, here)


def named(asked: Asked, what: str) -> list[str]:
    """The rounds that a button says this of: "keep:… strike:…"."""
    assert asked.form is not None
    pieces = asked.form.get("settle").split(" ")
    return [piece[len(what) :] for piece in pieces if piece[: len(what)] == what and is_id(piece[len(what) :])]


def choose(found: Open, asked: Asked, here: str) -> Answer:
    """One of the versions of a round; it is written once more, by somebody who knows them all."""
    assert asked.form is not None
    deal = found.log.by_id.get(asked.form.get("deal"))
    versions = [] if deal is None else deal.differing
    if deal is None or asked.form.get("versions") != str(len(versions)):
        return Answer(go=here)  # another one has come since
    for number, answers in enumerate(versions):
        if str(number) == asked.form.get("version"):
            return saving.say(found, asked, deal, answers, here)
    return Answer(go=here)


class Step:
    """Something that was done to a round."""

    def __init__(self, event: Event, what: str) -> None:
        self.what = Words(what)
        self.at = str(event.get("at") or "")
        self.by = str((event.get("by") or {}).get("name") or "")
        self.points: list[int] | None = None


def show(stored: Stored, asked: Asked) -> Answer:
    found, deal = one_round(stored, asked)
    if found is None or deal is None:
        return Answer(status=404)
    place = saving.place_of(found, deal)
    round = saving.Round(found, asked, place, saving.first_form(found, place)) if found.can_write else None
    return page(found, asked, deal, round)


def one_round(stored: Stored, asked: Asked) -> tuple[Open | None, Recorded | None]:
    found = opened(stored, asked)
    return found, None if found is None else found.log.by_id.get(asked.args["deal"])


def page(found: Open, asked: Asked, deal: Recorded, round: Round | None, status: int = 200) -> Answer:
    paper = Paper(found)
    lines = [line for line in paper.lines if line.deal == deal.id]
    context = {
        "table": found,
        "round": round,
        "deal": deal,
        "line": lines[0] if lines else None,
        "steps": steps(found, deal),
        "late": False,
    }
    template = "table/_round.html" if asked.part == ROUND and round is not None else "table/round.html"
    return Answer(template, context, status=status)


def steps(found: Open, deal: Recorded) -> list[Step]:
    """Who did what to it, and what it was worth then by the rest of the sheet as it is now."""
    told: list[Step] = []
    for event in found.log.events:
        data: dict[str, Any] = event.get("data") or {}
        names = [data.get("deal")] + list(data.get("keep") or []) + list(data.get("strike") or [])
        if deal.id not in names:
            continue
        for kind, text in DONE:
            if kind == event["kind"]:
                step = Step(event, text)
                if data.get("answers") is not None:
                    step.points = points_with(found.log, found.sheet, deal, data["answers"])
                told.append(step)
    return told


def write(stored: Stored, asked: Asked) -> Answer:
    found, deal = one_round(stored, asked)
    if found is None or deal is None or asked.form is None:
        return Answer(status=404)
    here = path_of("table", {"match": found.match})
    for kind in ("strike", "restore"):
        if asked.form.has(kind):
            return saving.act(found.log, asked, kind, {"deal": deal.id}, here)
    if asked.form.has("undo"):
        return saving.undo(found, asked)
    place = saving.place_of(found, deal)
    if asked.form.has("press"):
        return page(found, asked, deal, saving.pressed(found, asked, place))
    saved = saving.save(found, asked, place)
    return saved if isinstance(saved, Answer) else page(found, asked, deal, saved, status=422)

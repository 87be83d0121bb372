"""The page that people hold at the table: how it stands, the entry of the round, the sheet below; and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.rows import DisplayedSheet
from games.pages.entry import saving
from games.pages.notices import notice
from games.pages.open import nothing, opened
from games.pages.request import LIVE, ROUND, Answer
from games.pages.result_page import Finale

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.pages.entry.saving import Round
    from games.pages.request import Asked, Stored


def show(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    if found is None:
        return nothing(stored)
    found.notice = notice(found, asked)
    if not found.can_write or found.sheet.finished or found.is_deleted:
        return page(found, asked, None)
    position = saving.next_position(found, asked)
    return page(found, asked, saving.Round(found, asked, position, saving.first_form(found, position)))


def write(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    if found is None or asked.form is None:
        return nothing(stored)
    if asked.form.has("undo"):
        return saving.undo(found, asked)
    position = saving.asked_position(found, asked)
    return saving.press_or_save(found, asked, position, lambda round, status: page(found, asked, round, status))


def page(found: OpenMatch, asked: Asked, round: Round | None, status: int = 200) -> Answer:
    if round is not None and asked.part == ROUND:
        return Answer("table/_round.html", {"table": found, "round": round}, status=status)
    finale = Finale(found) if found.sheet.finished and round is None else None
    context = {"table": found, "round": round, "paper": DisplayedSheet(found), "finale": finale}
    if asked.part == LIVE:
        return Answer("table/_live.html", context, status=status)
    return Answer("table/end.html" if finale else "table/table.html", context, status=status)


def wall(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    return nothing(stored) if found is None else Answer("table/wall.html", {"table": found})


def rules(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    return nothing(stored) if found is None else Answer("table/rules.html", {"table": found})

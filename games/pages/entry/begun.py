"""Questions that the form of a round opens by itself, because someone has begun to answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.blocks import is_in_turn
from games.pages.entry.keypad import FOLDED
from games.rules import nested

if TYPE_CHECKING:
    from games.pages.entry.entry import Entry


def votes_to_lay(entry: Entry) -> list[str]:
    """Return votes that are begun, or that were laid in the round before and are not answered otherwise."""
    rows = [] if entry.is_stored or entry.answers else entry.position.sheet.rows[-1:]
    before = rows[0].deal.given if rows else {}
    votes = [question for question in entry.setup.game.questions if is_in_turn(question)]
    return [question.name for question in votes if question.name in before or question.is_needed(entry.deal)]


def begun_records(entry: Entry) -> list[str]:
    """Return the record whose first field was answered in place of its tile, until it is done or folded."""
    records = [one for one in entry.setup.game.questions if isinstance(one, nested.Record) and one.first]
    begun = [one.name for one in records if not entry.is_stored and entry.form.has_answer(one.name)]
    begun = [name for name in begun if name not in entry.form.all(FOLDED)]
    return [name for name in begun if not entry.builder.field(entry.setup.game.question(name), name).is_done]

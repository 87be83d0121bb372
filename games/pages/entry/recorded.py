"""What of a form is recorded already: the response to its save may have been lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.deals import same_answers
from games.pages.entry.form_answers import ParsedRound

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.pages.entry.position import Position
    from games.pages.request import Form


def is_sent(opened: OpenMatch, form: Form, position: Position) -> bool:
    """Return whether the event of the form is saved with these answers. Others may have changed them since."""
    place = opened.log.causality.places.get(position.event)
    if place is None:
        return False
    data = opened.log.events[place].get("data") or {}  # any event: the form names it
    return has_answers(form, position, data.get("answers"))


def is_saved(opened: OpenMatch, form: Form, position: Position) -> bool:
    """Return whether the round counts, and was saved as the form has it: the response may have been lost.

    The form has the answers of its event, which others may have corrected since, or those that count now.
    """
    known = opened.log.by_id.get(position.deal)
    if known is None or known.is_struck or position.event not in opened.log.causality.places:
        return False
    return is_sent(opened, form, position) or has_answers(form, position, known.answers)


def has_answers(form: Form, position: Position, answers: dict[str, Any] | None) -> bool:
    """Return whether the form has these answers, with or without what the rules add to them."""
    parsed = ParsedRound(position, form)
    return same_answers(answers, parsed.answers) or same_answers(answers, parsed.entered)

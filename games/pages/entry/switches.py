"""Keys beside a row that are on or off: off means no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask

if TYPE_CHECKING:
    from typing import Any

    from games.rules import nested
    from games.rules.game import AnsweredDeal


def with_no(question: nested.Each, answers: dict[str, Any], deal: AnsweredDeal) -> dict[str, Any]:
    """Return the answers with no for everyone who has not said yes by a key beside a row.

    Someone who may no longer say yes has not, either. If nobody has, there is no answer.
    """
    assert question.may_say is not None
    filled = dict(answers)
    before = filled.pop(question.name)
    resting = ask.resting_places(deal, len(before))
    said = [value is True and question.may_say(deal, place) for place, value in enumerate(before)]
    if any(said):
        filled[question.name] = [None if at in resting else value for at, value in enumerate(said)]
    return filled

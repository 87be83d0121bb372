"""Errors for refused actions: the reason of the refused event, with a fitting status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ParamSpec
from uuid import UUID

from django.utils.translation import gettext

from games.api.errors import Clash, InvalidRequest, NoSuch
from games.match.log import Log
from games.match.sheet import problem_as_json
from games.match.validation import answer_problems, log_as_seen
from games.services.actions import ActionRefused, ActionResult
from games.store.logs import open_logs

P = ParamSpec("P")

PARAMETERS = {"no_match": "match", "no_deal": "deal"}  # UUIDs if the address names them, texts in a body
CLASHES = ("doubled", "changed", "deleted")


class Refusal(InvalidRequest):
    """An error with all problems of the answers, not only the first."""

    def __init__(self, refused: ActionRefused) -> None:
        super().__init__(refused.words.translated(gettext), refused.code)
        self.problems = list(problems(refused)) if refused.code == "problem" else []


def perform(action: Callable[P, ActionResult], *args: P.args, **kwargs: P.kwargs) -> ActionResult:
    """Perform the action; raise an error of the API if it is refused, 404 for an unknown match or round in the address."""
    try:
        return action(*args, **kwargs)
    except ActionRefused as refused:
        if refused.code in CLASHES:
            raise Clash(refused.words.translated(gettext), refused.code) from None
        if isinstance(kwargs.get(PARAMETERS.get(refused.code, "")), UUID):
            raise NoSuch(refused.words.translated(gettext)) from None
        raise Refusal(refused) from None


def problems(refused: ActionRefused) -> Iterator[dict[str, Any]]:
    """Yield the problems as the sheet would list them. Here a note is a problem like any other: it refuses the round."""
    event = refused.event
    with open_logs(refused.circle, [UUID(event["match"])]) as [log]:
        data, seen = event["data"], log.causality.seen_by(event.get("after"))
        _setup, wrong = answer_problems(log, seen, log_as_seen(log, seen), data)
        for problem in wrong:
            described = problem_as_json(row_on_sheet(log, data), problem, gettext)
            described.pop("weight", None)
            yield described


def row_on_sheet(log: Log, data: dict[str, Any]) -> int:
    """Return the row of the round on the sheet, or the row that it would get."""
    counting = [deal.id for deal in log.counted_deals()]
    for id in (data["deal"], data.get("before")):
        if id in counting:
            return counting.index(id)
    return len(counting)

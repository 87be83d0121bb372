"""Why a plain request was not done: the reason of the refused event, with a status that fits it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ParamSpec
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.exceptions import NotFound

from games.api.errors import Clash, Wrong
from games.match.log import Log
from games.match.validation import log_as_seen, setup_of_log
from games.rules.judge import judge
from games.services.actions import ActionRefused, ActionResult
from games.store.logs import log_of

P = ParamSpec("P")

NAMED = {"no_match": "match", "no_deal": "deal"}  # an address names these by UUIDs, a body by texts
CLASHES = ("doubled", "changed", "deleted")


class Refusal(Wrong):
    """With everything that is wrong with the answers, not only the first."""

    def __init__(self, refused: ActionRefused) -> None:
        super().__init__(refused.words.translate(gettext), refused.code)
        self.problems = list(problems(refused)) if refused.code == "problem" else []


def perform(act: Callable[P, ActionResult], *args: P.args, **kwargs: P.kwargs) -> ActionResult:
    """Do it, or say why not. A deal or a match that the address names is not found where there is none."""
    try:
        return act(*args, **kwargs)
    except ActionRefused as refused:
        said = refused.words.translate(gettext)
        if refused.code in CLASHES:
            raise Clash(said, refused.code) from None
        if isinstance(kwargs.get(NAMED.get(refused.code, "")), UUID):
            raise NotFound from None
        raise Refusal(refused) from None


def problems(refused: ActionRefused) -> Iterator[dict[str, Any]]:
    """As the sheet would list them."""
    event = refused.event
    log = log_of(refused.circle, UUID(event["match"]))
    match = setup_of_log(log_as_seen(log, event))
    _deal, found = judge(match, 0, [0] * match.sides, event["data"]["answers"])
    for problem in found:
        yield {
            "deal": number(log, event["data"]),
            "question": problem.question,
            "code": problem.code,
            "message": problem.words.translate(gettext),
        }


def number(log: Log, data: dict[str, Any]) -> int:
    """The place of the deal on the sheet, or the one that it would get."""
    counting = [deal.id for deal in log.counted_deals()]
    for id in (data["deal"], data.get("before")):
        if id in counting:
            return counting.index(id)
    return len(counting)

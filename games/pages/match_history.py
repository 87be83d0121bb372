"""The history of a match in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.history_lines import MOST_LINES, HistoryLine, only_corrects_dealer
from games.display.history_lines import words_for as round_words_for
from games.display.people import event_words
from games.match.event_fields import is_no_result
from games.match.lineups import name_of
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.log import Event

WORDS = (
    ("start", _("Match started: %(names)s")),
    ("options", _("House rules changed: %(rules)s")),
    ("seats", _("Seats corrected: %(names)s")),
    ("finish", _("Match ended")),
    ("reopen", _("Match reopened")),
    ("delete", _("Match deleted")),
    ("undelete", _("Match restored")),
)
USUAL_RULES = _("default")


def match_history(opened: OpenMatch) -> tuple[list[HistoryLine], int]:
    """Return the newest events of the match, the last one first, and how many earlier ones there are."""
    newest = opened.log.events[-MOST_LINES:]
    lines = [HistoryLine(event, words_for(opened, event)) for event in reversed(newest)]
    return lines, len(opened.log.events) - len(newest)


def words_for(opened: OpenMatch, event: Event) -> Words:
    kind, data = event["kind"], event.get("data") or {}
    if kind == "finish" and data.get("totals"):
        return Words(_("Totals entered: %(points)s"), points=" · ".join([str(total) for total in data["totals"]]))
    if kind == "finish" and is_no_result(data.get("result")):
        return Words(_("Match ended without result"))
    if kind == "seats" and data and only_corrects_dealer(opened.log, event):
        return Words(
            _("Dealer corrected: %(name)s deals first"), name=name_of(data["players"][data["first_dealer"] or 0])
        )
    if kind == "people" and data:
        return event_words(opened.log, event)
    if kind == "game":
        custom = data.get("custom_game")
        return Words(_("Game named: %(game)s"), game=custom["name"] if custom else Words(opened.game.name))
    for known, text in WORDS:
        if known == kind:
            return Words(text, **values_for(opened, data))
    return round_words_for(opened, event)


def values_for(opened: OpenMatch, data: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the sentence: names, or the rules that differ."""
    if "players" in data:
        return {"names": ", ".join([name_of(player) for player in data["players"]])}
    return {"rules": rules_of(opened, data["options"])} if "options" in data else {}


def rules_of(opened: OpenMatch, options: dict[str, Any]) -> Words:
    """Return the house rules that differ from the default, with the numbers that they have."""
    rules: Words | None = None
    for option in opened.game.options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        label: Any = Words(option.label)
        if type(value) is int:
            label = Words(_("%(label)s: %(value)s"), label=label, value=value)
        rules = label if rules is None else Words("%(rules)s, %(label)s", rules=rules, label=label)
    return Words(USUAL_RULES) if rules is None else rules

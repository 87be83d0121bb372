"""The history of a match, or of one of its rounds, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.people import event_words
from games.match.event_fields import is_no_result
from games.match.lineups import key_of, name_of
from games.match.repeated import repeated_deal
from games.match.sheet import row_for
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.match.log import Event, Log

MOST_LINES = 100  # of a history; the newest events
WORDS = (
    ("start", _("Match started: %(names)s")),
    ("deal", _("Round %(number)s entered: %(points)s")),
    ("amend", _("Round %(number)s corrected: %(points)s")),
    ("strike", _("Round %(number)s crossed out: %(points)s")),
    ("restore", _("Round %(number)s restored: %(points)s")),
    ("options", _("House rules changed: %(rules)s")),
    ("seats", _("Seats corrected: %(names)s")),
    ("finish", _("Match ended")),
    ("reopen", _("Match reopened")),
    ("delete", _("Match deleted")),
    ("undelete", _("Match restored")),
)
COMPLETED = _("Round %(number)s, rest added: %(points)s")
FIRST = _("Round %(number)s, entered twice: the first entry counts")
SECOND = _("Round %(number)s, entered twice: the second entry counts")
BOTH = _("Round %(number)s, entered twice: both rounds kept")
KEPT = _("Round %(number)s counts: %(points)s")
USUAL_RULES = _("default")


class HistoryLine:
    """One event: what it did, who wrote it and when."""

    def __init__(self, opened: OpenMatch, event: Event) -> None:
        self.what = words_for(opened, event)
        self.at = str(event.get("at") or "")
        writer = event.get("by") or {}
        self.by = str(writer.get("name") or "")
        self.is_unsent = not writer  # the phone wrote it, and the server has not stored it yet
        self.is_imported = bool(writer.get("imported"))  # a file stated the writer


def match_history(opened: OpenMatch) -> tuple[list[HistoryLine], int]:
    """Return the newest events of the match, the last one first, and how many earlier ones there are."""
    newest = opened.log.events[-MOST_LINES:]
    return [HistoryLine(opened, event) for event in reversed(newest)], len(opened.log.events) - len(newest)


def round_history(opened: OpenMatch, deal: RecordedDeal) -> tuple[list[HistoryLine], int]:
    """Return the newest events of one round, and how many earlier ones there are."""
    events = [event for event in opened.log.events if deal.id in deals_of(event.get("data") or {})]
    lines = [HistoryLine(opened, event) for event in events[-MOST_LINES:]]
    return lines, len(events) - len(lines)


def deals_of(data: dict[str, Any]) -> list[Any]:
    """Return the ids of the rounds that an event is about."""
    return [data.get("deal")] + list(data.get("keep") or []) + list(data.get("strike") or [])


def words_for(opened: OpenMatch, event: Event) -> Words:
    kind, data = event["kind"], event.get("data") or {}
    if kind == "settle":
        return decision_words(opened, data)
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
    if kind == "amend" and adds_rest(opened, event, data):
        return Words(COMPLETED, **values_for(opened, data))
    if kind == "game":
        custom = data.get("custom_game")
        return Words(_("Game named: %(game)s"), game=custom["name"] if custom else Words(opened.game.name))
    for known, text in WORDS:
        if known == kind:
            return Words(text, **values_for(opened, data))
    return Words(str(kind))


def only_corrects_dealer(log: Log, event: Event) -> bool:
    """Return whether the seats are those of the event before it that has set them, so that just the dealer is another."""
    keys: list[str] = []
    for known in log.events:
        if known["kind"] in ("start", "seats") and known.get("data"):
            before, keys = keys, [key_of(player) for player in known["data"]["players"]]
            if known["id"] == event["id"]:
                return before == keys and known["data"].get("first_dealer") is not None
    return False


def decision_words(opened: OpenMatch, data: dict[str, Any]) -> Words:
    """Return what someone decided about a duplicate."""
    ids = [id for id in deals_of(data) if id]
    deal = opened.log.by_id.get(ids[0]) if len(ids) == 1 else None
    if deal is not None and deal.originals and repeated_deal(opened.log, deal) is None:
        return Words(KEPT if data.get("keep") else dict(WORDS)["strike"], **values_for(opened, {"deal": deal.id}))
    keep, strike = [places_of(opened, data.get(name)) for name in ("keep", "strike")]
    text = BOTH if not strike else SECOND if keep and min(keep) > min(strike) else FIRST
    return Words(text, number=min([number_of(opened, id) for id in ids] + [len(opened.sheet.rows)]))


def places_of(opened: OpenMatch, ids: list[str] | None) -> list[int]:
    return [opened.log.by_id[id].place for id in ids or [] if id in opened.log.by_id]


def adds_rest(opened: OpenMatch, event: Event, data: dict[str, Any]) -> bool:
    """Return whether the answers before were incomplete, so that nothing complete was corrected."""
    deal, place = opened.log.by_id.get(data.get("deal") or ""), opened.log.causality.places.get(event["id"])
    if deal is None or place not in deal.since[1:]:
        return False
    answers = deal.versions[deal.since.index(place) - 1]
    return not row_for(opened.log, opened.sheet, deal, answers).complete


def values_for(opened: OpenMatch, data: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the sentence: the round and its points, or names, or the rules that differ."""
    values: dict[str, Any] = {}
    deal = opened.log.by_id.get(data.get("deal") or "")
    if deal is not None:
        points = points_of(opened, deal, data.get("answers"))
        values = {"number": number_of(opened, deal.id), "points": " · ".join([str(number) for number in points])}
    elif "players" in data:
        values = {"names": ", ".join([name_of(player) for player in data["players"]])}
    elif "options" in data:
        values = {"rules": rules_of(opened, data["options"])}
    return values


def number_of(opened: OpenMatch, id: str) -> int:
    """Return the number of a round from 1. A round that counts in no total has the number that it would have."""
    deal = opened.log.by_id.get(id)
    return 0 if deal is None else opened.log.number_before(deal) + 1


def points_of(opened: OpenMatch, deal: RecordedDeal, answers: dict[str, Any] | None) -> list[int]:
    """Return the points of these answers, or of the present ones. They follow from the rest of the sheet as it is now."""
    number = opened.log.number_before(deal)
    if deal.counts and answers in (None, deal.answers):
        points = opened.sheet.rows[number].points
    else:
        points = row_for(opened.log, opened.sheet, deal, deal.answers if answers is None else answers).points
    return opened.sheet.lineup_of(number).of_sides(points)


def rules_of(opened: OpenMatch, options: dict[str, Any]) -> Words:
    """Return the house rules that differ from the default, with the numbers that they have."""
    rules: Words | None = None
    for option in opened.game.options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        label: Any = Words(option.label)
        if type(value) is int:
            label = Words("%(label)s: %(value)s", label=label, value=value)
        rules = label if rules is None else Words("%(rules)s, %(label)s", rules=rules, label=label)
    return Words(USUAL_RULES) if rules is None else rules

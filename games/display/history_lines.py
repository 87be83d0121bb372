"""The history of a round in words. games/pages/match_history.py has that of a match, which phones fetch apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.lineups import key_of
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
    ("deal", _("Round %(number)s entered: %(points)s")),
    ("amend", _("Round %(number)s corrected: %(points)s")),
    ("strike", _("Round %(number)s crossed out: %(points)s")),
    ("restore", _("Round %(number)s restored: %(points)s")),
)
COMPLETED = _("Round %(number)s, rest added: %(points)s")
FIRST = _("Round %(number)s, entered twice: the first entry counts")
SECOND = _("Round %(number)s, entered twice: the second entry counts")
BOTH = _("Round %(number)s, entered twice: both rounds kept")
KEPT = _("Round %(number)s counts: %(points)s")


class HistoryLine:
    """One event: what it did, who wrote it and when."""

    def __init__(self, event: Event, what: Words) -> None:
        self.what = what
        self.at = str(event.get("at") or "")
        writer = event.get("by") or {}
        self.by = str(writer.get("name") or "")
        self.is_unsent = not writer  # the phone wrote it, and the server has not stored it yet
        self.is_imported = bool(writer.get("imported"))  # a file stated the writer


def round_history(opened: OpenMatch, deal: RecordedDeal) -> tuple[list[HistoryLine], int]:
    """Return the newest events of one round, and how many earlier ones there are."""
    events = [event for event in opened.log.events if deal.id in deals_of(event.get("data") or {})]
    lines = [HistoryLine(event, words_for(opened, event)) for event in events[-MOST_LINES:]]
    return lines, len(events) - len(lines)


def deals_of(data: dict[str, Any]) -> list[Any]:
    """Return the ids of the rounds that an event is about."""
    return [data.get("deal")] + list(data.get("keep") or []) + list(data.get("strike") or [])


def words_for(opened: OpenMatch, event: Event) -> Words:
    kind, data = event["kind"], event.get("data") or {}
    if kind == "settle":
        return decision_words(opened, data)
    if kind == "amend" and adds_rest(opened, event, data):
        return Words(COMPLETED, **values_for(opened, data))
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
    """Return the values of the sentence: the round and its points."""
    deal = opened.log.by_id.get(data.get("deal") or "")
    if deal is None:
        return {}
    points = points_of(opened, deal, data.get("answers"))
    return {"number": number_of(opened, deal.id), "points": " · ".join([str(number) for number in points])}


def number_of(opened: OpenMatch, id: str) -> int:
    """Return the number of a round from 1. A round that counts in no total has the number that it would have."""
    deal = opened.log.by_id.get(id)
    return 0 if deal is None else opened.log.number_before(deal) + 1


def points_of(opened: OpenMatch, deal: RecordedDeal, answers: dict[str, Any] | None) -> list[int]:
    """Return the points of these answers, or of the present ones. They follow from the rest of the sheet as it is now."""
    number = opened.log.number_before(deal)
    row = opened.sheet.rows[number] if deal.counts and answers in (None, deal.answers) else None
    if row is not None and not row.is_after_end:  # such a row has no points
        points = row.points
    else:
        points = row_for(opened.log, opened.sheet, deal, deal.answers if answers is None else answers).points
    return opened.sheet.lineup_of(number).of_sides(points)

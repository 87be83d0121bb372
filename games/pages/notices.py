"""The notice about an event that was just saved, with its undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.announcements import announce_save, next_dealer
from games.display.changed_rounds import changed_rounds, log_before
from games.display.history_lines import only_corrects_dealer
from games.display.open_match import Notice
from games.display.people import event_words, keeps_places
from games.match import limits
from games.match.causality import parse_after
from games.match.repeated import repeated_deal
from games.match.room import MANY_EVENTS, MANY_EVENTS_STORED
from games.match.undecided import counted_instead
from games.pages.entry.saving import just_undone
from games.pages.entry.undoing import is_incomplete, undo_last
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.log import Event, Log
    from games.pages.entry.saving import Act
    from games.pages.request import PageRequest

TEXTS = (
    ("amend", _("Round %(number)s corrected.")),
    ("strike", _("Round %(number)s crossed out.")),
    ("restore", _("Round restored.")),
    ("settle", _("Resolved.")),
    ("options", _("House rules changed. All rounds were recalculated.")),
    ("seats", _("Seats corrected.")),
    ("finish", _("Match ended.")),
    ("reopen", _("Match reopened.")),
    ("delete", _("Match deleted. You can restore it for 30 days.")),
    ("undelete", _("Match restored.")),
)

UNDONE = (
    ("amend", _("Correction of round %(number)s undone.")),
    ("options", _("Change of the house rules undone.")),
    ("seats", _("Seats and dealer are as before.")),
    ("people", _("Change of the players undone.")),
)

NO_DRAFT = "none"  # no draft has this name


def refusal(count: int, code: str) -> Words:
    """Return why a match with this many events did not accept one. Anyone can write a code into a URL."""
    if code == MANY_EVENTS[0] and count >= limits.MOST_EVENTS_STORED:
        return Words(MANY_EVENTS_STORED[1], most=limits.MOST_EVENTS_STORED)
    if code == MANY_EVENTS[0] and count >= limits.MOST_EVENTS:
        return Words(MANY_EVENTS[1], most=limits.MOST_EVENTS)
    return Words(_("Nothing was saved: the match no longer accepts this."))


def notice(opened: OpenMatch, request: PageRequest) -> Notice | None:
    """Return the notice about the event named in the URL, or None if it is not the last event.

    An event that was refused has a notice, too.
    """
    if request.query.has("refused"):
        words = refusal(len(opened.log.events), request.query.get("refused"))
        return Notice(words, [words])
    last = opened.log.events[-1]
    if not request.query.has("saved") or request.query.get("saved") != last["id"]:
        return None
    drafts = drafts_of(opened.log, request, last)
    before = log_before(opened.log)
    acts = undo_last(opened.log, before)
    undo = last["id"] if acts else ""
    if changes_completeness(opened, last, acts):
        last = last | {"kind": "deal"}  # for players the round is saved with it, not corrected
    is_undo = request.query.has("undo")
    saved_words = notice_text(opened, last, before, is_undo=is_undo)
    if just_undone(opened.log, request):
        saved_words = Words(_("Undone: the answers are below again."))
    if saved_words is None:
        return None
    result = Notice(saved_words, announce_save(opened, last, saved_words, is_undo=is_undo), undo)
    result.is_undo = is_undo
    result.next_dealer, result.drafts = next_dealer(opened, last), drafts
    result.moved_draft = moved_draft(opened, request, last)
    result.changed_rounds = changed_rounds(before, opened.sheet, opened.log.events[-1])
    result.seen = " ".join(parse_after(last.get("after")) or [])
    return result


def moved_draft(opened: OpenMatch, request: PageRequest, event: Event) -> str:
    """Return the name of a draft and the name to give it, or "".

    While a round is undone, its form has the draft *next*. What was begun of the round after it waits under another name.
    """
    data: dict[str, Any] = event.get("data") or {}
    if event["kind"] == "strike" and just_undone(opened.log, request):
        return f"next after-{opened.log.number_before(opened.log.by_id[data['deal']]) + 1}"
    if event["kind"] == "restore" or (event["kind"] == "deal" and not data.get("before")):
        return f"after-{opened.round_number(data['deal'])} next"
    return ""


def drafts_of(log: Log, request: PageRequest, event: Event) -> str:
    """Return the names of the drafts that end with an event, or "" if all of the match end. They are those of `RoundForm`.

    A draft belongs to the seats, as stored rounds do. So it ends when people move to other seats, and when the match is deleted.
    """
    data: dict[str, Any] = event.get("data") or {}
    if event["kind"] == "deal":
        return str(data.get("before") or "next")
    if event["kind"] == "strike" and just_undone(log, request):
        return f"next {data['deal']}"
    if event["kind"] in ("amend", "strike", "restore"):
        return str(data["deal"])
    if event["kind"] == "delete" or (event["kind"] == "people" and not keeps_places(log, event)):
        return ""
    return NO_DRAFT


def changes_completeness(opened: OpenMatch, event: Event, acts: list[Act]) -> bool:
    """Return whether the event completes a round that was saved for now, or leaves it incomplete. `acts` undo the event."""
    data = event.get("data") or {}
    number = opened.round_number(data.get("deal") or "")
    if event["kind"] != "amend" or not number or not acts:
        return False
    return is_incomplete(opened, acts[0][1]) or not opened.sheet.rows[number - 1].complete


def notice_text(opened: OpenMatch, event: Event, before: Log, *, is_undo: bool) -> Words | None:
    """Return the sentence about the event, given the log before it, or about what the event undoes."""
    data: dict[str, Any] = event.get("data") or {}
    if event["kind"] == "deal":
        return saved_text(opened, data["deal"])
    number = opened.round_number(data.get("deal") or "")
    if event["kind"] == "amend" and not number:
        return Words(_("Round corrected. It does not count in any total."))
    for kind, text in UNDONE if is_undo else ():
        if kind == event["kind"]:
            return Words(text, number=number)
    if event["kind"] == "people":
        return event_words(opened.log, event)
    if event["kind"] == "strike":
        struck = before.by_id[data["deal"]]
        if not struck.counts:
            return Words(_("Round crossed out."))
        number = before.number_before(struck) + 1
    if event["kind"] == "seats" and only_corrects_dealer(opened.log, event):
        return Words(_("Dealer corrected."))
    if event["kind"] == "finish" and opened.sheet.has_no_result:
        return Words(_("Match ended without result. It counts for nobody."))
    for kind, text in TEXTS:
        if kind == event["kind"]:
            return Words(text, number=number)
    return None


def saved_text(opened: OpenMatch, deal: str) -> Words:
    known = opened.log.by_id.get(deal)
    if known is not None and known.is_duplicate:
        if repeated_deal(opened.log, known) is None:
            return Words(_("Saved, but it does not count yet: another phone has sent rounds meanwhile. See the sheet."))
        counted = counted_instead(opened.log, known)
        if counted is None:
            return Words(_("Saved, but someone else has entered this round too. See the sheet."))
        deal = counted.id
    number = opened.round_number(deal)
    if number and opened.sheet.rows[number - 1].is_after_end:
        return Words(_("Round %(number)s saved, but it does not count: the match is over before it."), number=number)
    if number and not opened.sheet.rows[number - 1].complete:
        return Words(_("Round %(number)s saved as incomplete. Add the rest later."), number=number)
    points = opened.sheet.rows[number - 1].points if number else []
    if len(points) == 2:
        return Words(_("Round %(number)s saved: %(one)s to %(other)s."), number=number, one=points[0], other=points[1])
    return Words(_("Round %(number)s saved."), number=number)

"""The settings of a match: people, house rules, its end, deletion, and its history. Each form has a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.announcements import WON
from games.display.open_match import open_match
from games.display.options import changed_options
from games.match.errors import Refused
from games.match.event_fields import NO_RESULT
from games.pages import people
from games.pages.entry import saving, undoing
from games.pages.entry.position import heads
from games.pages.match_history import match_history
from games.pages.notices import notice
from games.pages.request import Form, PageResult, reverse, unavailable
from games.pages.start.house_rules import option_fields, parse_options
from games.pages.start.rematch import rule_fields
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.pages.request import PageData, PageRequest

ACTS = ("finish", "reopen", "delete", "undelete")
RULES = "options"  # the form of the house rules
TOTALS = "totals"  # the form of a match that is entered by its totals
SEATS = "seats"  # asks whether seats were entered wrongly, or people change chairs
UNPLAYED = _("The change of people does not count, because no round has followed")


class SettingsForm:
    """The form on the page, or "" where the page lists what can be done; values that were sent and refused."""

    def __init__(self, opened: OpenMatch, stored: PageData, kind: str, form: Form) -> None:
        self.kind = kind
        self.people = people.PeopleForm(opened, stored, kind, form)
        self.rules = Form(rule_fields(opened.log.options))
        self.problems: list[tuple[str, Words]] = []  # the form, its part or a house rule, and the sentence
        self.is_open = opened.can_write and not opened.is_deleted
        self.plays_on = self.is_open and not opened.sheet.finished
        self.can_enter_totals = self.plays_on and not opened.log.counted_deals()
        self.sheet = opened.sheet
        self.sides = opened.sheet.side_names
        self.totals = [form.get(f"total-{side}") for side in range(len(self.sides))]
        self.can_leave = self.plays_on and people.can_change_count(opened, -1)
        self.can_join = self.plays_on and people.can_change_count(opened, 1)

    @property
    def outcome(self) -> list[Words]:
        """Who wins if the match is finished now: those who sat at the table in the last round, not those of the next one."""
        if self.sheet.complete == 0:
            return []
        row, lineup = self.sheet.rows[-1], self.sheet.lineup_of(len(self.sheet.rows) - 1)
        top = lineup.leaders(row.totals)
        text = WON[2 if len(top) > 1 else 1 if lineup.has_teams else 0]
        lines = [Words(text, names=", ".join([row.column_name(side) for side in top]), total=row.totals[top[0]])]
        return lines if lineup is self.sheet.lineup else lines + [Words(UNPLAYED)]

    def problem(self, part: str) -> list[Words]:
        return [words for known, words in self.problems if known == part]


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None:
        return unavailable(stored)
    opened.notice = notice(opened, request)
    return page(opened, SettingsForm(opened, stored, form_kind(opened, request.query.get("do")), Form(())))


def form_kind(opened: OpenMatch, kind: str) -> str:
    """Return the kind of form that the page shows, or "" where it lists what can be done."""
    if not opened.can_write or opened.is_deleted:
        return ""
    if kind in (RULES, SEATS) or kind in people.OF_START:
        return kind
    if kind == TOTALS:
        return "" if opened.sheet.finished or opened.log.counted_deals() else kind
    return kind if kind in people.FORMS and not opened.sheet.finished else ""


def page(opened: OpenMatch, form_state: SettingsForm) -> PageResult:
    lines, hidden = match_history(opened)
    context = {
        "table": opened,
        "more": form_state,
        "options": option_fields(opened.game, form_state.rules, len(opened.log.players)),
        "problems": form_state.problems,
        "history": lines,
        "hidden": hidden,
    }
    return PageResult("pages/more.html", context, status=422 if form_state.problems else 200)


def write(stored: PageData, request: PageRequest) -> PageResult:
    opened, sent = open_match(stored.log, request.role), request.form
    if opened is None or sent is None:
        return unavailable(stored)
    act = sent.get("act")
    if opened.is_deleted and act not in ("", "undelete"):  # the form of an older page
        return PageResult(redirect_to=reverse("table", {"match": opened.match}))
    if act in ACTS:
        path = reverse("more" if act == "delete" else "table", {"match": opened.match})
        return saving.save_event(opened.log, request, act, {}, path)
    if act == NO_RESULT:
        path = reverse("table", {"match": opened.match})
        return saving.save_event(opened.log, request, "finish", {"result": NO_RESULT}, path)
    if act in people.FORMS and form_kind(opened, act):
        return write_people(opened, request, SettingsForm(opened, stored, act, sent))
    if act == TOTALS:
        return write_totals(opened, request, SettingsForm(opened, stored, act, sent))
    if act == RULES:
        return write_options(opened, request, SettingsForm(opened, stored, act, sent))
    if sent.has("undo"):
        return undoing.undo(opened, request)
    return PageResult(redirect_to=reverse("table", {"match": opened.match}))


def write_people(opened: OpenMatch, request: PageRequest, form_state: SettingsForm) -> PageResult:
    """Save other people, other seats or another dealer."""
    act = people.event_data(form_state.people, request)
    if act is None:
        form_state.problems = form_state.people.problems
        return page(opened, form_state)
    return save_or_explain(opened, request, act[0], act[1], form_state)


def write_totals(opened: OpenMatch, request: PageRequest, form_state: SettingsForm) -> PageResult:
    """Finish a match without rounds by its totals, as they are on paper."""
    totals = [whole_number(text) for text in form_state.totals]
    if None in totals:
        form_state.problems.append((TOTALS, Words(_("Enter a whole number for each side."))))
        return page(opened, form_state)
    return save_or_explain(opened, request, "finish", {"totals": totals}, form_state)


def whole_number(text: str) -> int | None:
    """Return the number, or None if it is none with up to six digits."""
    sign, digits = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text)
    if not 0 < len(digits) <= 6 or [letter for letter in digits if not "0" <= letter <= "9"]:
        return None
    return sign * int(digits)


def write_options(opened: OpenMatch, request: PageRequest, form_state: SettingsForm) -> PageResult:
    form_state.rules = form_state.people.form
    options, form_state.problems = parse_options(opened.game, form_state.rules, len(opened.log.players))
    if form_state.problems:
        return page(opened, form_state)
    if options == changed_options(opened):
        return PageResult(redirect_to=reverse("table", {"match": opened.match}))
    return save_or_explain(opened, request, RULES, {"options": options}, form_state)


def save_or_explain(
    opened: OpenMatch, request: PageRequest, kind: str, data: dict[str, Any], form_state: SettingsForm
) -> PageResult:
    """Save the event, or show the page again with the reason why it was refused."""
    try:
        event = saving.new_event(opened.log, request, opened.match, kind, data, heads(opened.log))
    except Refused as refused:
        form_state.problems.append((form_state.kind, refused.words))
        return page(opened, form_state)
    path = f"{reverse('table', {'match': opened.match})}?saved={event['id']}"
    return PageResult(events=form_state.people.events + [event], redirect_to=path)

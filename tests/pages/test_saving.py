"""A round is recorded once, whatever people press, and everything can be undone."""

from typing import Any

import pytest

from games.match import limits
from games.match.deals import conflicting_answers
from games.match.errors import Refused
from games.match.log import fold_events
from games.pages.entry import saving
from tests.match.logs import MATCH, id_of
from tests.match.wide_logs import log_of
from tests.pages import browser
from tests.pages.browser import Pairs, Reply, Table, fields, start_match, with_values

PLAYERS = ("Eleni", "Deniz")
MATCH_KINDS = (
    "deal",
    "amend",
    "strike",
    "restore",
    "options",
    "seats",
    "people",
    "finish",
    "reopen",
    "delete",
    "undelete",
)


def bisca() -> Table:
    return start_match("bisca_tres", PLAYERS)


def save(table: Table, points: int = 71, path: str | None = None) -> Reply:
    reply = table.save(("points-0", str(points)), ("points-1", str(120 - points)), path=path)
    assert reply.status == 303
    return reply


def deals(table: Table) -> list[str]:
    return [deal.id for deal in table.log.deals]


def points(table: Table) -> list[list[int]]:
    return [deal.answers["points"] for deal in table.log.counted_deals()]


def test_a_round_is_one_event_and_redirects_to_the_match() -> None:
    table = bisca()
    reply = save(table)
    [event] = reply.events
    assert event["kind"] == "deal"
    assert event["data"]["answers"] == {"points": [71, 49]}
    assert event["after"] == [table.events[0]["id"]]
    assert reply.redirect_to == f"{table.path}?saved={event['id']}"
    assert table.follow(reply).html.find("notice").text == "Deniz deals now. Round 1 saved: 1 to 0. Undo"
    assert (table.sheet.totals, len(deals(table))) == ([1, 0], 1)


LATER = "2026-11-20T19:43:00+02:00"


@pytest.mark.parametrize("is_later", [False, True])
def test_an_empty_form_keeps_the_notice_of_the_save_before(monkeypatch: pytest.MonkeyPatch, is_later: bool) -> None:
    """Only the second tap of a double tap comes within two seconds. It says nothing."""
    table = bisca()
    saved = table.follow(save(table))
    if is_later:
        monkeypatch.setattr(browser, "NOW", LATER)
    reply = table.post(table.path, fields(saved.form))
    page = reply.html if is_later else table.follow(reply).html
    assert page.find("notice").text == "Deniz deals now. Round 1 saved: 1 to 0. Undo"
    assert page.texts_of("problem") == (["Nothing entered yet."] if is_later else [])
    assert points(table) == [[71, 49]]
    typed = table.press("", with_values(fields(saved.form), ("points-0", "5"))).html
    assert "Round 1 saved" not in typed.find("notice").text  # something is entered


def test_an_incomplete_round_saved_twice_keeps_its_notice() -> None:
    table = start_match("pilotta")
    saved = table.follow(table.save(("bidder", "0"), ("bid", "90")))
    again = table.follow(table.post(table.path, fields(saved.form)))
    assert again.html.find("notice").text == saved.html.find("notice").text
    assert len(table.events) == 2


def test_only_the_last_event_has_a_notice_beside_an_empty_form() -> None:
    table = bisca()
    saved = table.follow(save(table))
    save(table)
    page = table.post(table.path, fields(saved.form)).html
    assert page.find("notice").text == ""
    assert page.texts_of("problem")[-1] == "Nothing entered yet."


def test_an_incomplete_round_is_saved_and_amended_later() -> None:
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    reply = table.save(("trick_points-0", "100"))
    assert [event["kind"] for event in table.events] == ["start", "deal", "amend"]
    assert reply.events[0]["data"]["answers"] == {"bidder": 0, "bid": 90, "trick_points": [100, None]}
    assert table.sheet.rows[0].complete


def test_the_next_round_can_begin_while_one_is_open() -> None:
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    table.post(table.path, with_values(table.form(table.path + "?next=1"), ("bidder", "1"), ("bid", "80")))
    assert [deal.answers["bidder"] for deal in table.log.counted_deals()] == [0, 1]


def test_the_page_names_the_round_of_its_form() -> None:
    """The form of round 2 is open although round 1 is incomplete."""
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    assert turn(table.get(table.path)) == ["Round 1", "Eleni deals", "Deniz plays first"]
    next_page = table.get(table.path + "?next=1")
    assert turn(next_page) == ["Round 2", "Deniz deals", "Andreas plays first"]
    assert "Save round 2" in next_page.form.text
    preview = table.press("", with_values(fields(next_page.form), ("bidder", "1")))
    assert turn(preview) == ["Round 2", "Deniz deals", "Andreas plays first"]


def test_a_match_without_a_further_round_leads_to_the_open_one() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    for _round in range(3):
        table.post(table.path, with_values(table.form(f"{table.path}?next=1"), ("goal", "many")))
    assert turn(table.get(f"{table.path}?next=1"))[0] == "Round 1 of 3"


def turn(reply: Reply) -> list[str]:
    """Return the line about the round: its number, its dealer, who plays first."""
    [line] = [element for element in reply.html.root.all("p") if element.get("class") == "turn"]
    return [part.text for part in line.all("b", "span")]


def test_saving_twice_is_saving_once() -> None:
    table = bisca()
    form = with_values(table.form(), ("points-0", "71"))
    assert table.post(table.path, form).events
    second_reply = table.post(table.path, form)
    assert (second_reply.status, second_reply.events) == (303, [])
    assert len(table.events) == 2


def test_a_repeated_save_redirects_like_the_first() -> None:
    table = bisca()
    form = with_values(table.form(), ("points-0", "71"))
    first = table.post(table.path, form)
    assert (
        table.post(table.path, form).redirect_to == first.redirect_to == f"{table.path}?saved={table.events[-1]['id']}"
    )


def test_the_same_form_gives_the_same_event_on_two_phones() -> None:
    first, second = bisca(), bisca()
    form = with_values(first.form(), ("points-0", "71"))
    second.logs = {second.match: list(first.events)}
    assert first.post(first.path, form).events == second.post(second.path, form).events


def test_a_page_from_the_browser_history_amends_its_round() -> None:
    table = bisca()
    form = with_values(table.form(), ("points-0", "71"))
    table.post(table.path, form)
    reply = table.post(table.path, with_values(form, ("points-0", "90")))
    assert [event["kind"] for event in reply.events] == ["amend"]
    assert points(table) == [[90, None]]
    assert len(deals(table)) == 1
    assert table.post(table.path, with_values(form, ("points-0", "90"))).events == []
    table.post(table.path, with_values(form, ("points-0", "60"), ("points-1", "60")))
    assert points(table) == [[60, 60]]


def test_a_page_from_the_browser_history_restores_an_undone_round() -> None:
    """Someone saves, presses undo, goes back and saves again."""
    table = bisca()
    form = with_values(table.form(), ("points-0", "71"))
    table.undo(table.post(table.path, form))
    assert points(table) == []
    table.post(table.path, form)
    assert points(table) == [[71, None]]


def test_a_draft_is_restored_only_while_its_round_is_not_recorded() -> None:
    """Otherwise a page that ends right after a save would amend round 1 with the numbers of round 2."""
    table = bisca()
    draft = with_values(table.form(), ("points-0", "71"))
    assert table.press("kept", draft).html.find("points-0").get("value") == "71"
    table.post(table.path, draft)
    assert table.press("kept", draft).redirect_to == table.path
    amended = with_values(table.form(table.round(deals(table)[0])), ("points-0", "30"))
    table.post(table.round(deals(table)[0]), amended)
    assert table.press("kept", amended, table.round(deals(table)[0])).redirect_to == table.round(deals(table)[0])


def test_saving_the_same_answers_is_no_event() -> None:
    table = bisca()
    save(table)
    for deal in deals(table):
        reply = table.save(path=table.round(deal))
        assert (reply.status, reply.events) == (303, [])


def test_empty_lists_of_declarations_are_no_amendment() -> None:
    table = start_match("pilotta")
    answers = {
        "bidder": 0,
        "bid": 80,
        "trump": "clubs",
        "trick_points": [82, 80],
        "declarations": [[], []],
        "passed_out": False,
    }
    deal = id_of("declared")
    table.store(
        {
            "id": id_of("of deal"),
            "match": table.match,
            "kind": "deal",
            "data": {"deal": deal, "answers": answers},
            "after": None,
            "at": None,
        }
    )
    assert table.save(path=table.round(deal)).events == []


def test_a_round_is_amended_on_its_own_page() -> None:
    table = bisca()
    save(table)
    save(table, 49)
    reply = save(table, 60, table.round(deals(table)[0]))
    assert [event["kind"] for event in reply.events] == ["amend"]
    assert points(table) == [[60, 60], [49, 71]]
    assert table.follow(reply).html.find("notice").text.startswith("Round 1 corrected.")


def test_the_notice_of_an_amended_struck_round_has_no_number() -> None:
    table = bisca()
    save(table)
    deal = deals(table)[0]
    table.post(table.round(deal), [("strike", "1")])
    notice = table.follow(save(table, 60, table.round(deal))).html.find("notice").text
    assert "Round 0" not in notice


def test_an_inserted_round_comes_before_the_chosen_one() -> None:
    table = bisca()
    save(table)
    save(table, 49)
    first, second = deals(table)
    reply = save(table, 90, f"{table.round(second)}before/")
    assert reply.events[0]["data"]["before"] == second
    assert points(table) == [[71, 49], [90, 30], [49, 71]]
    assert deals(table)[0] == first
    assert table.follow(reply).html.find("notice").text.startswith("Round 2 saved")


def test_an_inserted_round_that_is_saved_twice_is_recorded_once() -> None:
    table = bisca()
    save(table)
    path = f"{table.round(deals(table)[0])}before/"
    form = with_values(table.form(path), ("points-0", "90"))
    assert table.post(path, form).events
    assert table.post(path, form).events == []
    assert len(deals(table)) == 2


def test_an_inserted_round_from_the_browser_history_is_amended() -> None:
    table = bisca()
    save(table)
    path = f"{table.round(deals(table)[0])}before/"
    form = with_values(table.form(path), ("points-0", "90"))
    table.post(path, form)
    assert table.post(path, with_values(form, ("points-0", "60"), ("points-1", "60"))).status == 303
    assert points(table) == [[60, 60], [71, 49]]


def test_a_round_that_someone_else_recorded_meanwhile_is_a_duplicate() -> None:
    """Two people had the page open, and the second had not seen the round of the first."""
    table = bisca()
    first, second = with_values(table.form(), ("points-0", "71")), with_values(table.form(), ("points-0", "90"))
    table.post(table.path, first)
    reply = table.post(table.path, second)
    assert "someone else has entered this round too" in table.follow(reply).html.find("notice").text
    assert (points(table), len(table.log.deals)) == ([[71, None]], 2)


def test_the_same_round_from_two_phones_has_the_usual_notice() -> None:
    """Nobody must decide anything."""
    table = bisca()
    first, second = with_values(table.form(), ("points-0", "71")), with_values(table.form(), ("points-0", "71"))
    table.post(table.path, first)
    notice = table.follow(table.post(table.path, second)).html.find("notice").text
    assert notice.startswith("Round 1 saved: 1 to 0.")
    assert (points(table), len(table.log.deals)) == ([[71, None]], 2)


def test_the_undo_of_a_round_from_two_phones_crosses_it_out() -> None:
    """The sheet displays it once, so none of it may stay."""
    table = bisca()
    for form in [with_values(table.form(), ("points-0", "71")) for _phone in range(2)]:
        reply = table.post(table.path, form)
    undo = fields(table.follow(reply).html.find("notice").all("form")[0])
    page = table.follow(table.post(table.path, [*undo, ("undo", table.events[-1]["id"])]))
    assert points(table) == []
    assert page.html.find("notice").text.startswith("Undone: the answers are below again.")
    assert ("points-0", "71") in fields(page.form)
    table.post(table.path, [("undo", table.events[-1]["id"]), ("redo", "1")])
    assert points(table) == [[71, None]]


def test_a_finished_match_refuses_rounds() -> None:
    table = bisca()
    form = with_values(table.form(), ("points-0", "71"))
    table.post(f"{table.path}more/", [("act", "finish")])
    reply = table.post(table.path, with_values(form, ("after", table.events[-1]["id"])))
    assert (reply.status, reply.events) == (422, [])
    assert ("points-0", "71") in fields(reply.form)
    assert "had already ended before this round" in " ".join(reply.html.texts_of("problem"))


def test_saving_completes_an_open_round_if_no_further_one_is_possible() -> None:
    """Everyone has dealt once, so the match has no further round."""
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    answers = [
        ("bids-0", "20"),
        ("bids-1", "30"),
        ("bids-2", "41"),
        ("goal", "many"),
        ("tricks-0", "3"),
        ("tricks-1", "2"),
    ]
    table.save(*answers[:3])
    for _round in range(2):
        table.post(table.path, with_values(table.form(table.path + "?next=1"), *answers))
    assert [row.complete for row in table.sheet.rows] == [False, True, True]
    reply = table.post(table.path, with_values(table.form(), *answers))
    assert len(deals(table)) == 3
    assert reply.status == 303
    assert table.sheet.finished


# ---- undo


def act(table: Table, kind: str) -> Reply:
    """Do something of this kind with the buttons of the pages."""
    deal = deals(table)[0]
    if kind == "deal":
        return save(table, 49)
    if kind == "amend":
        return save(table, 90, table.round(deal))
    if kind in ("strike", "restore"):
        return table.post(table.round(deal), [(kind, "1")])
    if kind == "options":
        return table.post(f"{table.path}more/", [("act", "options"), ("option-lines", "10")])
    if kind == "seats":
        return table.post(f"{table.path}more/", [("act", "swap"), ("swap", "0"), ("swap", "1")])
    if kind == "people":
        return table.post(f"{table.path}more/", [("act", "chairs"), ("swap", "0"), ("swap", "1")])
    return table.post(f"{table.path}more/", [("act", kind)])


@pytest.mark.parametrize("kind", MATCH_KINDS)
def test_every_event_can_be_undone_and_redone(kind: str) -> None:
    table = bisca()
    save(table)
    save(table, 60)
    for before, needed in (("strike", "restore"), ("finish", "reopen"), ("delete", "undelete")):
        if kind == needed:
            act(table, before)
    state_before = table.state()
    reply = act(table, kind)
    assert [event["kind"] for event in reply.events] == [kind]
    state_after = table.state()
    assert state_after != state_before
    undo_reply = table.undo(reply)
    assert [len(undo_reply.events), table.state()[1:]] == [1, state_before[1:]]
    redo_reply = table.undo(undo_reply)
    assert (len(redo_reply.events), table.state()[1:]) == (1, state_after[1:])
    table.undo(redo_reply)
    assert table.state()[1:] == state_before[1:]


def reopened() -> tuple[Table, Reply]:
    """Finish a match early, then save a round from a form that was open before."""
    table = bisca()
    save(table)
    form = with_values(table.form(), ("points-0", "49"))
    table.post(f"{table.path}more/", [("act", "finish")])
    return table, table.post(table.path, form)


def test_undoing_a_round_that_reopened_a_match_finishes_it_again() -> None:
    table, late = reopened()
    assert not table.sheet.finished
    undo_reply = table.undo(late)
    assert [event["kind"] for event in undo_reply.events] == ["strike", "finish"]
    assert (table.sheet.finished, table.sheet.totals) == (True, [1, 0])
    table.undo(undo_reply)
    assert not table.sheet.finished


@pytest.mark.parametrize("since", ["deal", "reopen"])
def test_undo_leaves_a_match_open_that_someone_else_reopened(since: str) -> None:
    table, late = reopened()
    act(table, since)
    undo_reply = table.post(table.path, [("undo", late.events[0]["id"])])
    assert [event["kind"] for event in undo_reply.events] == ["strike"]
    assert not table.sheet.finished


@pytest.mark.parametrize("what", ["", "x", id_of("gone"), "start"])
def test_undo_of_an_unknown_event_changes_nothing(what: str) -> None:
    table = bisca()
    save(table)
    reply = table.post(table.path, [("undo", table.events[0]["id"] if what == "start" else what)])
    assert (reply.status, reply.events, reply.redirect_to) == (303, [], table.path)


def test_only_the_last_event_has_a_notice() -> None:
    table = bisca()
    reply = save(table)
    save(table, 49)
    assert "saved" not in table.follow(reply).html.find("notice").text


# ---- duplicates and conflicts


def recorded_twice(*both: int) -> Table:
    """Record a round twice, by people who have not seen each other's event."""
    table = bisca()
    forms: list[Pairs] = [
        with_values(table.form(), ("points-0", str(score)), ("points-1", str(120 - score))) for score in both
    ]
    for form in forms:
        table.post(table.path, form)
    return table


def settle(table: Table, button: str) -> Reply:
    """Press one of the buttons of the sheet."""
    path = f"{table.path}sheet/"
    for form in table.get(path).html.forms():
        for element in form.all("button"):
            if button in element.text:
                return table.post(path, [*fields(form), (element.get("name"), element.get("value"))])
    raise AssertionError(button)


@pytest.mark.parametrize(
    ("button", "then"),
    [
        ("The first is right", [[71, 49]]),
        ("The second is right", [[90, 30]]),
        ("Keep both rounds", [[71, 49], [90, 30]]),
    ],
)
def test_a_duplicate_is_settled(button: str, then: list[list[int]]) -> None:
    table = recorded_twice(71, 90)
    assert points(table) == [[71, 49]]
    assert "entered twice?" in table.get(f"{table.path}sheet/").text
    reply = settle(table, button)
    assert [event["kind"] for event in reply.events] == ["settle"]
    assert points(table) == then
    assert "entered twice?" not in table.get(f"{table.path}sheet/").text


@pytest.mark.parametrize(("first", "then"), [("The first is right", [[90, 30]]), ("The second is right", [[71, 49]])])
def test_of_two_opposite_decisions_the_later_one_holds(first: str, then: list[list[int]]) -> None:
    """Neither phone has seen the decision of the other. One of the two rounds counts."""
    table = recorded_twice(71, 90)
    offline = Table(table.events, table.match)
    count = len(table.events)
    settle(table, first)
    settle(offline, "The second is right" if first == "The first is right" else "The first is right")
    table.events.extend(offline.events[count:])
    assert points(table) == then


def further_round() -> Table:
    """Two phones enter the first round, and the one that sends later enters another."""
    table = bisca()
    offline = Table(table.events, table.match)
    save(table, 71)
    save(offline, 71)
    save(offline, 40)
    table.events.extend(offline.events[1:])
    return table


@pytest.mark.parametrize(
    ("button", "then", "line"),
    [
        ("Count this round", [[71, 49], [40, 80]], "Round 2 counts: 0 · 1"),
        ("Cross out this round", [[71, 49]], "Round 2 crossed out: 0 · 1"),
    ],
)
def test_a_round_beyond_those_of_the_other_phone_is_counted_or_crossed_out(
    button: str, then: list[list[int]], line: str
) -> None:
    """It must not be compared with another round of the match, which would be lost."""
    table = further_round()
    assert points(table) == [[71, 49]]
    page = table.get(f"{table.path}sheet/")
    assert "Should this round count?" in page.text
    assert "entered twice?" not in page.text
    assert "Card points: 40 · 80" in page.text
    settle(table, button)
    assert points(table) == then
    assert "Should this round" not in table.get(f"{table.path}sheet/").text
    assert line in table.get(f"{table.path}more/").text


def test_an_equal_further_round_of_two_phones_is_asked_about_once() -> None:
    """If two people decide at the same time, they decide about the same round."""
    table = bisca()
    phones = [Table(table.events, table.match) for _phone in range(2)]
    save(table, 71)
    for phone in phones:
        save(phone, 71)
        save(phone, 40)
    for phone in phones:
        table.events.extend(phone.events[1:])
    assert table.get(f"{table.path}sheet/").text.count("Should this round count?") == 1
    other = Table(table.events, table.match)
    count = len(table.events)
    settle(table, "Count this round")
    settle(other, "Count this round")
    table.events.extend(other.events[count:])
    assert points(table) == [[71, 49], [40, 80]]
    assert "Should this round" not in table.get(f"{table.path}sheet/").text


def test_three_versions_of_a_round_are_asked_about_one_after_the_other() -> None:
    """If two people decided about two of them at the same time, the round could count twice."""
    table = bisca()
    phones = [Table(table.events, table.match) for _phone in range(2)]
    save(table, 71)
    for phone, score in zip(phones, (90, 25), strict=True):
        save(phone, score)
    for phone in phones:
        table.events.extend(phone.events[1:])
    page = table.get(f"{table.path}sheet/")
    assert page.text.count("entered twice?") == 1
    assert "Another entry of this round follows." in page.text
    settle(table, "The second is right")
    page = table.get(f"{table.path}sheet/").html.forms()[0]
    assert "Another entry" not in page.text
    assert "90 · 30" in page.text
    assert "25 · 95" in page.text
    settle(table, "The second is right")
    assert points(table) == [[25, 95]]
    assert "entered twice?" not in table.get(f"{table.path}sheet/").text


def test_a_question_names_sides_and_choices() -> None:
    table = start_match("pilotta", ("Eleni", "Deniz", "Rosa", "Iris"))
    offline = Table(table.events, table.match)
    for phone, bidder, trump in ((table, "0", "hearts"), (offline, "1", "clubs")):
        phone.save(("bidder", bidder), ("bid", "90"), ("trump", trump), ("trick_points-0", "100"))
    table.events.extend(offline.events[1:])
    first, second, _both = table.get(f"{table.path}sheet/").html.forms()[0].all("button")
    assert "Bidding side: Eleni & Rosa, Trumps: Hearts" in first.text
    assert "Bidding side: Deniz & Iris, Trumps: Clubs" in second.text


def test_the_notice_says_that_others_have_entered_rounds_meanwhile() -> None:
    table = bisca()
    offline = Table(table.events, table.match)
    save(table, 71)
    save(offline, 71)
    form = with_values(offline.form(), ("points-0", "40"), ("points-1", "80"))
    table.events.extend(offline.events[1:])
    reply = table.post(table.path, form)
    assert (
        "Saved, but it does not count yet: another phone has sent rounds meanwhile. See the sheet."
        in table.follow(reply).text
    )


def test_each_way_to_settle_a_duplicate_shows_its_numbers() -> None:
    table = recorded_twice(71, 90)
    buttons = table.get(f"{table.path}sheet/").html.forms()[0].all("button")
    assert [element.all("b")[0].text for element in buttons] == ["1 · 0", "1 · 0", "2 · 0"]
    assert "Card points: 71 · 49" in buttons[0].text
    assert "Card points: 90 · 30" in buttons[1].text


def test_a_number_that_follows_is_shown_with_the_entered_ones() -> None:
    """Both entries leave out the second number."""
    table = bisca()
    forms = [with_values(table.form(), ("points-0", score)) for score in ("71", "90")]
    for form in forms:
        table.post(table.path, form)
    buttons = table.get(f"{table.path}sheet/").html.forms()[0].all("button")
    assert "Card points: 71 · 49" in buttons[0].text
    assert "Card points: 90 · 30" in buttons[1].text


def test_each_of_two_corrections_shows_its_numbers() -> None:
    table = table_with_conflict(30, None)
    buttons = table.get(f"{table.path}sheet/").html.forms()[0].all("button")
    assert [("0 · 1" in element.text, "30 · 90" in element.text) for element in buttons] == [
        (True, True),
        (False, False),
    ]


def test_a_question_about_a_struck_round_says_so() -> None:
    """Crossed-out rounds have numbers of their own."""
    table = recorded_twice(71, 90)
    act(table, "strike")
    assert "Crossed-out round 1, entered twice?" in table.get(f"{table.path}sheet/").text
    for revisions in ((60, None), (60, 90)):
        is_struck = None in revisions
        page = table_with_conflict(*revisions).get(f"{table.path}sheet/").text
        assert ("Crossed-out round 1: two different corrections" in page) is is_struck
        assert ("Round 1: two different corrections" in page) is not is_struck


def test_two_equal_records_of_a_round_need_no_decision() -> None:
    table = recorded_twice(71, 71)
    assert "entered twice?" not in table.get(f"{table.path}sheet/").text


def table_with_conflict(*revisions: int | None) -> Table:
    """Amend a round in several ways, by people who have not seen each other's event. None crosses it out."""
    table = bisca()
    save(table)
    deal, ends = deals(table)[0], [table.events[-1]["id"]]
    for number, score in enumerate(revisions):
        data = {"deal": deal} | ({} if score is None else {"answers": {"points": [score, 120 - score]}})
        kind = "strike" if score is None else "amend"
        id = id_of(f"{table.events[0]['id'][-6:]} {number}")
        table.store({"id": id, "match": table.match, "kind": kind, "data": data, "after": ends, "at": None})
    return table


@pytest.mark.parametrize(
    "revisions", [(60, 90), (60, None), (None, 90), (60, 90, None), (60, None, 90), (None, 60, 90), (60, 80, 90)]
)
def test_the_chosen_revision_settles_a_conflict(revisions: tuple[int | None, ...]) -> None:
    for place, revision in enumerate(revisions):
        table = table_with_conflict(*revisions)
        path = f"{table.path}sheet/"
        [form] = [form for form in table.get(path).html.forms() if ("deal", deals(table)[0]) in fields(form)]
        buttons = [button for button in form.all("button") if button.get("name") == "version"]
        assert len(buttons) == len(revisions)
        table.post(path, [*fields(form), ("version", buttons[place].get("value"))])
        assert points(table) == ([] if revision is None else [[revision, 120 - revision]]), (revisions, revision)
        assert not conflicting_answers(table.log, table.log.deals[0])


@pytest.mark.parametrize(
    "form",
    [
        [],
        [("keep", "")],
        [("keep", "x"), ("strike", "y z")],
        [("keep", id_of("gone"))],
        [("version", "0")],
        [("version", "0"), ("deal", id_of("gone"))],
        [("version", "9"), ("deal", "x")],
    ],
)
def test_a_form_that_settles_nothing_is_no_event(form: Pairs) -> None:
    table = recorded_twice(71, 90)
    reply = table.post(f"{table.path}sheet/", form)
    assert (reply.status, reply.events) == (303, [])


# ---- purged matches


@pytest.mark.parametrize("kind", [None, *MATCH_KINDS])
def test_a_purged_match_has_no_page(kind: str | None) -> None:
    """A month after its deletion a match has only ids, kinds and numbers."""
    table = bisca()
    save(table)
    for before, needed in (("strike", "restore"), ("finish", "reopen"), ("delete", "undelete")):
        if kind == needed:
            act(table, before)
    if kind is not None:
        act(table, kind)
    empty = [{**event, "data": {}} for event in table.events]
    assert fold_events(empty).is_emptied
    # The ids must differ, because the host would go on from its cached log.
    table.logs = {table.match: [{**event, "id": table.new_ids()[0]} for event in empty]}
    assert table.get(table.path).status == 404


def link_to(reply: Reply, path: str) -> list[str]:
    """Return the texts of the links to this address."""
    return [link.text for link in reply.html.root.all("a") if link.get("href") == path]


def test_the_notice_of_an_incomplete_round_leads_to_the_next() -> None:
    table = start_match("pilotta")
    page = table.follow(table.save(("bidder", "0"), ("bid", "80")))
    assert page.html.find("notice").text.startswith("Round 1 saved as incomplete. Add the rest later.")
    assert link_to(page, f"{table.path}?next=1") == ["Next round"]
    reopened = table.get(table.path)
    assert reopened.html.find("incomplete").text == "Round 1 is incomplete. Next round"
    assert link_to(reopened, f"{table.path}?next=1") == ["Next round"]
    table.save(("passed_out", "true"), path=f"{table.path}?next=1")
    assert [deal.answers for deal in table.log.counted_deals()] == [{"bidder": 0, "bid": 80}, {"passed_out": True}]


def test_the_last_round_of_a_match_leads_to_no_next_one() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    for number in range(3):
        page = table.follow(table.save(("goal", "many"), path=f"{table.path}?next=1"))
        assert link_to(page, f"{table.path}?next=1") == (["Next round"] if number < 2 else [])


def test_the_table_leads_to_each_incomplete_round() -> None:
    table = start_match("pilotta")
    for _round in range(2):
        table.save(("bidder", "0"), ("bid", "80"), path=f"{table.path}?next=1")
    page = table.follow(table.save(("passed_out", "true"), path=f"{table.path}?next=1"))
    assert page.html.find("incomplete").text == (
        "Round 1 is incomplete. Add the rest Round 2 is incomplete. Add the rest"
    )
    assert [row.text for row in page.html.root.all("th") if row.get("scope") == "row"] == ["3", "2 open", "1 open"]
    first, second, _third = deals(table)
    assert [link_to(page, table.round(deal))[0] for deal in (first, second)] == ["Add the rest"] * 2
    table.save(("trick_points-0", "100"), path=table.round(first))
    assert table.get(table.path).html.find("incomplete").text == "Round 2 is incomplete. Add the rest"
    table.role = "reader"
    assert table.get(table.path).html.find("incomplete").text == ""


def test_a_match_won_without_an_incomplete_round_says_so() -> None:
    table = start_match("points", PLAYERS, options={"target": 10})
    table.save(("points-0", "4"))
    page = table.follow(table.save(("points-0", "12"), ("points-1", "5"), path=f"{table.path}?next=1"))
    assert table.sheet.finished
    assert page.html.find("incomplete").text == "Round 1 is incomplete. Add the rest"


def test_a_completed_round_is_not_marked_as_corrected() -> None:
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    table.save(("bid", "80"))
    [deal] = deals(table)
    assert is_marked(table) == [False]
    table.save(("trick_points-0", "100"), path=table.round(deal))
    assert is_marked(table) == [False]
    table.save(("trick_points-0", "110"), path=table.round(deal))
    assert is_marked(table) == [True]


def is_marked(table: Table) -> list[bool]:
    """Return for each round whether the sheet marks it as corrected."""
    labels = [link.get("aria-label") for link in table.get(table.path).html.root.all("a")]
    return [label.endswith(", corrected") for label in labels if ": details and corrections" in label]


def test_a_full_match_refuses_a_round_before_it_says_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bisca()
    save(table)
    monkeypatch.setattr(limits, "MOST_EVENTS", len(table.events))
    reply = table.save(("points-0", "80"), ("points-1", "40"))
    assert (reply.status, reply.events) == (422, [])
    assert "This match has 2 entries. No more are possible." in reply.html.texts_of("problem")
    assert reply.html.find("points-0").get("value") == "80"


def test_a_full_match_refuses_a_button_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bisca()
    save(table)
    monkeypatch.setattr(limits, "MOST_EVENTS", len(table.events))
    reply = table.post(f"{table.path}{deals(table)[0]}/", [("strike", "1")])
    assert reply.events == []
    notice = table.follow(reply).html.find("notice")
    assert notice.text.startswith("This match has 2 entries. No more are possible.")
    assert points(table) == [[71, 49]]


def test_a_button_that_the_match_refuses_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bisca()
    save(table)

    def refuse(*_arguments: Any) -> None:
        raise Refused("long_data", "")

    monkeypatch.setattr(saving, "validate_for_log", refuse)
    reply = table.post(f"{table.path}{deals(table)[0]}/", [("strike", "1")])
    assert reply.events == []
    assert (
        table.follow(reply).html.find("notice").text.startswith("Nothing was saved: the match no longer accepts this.")
    )


def test_a_match_whose_entries_name_very_many_others_can_go_on_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone has used up the names, and left two heads."""
    events = log_of("unknown to each other", 2)
    monkeypatch.setattr(limits, "MOST_NAMED", 0)
    monkeypatch.setattr(limits, "NAMED_RESERVE", 0)
    table = Table(events)
    heads = table.log.causality.heads()
    assert len(heads) == 2
    reply = table.save(("points-0", "3"), ("points-1", "4"))
    assert [event["after"] for event in reply.events] == [heads]
    for act in ("finish", "delete"):
        reply = Table(events).post(f"{table.path}more/", [("act", act)])
        assert [(event["kind"], event["after"]) for event in reply.events] == [(act, heads)]


def test_a_round_after_very_many_heads_stands_for_the_whole_log() -> None:
    """Someone has recorded many rounds apart. A form that named them all would be too long."""
    events = log_of("unknown to each other", limits.MOST_IDS + 1)
    table = Table(events)
    assert len(table.log.causality.heads()) > limits.MOST_IDS
    reply = table.save(("points-0", "3"), ("points-1", "4"))
    assert [event["after"] for event in reply.events] == [None]
    assert table.log.counted_deals()[-1].answers == {"points": [3, 4]}


def test_the_sheet_says_how_many_entries_it_does_not_list() -> None:
    page = Table(log_of("unknown to each other", 101)).get(f"/table/{MATCH}/sheet/")
    assert "40 more entries are listed once some of these are resolved." in page.html.texts_of("notice")
    page = Table(log_of("amended, unknown to each other", 61)).get(f"/table/{MATCH}/sheet/")
    assert "One more entry is listed once some of these are resolved." in page.html.texts_of("notice")


def test_the_history_of_a_round_lists_the_newest_events() -> None:
    table = Table(log_of("amended in turn", 150))
    page = table.get(f"{table.path}{deals(table)[0]}/")
    assert "51 earlier entries are not shown." in page.html.texts_of("soft")


def test_undoing_a_round_saved_for_now_brings_its_answers_back() -> None:
    table = start_match("pilotta")
    page = table.follow(table.undo(table.save(("bidder", "0"), ("bid", "90"))))
    assert {("bidder", "0"), ("bid", "90")} <= set(fields(page.form))
    assert table.sheet.rows == []
    again = table.post(table.path, with_values(fields(page.form), ("trick_points-0", "100")))
    assert again.events[0]["data"]["answers"] == {"bidder": 0, "bid": 90, "trick_points": [100, None]}
    assert again.events[0]["data"]["deal"] != table.log.deals[0].id
    assert table.sheet.rows[0].complete


def test_undoing_a_complete_round_brings_its_answers_back() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    page = table.follow(table.undo(table.save(("points-0", "71"))))
    assert ("points-0", "71") in fields(page.form)
    assert "Undone: the answers are below again." in page.text
    again = table.post(table.path, fields(page.form))
    assert again.events[0]["data"]["answers"] == {"points": [71, None]}
    assert len(table.sheet.rows) == 1


def test_an_undone_correction_is_named_and_its_key_repeats_it() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    table.save(("points-0", "71"))
    corrected = table.save(("points-0", "25"), path=table.round(deals(table)[0]))
    assert table.follow(corrected).html.find("notice").text == "Round 1 corrected. Undo"
    undone = table.undo(corrected)
    for _reload in range(2):
        assert table.follow(undone).html.find("notice").text == "Correction of round 1 undone. Redo"
    assert table.sheet.totals == [1, 0]
    again = table.undo(undone)
    assert table.follow(again).html.find("notice").text == "Round 1 corrected. Undo"
    assert table.sheet.totals == [0, 1]


def test_a_key_repeats_a_save_that_was_undone() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    undone = table.undo(table.save(("points-0", "71")))
    assert table.follow(undone).html.find("notice").text == "Undone: the answers are below again. Redo"
    table.undo(undone)
    assert table.sheet.totals == [1, 0]


def test_answers_of_an_undone_round_do_not_come_back_after_a_later_save() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    undone = table.undo(table.save(("points-0", "71")))
    table.save(("points-0", "49"))
    assert table.follow(undone).html.find("points-0").get("value") == ""


def test_completing_a_round_saved_for_now_says_that_it_is_saved_and_who_deals() -> None:
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    reply = table.save(("trick_points-0", "100"))
    assert [event["kind"] for event in reply.events] == ["amend"]
    assert table.follow(reply).html.find("notice").text.startswith("Deniz deals now. Round 1 saved: 19 to 6.")
    undone = table.follow(table.undo(reply)).html
    assert undone.find("notice").text.startswith("Undone: the answers are below again.")
    assert undone.find("trick_points-0").get("value") == "100"


def test_a_part_opened_by_a_refusal_stays_open_while_its_numbers_are_corrected() -> None:
    table = start_match("pisa_ksr", ("Eleni", "Deniz", "Rui", "Zoe"))
    bids = [(f"bids-{number}", str(number + 1)) for number in range(4)]
    refused = table.post(table.path, [*bids, ("goal", "many"), *[(f"tricks-{n}", "3") for n in range(3)]])
    typed = [*[pair for pair in fields(refused.form) if pair[0] != "bids-3"], ("bids-3", "1")]
    assert table.post(table.path, [*typed, ("press", "")]).html.find("bids-3").get("value") == "1"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ([("foxes-0", "1")], {"foxes": [1, 0]}),
        ([("foxes-0", "1"), ("foxes-1", "1")], {"foxes": [1, 1]}),
        ([("doppelkopfs-1", "1")], {"doppelkopfs": [0, 1]}),
        ([], {}),
    ],
)
def test_number_of_one_party_is_enough(typed: list[tuple[str, str]], stored: dict[str, list[int]]) -> None:
    table = start_match("doppelkopf")
    event = table.save(("re-0", "0"), ("re-2", "2"), ("re_points", "130"), *typed).events[0]
    assert event["data"]["answers"] == {"re": [0, 2], "re_points": 130} | stored


def test_round_stored_with_one_number_is_completed_by_a_save() -> None:
    """Other programs may have stored the declarations of one side only."""
    table = start_match("coinche", options={"declarations": True})
    played = {"taker": 0, "contract": 100, "trump": "hearts", "trick_points": [112, None], "declared": [50, None]}
    deal = id_of("declared")
    event = {"id": id_of("of deal"), "match": table.match, "kind": "deal", "after": None, "at": None}
    table.store(event | {"data": {"deal": deal, "answers": played}})
    assert not table.sheet.rows[0].complete
    table.post(table.round(deal), fields(table.get(table.round(deal)).form))
    assert table.log.by_id[deal].answers["declared"] == [50, 0]
    assert table.sheet.rows[0].complete

"""A round is written down once, whatever people press, and everything can be taken back."""

import pytest

from games.match import conflicts
from games.match.log import fold_events
from tests.match.logs import id_of
from tests.pages.browser import Pairs, Reply, Table, fields, put, started

PLAYERS = ("Eleni", "Deniz")
MATCH_KINDS = ("deal", "amend", "strike", "restore", "options", "seats", "finish", "reopen", "delete", "undelete")


def bisca() -> Table:
    return started("bisca_tres", PLAYERS)


def save(table: Table, points: int = 71, path: str | None = None) -> Reply:
    reply = table.save(("points-0", str(points)), ("points-1", str(120 - points)), path=path)
    assert reply.status == 303
    return reply


def deals(table: Table) -> list[str]:
    return [deal.id for deal in table.log.deals]


def points(table: Table) -> list[list[int]]:
    return [deal.answers["points"] for deal in table.log.counted_deals()]


def test_a_round_is_one_event_and_leads_back_to_the_table() -> None:
    table = bisca()
    reply = save(table)
    [event] = reply.events
    assert event["kind"] == "deal"
    assert event["data"]["answers"] == {"points": [71, 49]}
    assert event["after"] == [table.events[0]["id"]]
    assert reply.go == f"{table.here}?saved={event['id']}"
    assert table.follow(reply).html.find("notice").text.startswith("Round 1 saved: 1 to 0.")
    assert (table.sheet.totals, len(deals(table))) == ([1, 0], 1)


def test_what_is_open_is_noted_and_amended_as_it_comes_in() -> None:
    table = started("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    reply = table.save(("trick_points-0", "100"))
    assert [event["kind"] for event in table.events] == ["start", "deal", "amend"]
    assert reply.events[0]["data"]["answers"] == {"bidder": 0, "bid": 90, "trick_points": [100, None]}
    assert table.sheet.rows[0].complete


def test_while_a_round_is_open_the_next_one_can_be_begun() -> None:
    table = started("pilotta")
    table.save(("bidder", "0"), ("bid", "90"))
    table.post(table.here, put(table.form(table.here + "?next=1"), ("bidder", "1"), ("bid", "80")))
    assert [deal.answers["bidder"] for deal in table.log.counted_deals()] == [0, 1]


def test_saving_twice_is_saving_once() -> None:
    table = bisca()
    form = put(table.form(), ("points-0", "71"))
    assert table.post(table.here, form).events
    again = table.post(table.here, form)
    assert (again.status, again.events) == (303, [])
    assert len(table.events) == 2


def test_a_save_whose_answer_was_lost_is_told_the_second_time() -> None:
    table = bisca()
    form = put(table.form(), ("points-0", "71"))
    first = table.post(table.here, form)
    assert table.post(table.here, form).go == first.go == f"{table.here}?saved={table.events[-1]['id']}"


def test_saving_at_the_same_time_makes_the_same_event() -> None:
    one, other = bisca(), bisca()
    form = put(one.form(), ("points-0", "71"))
    other.logs = {other.match: list(one.events)}
    assert one.post(one.here, form).events == other.post(other.here, form).events


def test_a_page_from_the_browsers_memory_puts_the_round_right() -> None:
    table = bisca()
    form = put(table.form(), ("points-0", "71"))
    table.post(table.here, form)
    reply = table.post(table.here, put(form, ("points-0", "90")))
    assert [event["kind"] for event in reply.events] == ["amend"]
    assert points(table) == [[90, None]]
    assert len(deals(table)) == 1
    assert table.post(table.here, put(form, ("points-0", "90"))).events == []
    table.post(table.here, put(form, ("points-0", "60"), ("points-1", "60")))
    assert points(table) == [[60, 60]]


def test_a_page_from_the_browsers_memory_brings_back_a_round_that_was_taken_back() -> None:
    """Saved, undone, back, saved again: whoever presses Save means it."""
    table = bisca()
    form = put(table.form(), ("points-0", "71"))
    table.undo(table.post(table.here, form))
    assert points(table) == []
    table.post(table.here, form)
    assert points(table) == [[71, None]]


def test_a_kept_round_comes_back_only_while_it_is_not_recorded() -> None:
    """Who is killed right after a save never hears of it, and would put round 1 right with the numbers of round 2."""
    table = bisca()
    kept = put(table.form(), ("points-0", "71"))
    assert table.press("kept", kept).html.find("points-0").get("value") == "71"
    table.post(table.here, kept)
    assert table.press("kept", kept).go == table.here
    amended = put(table.form(table.round(deals(table)[0])), ("points-0", "30"))
    table.post(table.round(deals(table)[0]), amended)
    assert table.press("kept", amended, table.round(deals(table)[0])).go == table.round(deals(table)[0])


def test_the_same_again_is_no_event() -> None:
    table = bisca()
    save(table)
    for deal in deals(table):
        reply = table.save(path=table.round(deal))
        assert (reply.status, reply.events) == (303, [])


def test_nothing_declared_stays_nothing_declared() -> None:
    table = started("pilotta")
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


def test_a_round_is_put_right_on_its_own_page() -> None:
    table = bisca()
    save(table)
    save(table, 49)
    reply = save(table, 60, table.round(deals(table)[0]))
    assert [event["kind"] for event in reply.events] == ["amend"]
    assert points(table) == [[60, 60], [49, 71]]
    assert table.follow(reply).html.find("notice").text.startswith("Round 1 is put right.")


def test_a_struck_round_can_be_put_right_and_its_notice_names_no_round() -> None:
    table = bisca()
    save(table)
    deal = deals(table)[0]
    table.post(table.round(deal), [("strike", "1")])
    said = table.follow(save(table, 60, table.round(deal))).html.find("notice").text
    assert "Round 0" not in said


def test_a_forgotten_round_comes_before_the_one_that_it_was_forgotten_before() -> None:
    table = bisca()
    save(table)
    save(table, 49)
    first, second = deals(table)
    reply = save(table, 90, f"{table.round(second)}before/")
    assert reply.events[0]["data"]["before"] == second
    assert points(table) == [[71, 49], [90, 30], [49, 71]]
    assert deals(table)[0] == first
    assert table.follow(reply).html.find("notice").text.startswith("Round 2 saved")


def test_a_forgotten_round_saved_twice_is_there_once() -> None:
    table = bisca()
    save(table)
    path = f"{table.round(deals(table)[0])}before/"
    form = put(table.form(path), ("points-0", "90"))
    assert table.post(path, form).events
    assert table.post(path, form).events == []
    assert len(deals(table)) == 2


def test_a_forgotten_round_from_the_browsers_memory_is_put_right() -> None:
    table = bisca()
    save(table)
    path = f"{table.round(deals(table)[0])}before/"
    form = put(table.form(path), ("points-0", "90"))
    table.post(path, form)
    assert table.post(path, put(form, ("points-0", "60"), ("points-1", "60"))).status == 303
    assert points(table) == [[60, 60], [71, 49]]


def test_what_somebody_else_wrote_meanwhile_stands_beside_it() -> None:
    """Two have had the page open; the second did not know of the first."""
    table = bisca()
    one, other = put(table.form(), ("points-0", "71")), put(table.form(), ("points-0", "90"))
    table.post(table.here, one)
    reply = table.post(table.here, other)
    assert "somebody else has written this round too" in table.follow(reply).html.find("notice").text
    assert (points(table), len(table.log.deals)) == ([[71, None]], 2)


def test_a_match_that_is_over_takes_no_round() -> None:
    table = bisca()
    form = put(table.form(), ("points-0", "71"))
    table.post(f"{table.here}more/", [("act", "finish")])
    reply = table.post(table.here, put(form, ("after", table.events[-1]["id"])))
    assert (reply.status, reply.events) == (422, [])
    assert ("points-0", "71") in fields(reply.form)
    assert "over before this round" in " ".join(reply.html.told("problem"))


def test_a_match_with_an_open_round_in_its_middle_is_led_back_to_it() -> None:
    """Everybody has dealt once, and there is no further round to write."""
    table = started("pisa", ("Eleni", "Deniz", "Andreas"))
    whole = [
        ("bids-0", "20"),
        ("bids-1", "30"),
        ("bids-2", "41"),
        ("goal", "many"),
        ("tricks-0", "3"),
        ("tricks-1", "2"),
    ]
    table.save(*whole[:3])
    for _round in range(2):
        table.post(table.here, put(table.form(table.here + "?next=1"), *whole))
    assert [row.complete for row in table.sheet.rows] == [False, True, True]
    reply = table.post(table.here, put(table.form(), *whole))
    assert len(deals(table)) == 3
    assert reply.status == 303
    assert table.sheet.finished


# ---- taking back


def acts(table: Table, kind: str) -> Reply:
    """Something of each kind, by the buttons that there are."""
    deal = deals(table)[0]
    if kind == "deal":
        return save(table, 49)
    if kind == "amend":
        return save(table, 90, table.round(deal))
    if kind in ("strike", "restore"):
        return table.post(table.round(deal), [(kind, "1")])
    if kind == "options":
        return table.post(f"{table.here}more/", [("act", "options"), ("option-lines", "10")])
    if kind == "seats":
        return table.post(
            f"{table.here}more/", [("act", "seats"), ("seat-0", "1"), ("seat-1", "0"), ("first_dealer", "1")]
        )
    return table.post(f"{table.here}more/", [("act", kind)])


@pytest.mark.parametrize("kind", MATCH_KINDS)
def test_what_was_done_can_be_taken_back_and_that_too(kind: str) -> None:
    table = bisca()
    save(table)
    save(table, 60)
    for before, needed in (("strike", "restore"), ("finish", "reopen"), ("delete", "undelete")):
        if kind == needed:
            acts(table, before)
    stood = table.state()
    done = acts(table, kind)
    assert [event["kind"] for event in done.events] == [kind]
    became = table.state()
    assert became != stood
    undone = table.undo(done)
    assert [len(undone.events), table.state()[1:]] == [1, stood[1:]]
    redone = table.undo(undone)
    assert (len(redone.events), table.state()[1:]) == (1, became[1:])
    table.undo(redone)
    assert table.state()[1:] == stood[1:]


def reopened() -> tuple[Table, Reply]:
    """A match that was finished early, and a round that somebody was just writing."""
    table = bisca()
    save(table)
    form = put(table.form(), ("points-0", "49"))
    table.post(f"{table.here}more/", [("act", "finish")])
    return table, table.post(table.here, form)


def test_a_round_that_opened_a_finished_match_again_is_taken_back_with_that() -> None:
    table, late = reopened()
    assert not table.sheet.finished
    undone = table.undo(late)
    assert [event["kind"] for event in undone.events] == ["strike", "finish"]
    assert (table.sheet.finished, table.sheet.totals) == (True, [1, 0])
    table.undo(undone)
    assert not table.sheet.finished


@pytest.mark.parametrize("since", ["deal", "reopen"])
def test_what_was_opened_by_somebody_else_too_stays_open(since: str) -> None:
    table, late = reopened()
    acts(table, since)
    undone = table.post(table.here, [("undo", late.events[0]["id"])])
    assert [event["kind"] for event in undone.events] == ["strike"]
    assert not table.sheet.finished


@pytest.mark.parametrize("what", ["", "x", id_of("gone"), "start"])
def test_what_is_not_there_is_not_taken_back(what: str) -> None:
    table = bisca()
    save(table)
    reply = table.post(table.here, [("undo", table.events[0]["id"] if what == "start" else what)])
    assert (reply.status, reply.events, reply.go) == (303, [], table.here)


def test_only_the_last_thing_has_a_notice() -> None:
    table = bisca()
    reply = save(table)
    save(table, 49)
    assert "saved" not in table.follow(reply).html.find("notice").text


# ---- settling


def twice(*both: int) -> Table:
    """A round that two have written, who did not know of each other."""
    table = bisca()
    forms: list[Pairs] = [put(table.form(), ("points-0", str(one)), ("points-1", str(120 - one))) for one in both]
    for form in forms:
        table.post(table.here, form)
    return table


def settle(table: Table, button: str) -> Reply:
    """By one of the buttons of the sheet."""
    path = f"{table.here}sheet/"
    for form in table.get(path).html.forms():
        for one in form.all("button"):
            if button in one.text:
                return table.post(path, [*fields(form), (one.get("name"), one.get("value"))])
    raise AssertionError(button)


@pytest.mark.parametrize(
    ("button", "then"),
    [
        ("the first is right", [[71, 49]]),
        ("the second is right", [[90, 30]]),
        ("Both were played", [[71, 49], [90, 30]]),
    ],
)
def test_a_round_that_was_recorded_twice_is_settled(button: str, then: list[list[int]]) -> None:
    table = twice(71, 90)
    assert points(table) == [[71, 49]]
    assert "recorded twice?" in table.get(f"{table.here}sheet/").text
    reply = settle(table, button)
    assert [event["kind"] for event in reply.events] == ["settle"]
    assert points(table) == then
    assert "recorded twice?" not in table.get(f"{table.here}sheet/").text


def test_a_question_about_a_struck_round_calls_it_so() -> None:
    """It has no number."""
    table = twice(71, 90)
    acts(table, "strike")
    assert "A struck round, recorded twice?" in table.get(f"{table.here}sheet/").text
    for ways in ((60, None), (60, 90)):
        is_struck = None in ways
        page = differing(*ways).get(f"{table.here}sheet/").text
        assert ("A struck round, put right in two ways" in page) is is_struck
        assert ("Round 1, put right in two ways" in page) is not is_struck


def test_the_same_written_twice_is_no_question() -> None:
    table = twice(71, 71)
    assert "recorded twice?" not in table.get(f"{table.here}sheet/").text


def differing(*ways: int | None) -> Table:
    """A round put right in several ways by people who did not know of each other; None struck it."""
    table = bisca()
    save(table)
    deal, ends = deals(table)[0], [table.events[-1]["id"]]
    for number, one in enumerate(ways):
        data = {"deal": deal} | ({} if one is None else {"answers": {"points": [one, 120 - one]}})
        kind = "strike" if one is None else "amend"
        id = id_of(f"{table.events[0]['id'][-6:]} {number}")
        table.store({"id": id, "match": table.match, "kind": kind, "data": data, "after": ends, "at": None})
    return table


@pytest.mark.parametrize(
    "ways", [(60, 90), (60, None), (None, 90), (60, 90, None), (60, None, 90), (None, 60, 90), (60, 80, 90)]
)
def test_a_round_put_right_in_several_ways_becomes_the_one_that_is_chosen(ways: tuple[int | None, ...]) -> None:
    for place, way in enumerate(ways):
        table = differing(*ways)
        path = f"{table.here}sheet/"
        [form] = [form for form in table.get(path).html.forms() if ("deal", deals(table)[0]) in fields(form)]
        versions = [one for one in form.all("button") if one.get("name") == "version"]
        assert len(versions) == len(ways)
        table.post(path, [*fields(form), ("version", versions[place].get("value"))])
        assert points(table) == ([] if way is None else [[way, 120 - way]]), (ways, way)
        assert not conflicts.conflicting_answers(table.log, table.log.deals[0])


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
def test_what_settles_nothing_is_no_event(form: Pairs) -> None:
    table = twice(71, 90)
    reply = table.post(f"{table.here}sheet/", form)
    assert (reply.status, reply.events) == (303, [])


# ---- matches that are gone


@pytest.mark.parametrize("kind", [None, *MATCH_KINDS])
def test_a_match_that_was_emptied_is_gone_and_nothing_else_is_wrong(kind: str | None) -> None:
    """A month after it was deleted: only ids, kinds and numbers are left."""
    table = bisca()
    save(table)
    for before, needed in (("strike", "restore"), ("finish", "reopen"), ("delete", "undelete")):
        if kind == needed:
            acts(table, before)
    if kind is not None:
        acts(table, kind)
    empty = [{**event, "data": {}} for event in table.events]
    assert fold_events(empty).is_emptied
    # With other ids: the host is not to go on from the log that it has at hand.
    table.logs = {table.match: [{**event, "id": table.fresh()[0]} for event in empty]}
    assert table.get(table.here).status == 404


def test_an_open_round_can_be_left_for_the_next() -> None:
    table = started("pilotta")
    table.save(("bidder", "0"), ("bid", "80"))
    [link] = [one for one in table.get(table.here).html.root.all("a") if one.get("href") == "?next=1"]
    assert "Leave round 1 open" in link.text
    table.save(("passed_out", "true"), path=f"{table.here}?next=1")
    assert [deal.answers for deal in table.log.counted_deals()] == [{"bidder": 0, "bid": 80}, {"passed_out": True}]

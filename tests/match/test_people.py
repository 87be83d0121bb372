"""People who leave, join, replace each other or change chairs during a match: `people` events and their documents."""

import json
from typing import Any

import pytest

from games.match import document as documents
from games.match.changes import has_crossed_changes
from games.match.errors import Refused
from games.match.log import Log, apply_event, fold_events
from games.match.log_document import document_from_log
from games.match.sheet import Sheet, as_json, sheet_from_log
from games.match.summary import summary
from games.match.validation import validate_for_log
from tests.match.logs import Event, deal, event, id_of, start

FOUR = ["Rui", "Ana", "Eva", "Zoe"]
THREE = ["Rui", "Ana", "Eva"]
TAKE_OVER, FROM_ZERO = "take_over", "from_zero"


def points(name: str, after: Any, *numbers: int, **data: Any) -> Event:
    """Return a round of the pad."""
    return event(name, "deal", after, **{"deal": id_of(name), "answers": {"points": list(numbers)}, **data})


def people(name: str, after: Any, players: list[Any], how: str = TAKE_OVER, **data: Any) -> Event:
    return event(name, "people", after, players=players, points=how, **data)


def pad(players: list[Any], **data: Any) -> Event:
    return start(game="points", players=players, **data)


def folded(*events: Event) -> Log:
    return fold_events([{**each, "seq": number} for number, each in enumerate(events, 1)])


def sheet_of(log: Log) -> dict[str, Any]:
    sheet = sheet_from_log(log)
    assert sheet is not None
    as_document = as_json(Sheet(documents.read(json.loads(json.dumps(document_from_log(log))))), str)
    assert as_json(sheet, str) == as_document
    return as_document


def names(sheet: dict[str, Any]) -> list[str]:
    return [side["name"] for side in sheet["sides"]]


ROUNDS = (points("a", "start", 5, 3, 1), points("b", "a", 1, 2, 3))

CHANGES: tuple[tuple[str, list[str], str, list[str], list[int], list[int]], ...] = (
    # what happens, who plays then, how, the columns, their totals before the next round, and their places
    ("someone is replaced", ["Rui", "Zoe", "Eva"], TAKE_OVER, ["Rui", "Zoe", "Eva"], [6, 5, 4], [1, 2, 3]),
    ("someone is replaced, from zero", ["Rui", "Zoe", "Eva"], FROM_ZERO, ["Rui", "Zoe", "Eva"], [6, 0, 4], [1, 3, 2]),
    ("someone leaves", ["Rui", "Eva"], TAKE_OVER, THREE, [6, 5, 4], [1, 3, 2]),
    ("someone joins", FOUR, TAKE_OVER, FOUR, [6, 5, 4, 0], [1, 2, 3, 4]),
    (
        "someone joins in between",
        ["Rui", "Zoe", "Ana", "Eva"],
        FROM_ZERO,
        [*FOUR[:3], "Zoe"],
        [6, 5, 4, 0],
        [1, 2, 3, 4],
    ),
    ("they change chairs", ["Ana", "Rui", "Eva"], TAKE_OVER, THREE, [6, 5, 4], [1, 2, 3]),
    ("they change chairs, from zero", ["Ana", "Rui", "Eva"], FROM_ZERO, THREE, [6, 5, 4], [1, 2, 3]),
    ("two leave and another joins", ["Zoe", "Eva"], TAKE_OVER, ["Zoe", "Ana", "Eva"], [6, 5, 4], [1, 3, 2]),
    ("all others", ["Zoe", "Max", "Kim"], FROM_ZERO, ["Zoe", "Max", "Kim"], [0, 0, 0], [1, 1, 1]),
)


@pytest.mark.parametrize(
    ("players", "how", "columns", "totals", "places"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_points_go_with_the_people(
    players: list[str], how: str, columns: list[str], totals: list[int], places: list[int]
) -> None:
    log = folded(pad(THREE), *ROUNDS, people("p", "b", players, how))
    sheet = sheet_of(log)
    assert (names(sheet), sheet["totals"], sheet["places"]) == (columns, totals, places)
    assert [row["points"][:3] for row in sheet["deals"]] == [[5, 3, 1], [1, 2, 3]]
    assert summary(log)["names"] == players


def test_points_of_later_rounds_follow_the_seats_of_the_round() -> None:
    log = folded(pad(THREE), *ROUNDS, people("p", "b", ["Ana", "Rui", "Zoe"]), points("c", "p", 10, 20, 30))
    sheet = sheet_of(log)
    assert names(sheet) == ["Rui", "Ana", "Zoe"]
    assert sheet["deals"][2]["points"] == [20, 10, 30]
    assert sheet["totals"] == [26, 15, 34]
    assert [side["seats"] for side in sheet["sides"]] == [[1], [0], [2]]
    assert sheet["changes"] == [{"deal": 2, "players": ["Ana", "Rui", "Zoe"], "columns": [1, 0, 2], "from_zero": []}]


def test_who_left_comes_back_to_the_own_points() -> None:
    log = folded(
        pad(THREE),
        *ROUNDS,
        people("p", "b", ["Rui", "Eva"]),
        points("c", "p", 1, 1),
        people("q", "c", ["Rui", "Eva", "Ana"]),
        points("d", "q", 1, 1, 1),
    )
    sheet = sheet_of(log)
    assert (names(sheet), sheet["totals"], sheet["places"]) == (THREE, [8, 6, 6], [1, 2, 2])


def test_who_comes_back_in_place_of_another_takes_over_or_begins_at_zero() -> None:
    back = ["Rui", "Ana"]
    for how, totals in ((TAKE_OVER, [7, 5, 5]), (FROM_ZERO, [7, 5, 0])):
        log = folded(
            pad(THREE),
            *ROUNDS,
            people("p", "b", ["Rui", "Eva"]),
            points("c", "p", 1, 1),
            people("q", "c", back, how),
        )
        sheet = sheet_of(log)
        assert (names(sheet), sheet["totals"]) == (["Rui", "Ana", "Ana"], totals)


def test_in_teams_the_points_stay_with_the_side() -> None:
    first = start(game="bisca_quatro", players=FOUR)
    for how, totals in ((TAKE_OVER, [1, 0]), (FROM_ZERO, [0, 0])):
        log = folded(first, deal("a", "start"), people("p", "a", ["Max", "Ana", "Eva", "Zoe"], how))
        sheet = sheet_of(log)
        assert (names(sheet), sheet["totals"]) == (["Max & Eva", "Ana & Zoe"], totals)
    chairs = folded(first, deal("a", "start"), people("p", "a", ["Ana", "Rui", "Eva", "Zoe"], FROM_ZERO))
    assert (names(sheet_of(chairs)), sheet_of(chairs)["totals"]) == (["Ana & Eva", "Rui & Zoe"], [1, 0])


DEALERS = (
    # the first dealer, who plays from round 3 on, the dealer named, and who deals rounds 1 to 4
    (0, THREE, 0, "Rui Ana Rui Ana"),
    (0, THREE, None, "Rui Ana Eva Rui"),
    (0, ["Rui", "Eva"], None, "Rui Ana Eva Rui"),
    (0, ["Rui", "Ana"], None, "Rui Ana Rui Ana"),
    (0, ["Rui", "Ana", "Zoe", "Eva"], None, "Rui Ana Eva Rui"),
    (1, ["Ana", "Rui", "Eva"], None, "Ana Eva Ana Rui"),
    (0, ["Eva", "Zoe"], 1, "Rui Ana Zoe Eva"),
)


@pytest.mark.parametrize(("first", "players", "dealer", "dealers"), DEALERS)
def test_the_deal_passes_on(first: int, players: list[str], dealer: int | None, dealers: str) -> None:
    later = [points(name, None, *[1] * len(players)) for name in ("c", "d")]
    log = folded(pad(THREE, first_dealer=first), *ROUNDS, people("p", None, players, first_dealer=dealer), *later)
    sheet = sheet_of(log)
    seated = [THREE, THREE, players, players]
    assert [at[row["dealer"]] for at, row in zip(seated, sheet["deals"], strict=True)] == dealers.split()


def test_a_change_begins_with_the_round_it_names() -> None:
    log = folded(pad(THREE), *ROUNDS, people("p", "b", ["Rui", "Ana", "Zoe"], FROM_ZERO, before=id_of("b")))
    assert sheet_of(log)["totals"] == [6, 5, 3]
    assert document_from_log(log)["changes"] == [
        {"before": id_of("b"), "players": ["Rui", "Ana", "Zoe"], "first_dealer": None, "points": FROM_ZERO}
    ]


def test_before_the_first_round_others_sit_down() -> None:
    log = folded(pad(THREE), people("p", "start", FOUR, first_dealer=3))
    document = document_from_log(log)
    assert (document["format"], document["players"], document["first_dealer"]) == (documents.FORMAT, FOUR, 3)
    assert "changes" not in document


def test_a_round_of_someone_who_did_not_know_belongs_to_the_people_before() -> None:
    """The change waits for the first round whose writer knew of it, in whichever order both arrive."""
    unknowing, change = points("c", "b", 9, 9, 9), people("p", "b", ["Rui", "Ana", "Zoe"], FROM_ZERO)
    for events in ([unknowing, change], [change, unknowing]):
        log = folded(pad(THREE), *ROUNDS, *events)
        assert sheet_of(log)["totals"] == [15, 14, 0]
        apply_event(log, {**points("d", ["c", "p"], 1, 1, 1), "seq": 9})
        assert sheet_of(log)["totals"] == [16, 15, 1]
        assert document_from_log(log)["changes"][0]["before"] == id_of("d")


def test_of_two_changes_apart_the_last_counts_as_a_whole() -> None:
    log = folded(
        pad(THREE),
        *ROUNDS,
        people("p", "b", ["Zoe", "Ana", "Eva"], FROM_ZERO),
        people("q", "b", ["Rui", "Max", "Eva"]),
    )
    assert (names(sheet_of(log)), sheet_of(log)["totals"]) == (["Rui", "Max", "Eva"], [6, 5, 4])
    assert len(document_from_log(log)["changes"]) == 1


APART = (
    points("a", "start", 5, 3, 1),
    people("e", "a", ["Zoe", "Ana", "Eva"], FROM_ZERO),
    people("f", "a", ["Rui", "Ana", "Mia"]),
)


@pytest.mark.parametrize(
    ("events", "is_crossed"),
    [
        ((), True),
        ((points("b", "f", 1, 2, 3),), True),  # of someone who knew one of them
        ((points("b", ["e", "f"], 1, 2, 3),), False),
        ((people("g", ["e", "f"], ["Rui", "Ana", "Eva"]),), False),
        ((people("g", "f", ["Rui", "Ana", "Eva"]),), True),
    ],
)
def test_two_changes_apart_are_crossed_until_someone_who_knew_both_goes_on(
    events: tuple[Event, ...], is_crossed: bool
) -> None:
    log = folded(pad(THREE), *APART, *events)
    assert has_crossed_changes(log) is is_crossed
    assert not has_crossed_changes(folded(pad(THREE), *APART[:2], *events[:0]))


def test_two_equal_changes_are_not_crossed() -> None:
    log = folded(pad(THREE), *APART[:2], people("f", "a", ["Zoe", "Ana", "Eva"], FROM_ZERO))
    assert not has_crossed_changes(log)


def test_the_same_people_again_undo_a_change() -> None:
    plain = document_from_log(folded(pad(THREE), *ROUNDS))
    log = folded(pad(THREE), *ROUNDS, people("p", "b", ["Rui", "Ana", "Zoe"], FROM_ZERO), people("q", "p", THREE))
    assert json.dumps(document_from_log(log)) == json.dumps(plain)


@pytest.mark.parametrize(
    ("before", "totals"), [("a", [7, 6, 0]), ("b", [7, 6, 0]), ("c", [7, 6, 0]), (None, [7, 6, 1])]
)
def test_a_late_round_belongs_to_the_people_before(before: str | None, totals: list[int]) -> None:
    """A round inserted before the first one with other people still belongs to those who played before."""
    late = points("late", "c", 1, 1, 1, **({} if before is None else {"before": id_of(before)}))
    log = folded(
        pad(THREE), *ROUNDS, people("p", "b", ["Rui", "Ana", "Zoe"], FROM_ZERO), points("c", "p", 0, 0, 0), late
    )
    assert sheet_of(log)["totals"] == totals


def test_a_change_stays_where_it_is_while_its_round_is_struck() -> None:
    change = people("p", "b", ["Rui", "Ana", "Zoe"], FROM_ZERO)
    rounds = [points("c", "p", 1, 1, 1), points("d", "c", 2, 2, 2)]
    struck = event("s", "strike", "d", deal=id_of("c"))
    log = folded(pad(THREE), *ROUNDS, change, *rounds, struck)
    assert sheet_of(log)["totals"] == [8, 7, 2]
    assert document_from_log(log)["changes"][0]["before"] == id_of("d")
    log = folded(pad(THREE), *ROUNDS, change, *rounds, struck, event("r", "restore", "s", deal=id_of("c")))
    assert sheet_of(log)["totals"] == [9, 8, 3]


def test_seats_entered_wrongly_are_corrected_in_later_rounds_too() -> None:
    change = people("p", "b", ["Rui", "Ana", "Zoe"])
    corrected = event("s", "seats", "p", players=["Max", "Ana", "Eva"])
    log = folded(pad(THREE), *ROUNDS, change, corrected)
    assert names(sheet_of(log)) == ["Max", "Ana", "Zoe"]
    apart = folded(pad(THREE), *ROUNDS, event("s", "seats", "b", players=["Max", "Ana", "Eva"]), change)
    assert names(sheet_of(apart)) == ["Max", "Ana", "Zoe"]
    undone = folded(pad(THREE), *ROUNDS, change, corrected, event("u", "seats", "s", players=THREE))
    assert names(sheet_of(undone)) == ["Rui", "Ana", "Zoe"]


def test_after_the_end_nobody_takes_the_win_over() -> None:
    log = folded(pad(THREE, options={"target": 6}), *ROUNDS, people("p", "b", ["Zoe", "Ana", "Eva", "Max"]))
    sheet = sheet_of(log)
    assert (names(sheet), sheet["winners"], sheet["totals"]) == (THREE, [0], [6, 5, 4])
    assert summary(log)["names"] == THREE
    closed = folded(pad(THREE), *ROUNDS, people("p", "b", ["Zoe", "Ana", "Eva", "Max"]), event("f", "finish", "p"))
    assert (names(sheet_of(closed)), sheet_of(closed)["winners"]) == (THREE, [0])


def test_the_end_is_judged_by_what_counts() -> None:
    log = folded(
        pad(THREE, options={"target": 10}),
        *ROUNDS,
        people("p", "b", ["Zoe", "Ana", "Eva"], FROM_ZERO),
        points("c", "p", 6, 4, 5),
    )
    assert (sheet_of(log)["totals"], sheet_of(log)["finished"]) == ([6, 9, 9], False)


def test_who_left_does_not_win() -> None:
    log = folded(
        pad(THREE, options={"wins": "fewest"}),
        *ROUNDS,
        people("p", "b", ["Rui", "Ana"]),
        points("c", "p", 1, 1),
        event("f", "finish", "c"),
    )
    sheet = sheet_of(log)
    assert (sheet["totals"], sheet["places"], sheet["winners"]) == ([7, 6, 4], [2, 1, 3], [1])


REFUSED = (
    ("pisa", THREE, FOUR, {}, "document", "In this match the number of players stays the same: 3."),
    ("bisca_tres", FOUR[:2], THREE, {}, "document", "Bisca de Três needs 2 players, not 3."),
    ("pisti", FOUR, ["Rui", "Rui", "Eva", "Zoe"], {}, "document", "Someone is seated twice."),
    ("points", THREE, FOUR, {"first_dealer": 4}, "document", "The first dealer must be a seat: 0 to 3."),
    ("points", THREE, FOUR, {"before": id_of("none")}, "no_deal", "No such round in this match."),
    ("points", THREE, FOUR, {"points": "half"}, "data", "“points” is missing or invalid."),
    ("points", THREE, FOUR, {"points": None}, "data", "“points” is missing or invalid."),
    ("points", THREE, 7, {}, "data", "“players” is missing or invalid."),
)


@pytest.mark.parametrize(("game", "first", "players", "data", "code", "sentence"), REFUSED)
def test_a_wrong_change_is_refused(
    game: str, first: list[str], players: Any, data: dict[str, Any], code: str, sentence: str
) -> None:
    log = folded(start(game=game, players=first))
    change = event("p", "people", "start", **{"players": players, "points": TAKE_OVER, **data})
    with pytest.raises(Refused) as caught:
        validate_for_log(log, change)
    assert (caught.value.code, caught.value.words.translated(str)) == (code, sentence)


def test_teams_keep_their_number_of_sides() -> None:
    log = folded(start(game="points", players=FOUR, options={"teams": True}))
    validate_for_log(log, people("p", "start", [*FOUR, "Max", "Kim"]))
    with pytest.raises(Refused):
        validate_for_log(log, people("p", "start", [*FOUR, "Max"]))


def test_a_round_is_judged_by_the_people_whom_its_writer_saw() -> None:
    log = folded(pad(THREE), *ROUNDS, people("p", "b", FOUR))
    validate_for_log(log, points("c", "p", 1, 2, 3, 4))
    validate_for_log(log, points("c", "b", 1, 2, 3))
    validate_for_log(log, points("c", "p", 1, 2, 3, before=id_of("b")))
    validate_for_log(log, event("c", "amend", "p", deal=id_of("b"), answers={"points": [1, 2, 3]}))
    for wrong in (
        points("c", "p", 1, 2, 3),
        points("c", "b", 1, 2, 3, 4),
        points("c", "p", 1, 2, 3, 4, before=id_of("b")),
    ):
        with pytest.raises(Refused):
            validate_for_log(log, wrong)


def test_house_rules_fit_every_number_of_players() -> None:
    log = folded(start(game="points", players=FOUR), points("a", "start", 1, 1, 1, 1), people("p", "a", THREE))
    with pytest.raises(Refused):
        validate_for_log(log, event("o", "options", "p", options={"teams": True}))
    validate_for_log(log, event("o", "options", "a", options={"teams": True}))
    apart = folded(*log.events, event("o", "options", "a", options={"teams": True}))
    assert names(sheet_of(apart)) == ["Rui & Eva", "Ana & Zoe"]  # the change does not fit, and does not count


def test_there_are_so_many_changes_at_most() -> None:
    changes = [people(f"p{number}", None, THREE) for number in range(100)]
    log = folded(pad(THREE), *changes)
    with pytest.raises(Refused) as caught:
        validate_for_log(log, people("more", None, THREE))
    assert caught.value.code == "many_changes"
    validate_for_log(log, people("more", "start", THREE))


# ---- totals of a match without rounds


def finish(name: str, after: Any, totals: Any) -> Event:
    return event(name, "finish", after, totals=totals)


def test_a_match_is_entered_by_its_totals() -> None:
    log = folded(start(game="pilotta", players=FOUR), finish("f", "start", [312, 280]))
    sheet, document = sheet_of(log), document_from_log(log)
    assert (sheet["totals"], sheet["places"], sheet["finished"], sheet["winners"]) == ([312, 280], [1, 2], True, [0])
    assert (document["format"], document["totals"], document["closed"]) == ("scorekeeper.match/2", [312, 280], True)
    assert summary(log)["complete"] == 1


def test_a_round_or_a_reopening_takes_the_totals_away() -> None:
    first = start(game="pilotta", players=FOUR)
    for later in (
        event("r", "reopen", "f"),
        event("d", "deal", "start", deal=id_of("d"), answers={"passed_out": True}),
    ):
        document = document_from_log(folded(first, finish("f", "start", [312, 280]), later))
        assert (document["format"], "totals" in document) == ("scorekeeper.match/1", False)


def test_totals_that_do_not_fit_the_house_rules_do_not_count() -> None:
    other = event("o", "options", "start", options={"teams": True})
    log = folded(start(game="points", players=FOUR), finish("f", "start", [4, 3, 2, 1]), other)
    assert sheet_of(log)["totals"] == [0, 0]


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ([1], "document"),
        ([1, 2, 3], "document"),
        ([1, "2"], "data"),
        ([1, 1_000_000], "data"),
        (7, "data"),
        ([1, True], "data"),
    ],
)
def test_wrong_totals_are_refused(totals: Any, code: str) -> None:
    log = folded(start(game="pilotta", players=FOUR))
    with pytest.raises(Refused) as caught:
        validate_for_log(log, finish("f", "start", totals))
    assert caught.value.code == code


def test_a_match_with_rounds_has_no_other_totals() -> None:
    log = folded(pad(THREE), *ROUNDS)
    with pytest.raises(Refused) as caught:
        validate_for_log(log, finish("f", "b", [1, 2, 3]))
    assert caught.value.code == "totals"
    validate_for_log(log, finish("f", "start", [1, 2, 3]))
    assert sheet_of(folded(*log.events, finish("f", "start", [1, 2, 3])))["totals"] == [6, 5, 4]


def strangers(number: int) -> list[str]:
    """Return eight names, or two, that no other number has."""
    return [f"{number} {seat}" for seat in range(2 if number % 2 else 8)]


def test_a_sheet_has_a_limited_number_of_columns() -> None:
    log = folded(pad(["Rui", "Ana"]))
    codes, last = [], "start"
    for number in range(20):
        change = people(f"c{number}", last, strangers(number))
        try:
            validate_for_log(log, change)
        except Refused as why:
            codes.append(why.code)
        else:
            apply_event(log, change)
            apply_event(log, points(f"r{number}", f"c{number}", *range(len(change["data"]["players"]))))
            last = f"r{number}"
    assert codes == ["many_changes"] * 7  # the changes to eight strangers, but the first three: 8, 14 and 20 columns


def test_changes_of_writers_who_did_not_know_of_each_other_leave_a_valid_sheet() -> None:
    rounds = [points(f"r{number}", f"r{number - 1}" if number else "start", 1, 2) for number in range(20)]
    changes = [people(f"c{number}", "start", strangers(number), before=id_of(f"r{number}")) for number in range(1, 20)]
    log = folded(pad(["Rui", "Ana"]), *rounds, *changes)
    sheet = sheet_from_log(log)
    assert sheet is not None
    assert len(sheet.totals) == 20
    assert len(documents.read(document_from_log(log)).changes) < len(log.changes)


def test_a_document_has_a_limited_number_of_columns() -> None:
    deals = [{"id": id_of(f"r{number}"), "answers": {}} for number in range(20)]
    changes = [
        {
            "before": deal["id"],
            "players": strangers(number),
            "first_dealer": None,
            "points": TAKE_OVER,
        }
        for number, deal in enumerate(deals)
    ]
    value = {
        "format": "scorekeeper.match/2",
        "game": "points",
        "players": ["Rui", "Ana"],
        "deals": deals,
        "changes": changes,
    }
    with pytest.raises(Refused, match="A match has room for the points of"):
        documents.read(value)
    assert documents.read(value | {"changes": changes[:5]}).lineups

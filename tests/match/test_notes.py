"""Rounds that an earlier version accepted: stored ones keep their points with a note, new saves are refused."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.errors import Refused
from games.match.log import Log, apply_event
from games.match.score import is_right
from games.match.sheet import Sheet, TooManyProblems, as_json, sheet_from_log, sheet_json
from games.match.validation import validate_for_log
from tests.match.logs import Event, event, id_of
from tests.rules.golden import document

IMPOSSIBLE = {
    "jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [3, 2], "pistis": [3, 2], "jack_pistis": [0, 0],
}  # fmt: skip
POSSIBLE = {**IMPOSSIBLE, "pistis": [3, 1]}
TEXT = "5 pişti need more than 5 tricks: the first capture is never a pişti."
LED_BY_DENIZ = {"trump": "clubs", "heley": {"trick": 1, "leader": 1, "seven": 1, "ace": 2}, "points": [70, 50]}


def log_of(*events: Event) -> Log:
    log = Log()
    for stored in events:
        apply_event(log, stored)
    return log


def pisti() -> Event:
    return event("start", "start", [], 1, game="pisti", players=["Eleni", "Deniz"])


def deal(
    name: str, after: list[str] | str | None, answers: dict[str, Any], seq: int | None = None, **data: Any
) -> Event:
    return event(name, "deal", after, seq, deal=id_of(name), answers=answers, **data)


def amend(name: str, of: str, answers: dict[str, Any]) -> Event:
    return event(name, "amend", None, deal=id_of(of), answers=answers)


def refusal(log: Log, new: Event) -> str | None:
    try:
        validate_for_log(log, new)
    except Refused as refused:
        return refused.words.translated(str)
    return None


def test_a_stored_round_keeps_its_points_with_a_note() -> None:
    sheet = sheet_json(log_of(pisti(), deal("d1", "start", IMPOSSIBLE, 2)), str)
    assert sheet is not None
    assert sheet["totals"] == [4 + 2 + 3 + 30, 4 + 3 + 20]
    assert [(row["complete"], row["points"]) for row in sheet["deals"]] == [(True, [39, 27])]
    assert sheet["problems"] == [
        {"deal": 0, "question": "pistis", "code": "too_many", "message": TEXT, "weight": "note"}
    ]


def test_a_document_with_notes_is_right() -> None:
    """Exit status and totals are those of earlier versions."""
    case = documents.read(document({"game": "pisti", "players": 2, "deals": [IMPOSSIBLE, {"jacks": [3, 3]}]}))
    sheet = as_json(Sheet(case), str)
    assert [problem.get("weight") for problem in sheet["problems"]] == ["note", None]
    assert not is_right(sheet)
    assert is_right({"problems": sheet["problems"][:1]})
    with pytest.raises(TooManyProblems):
        Sheet(case, most_problems=1)


def test_a_stored_round_with_a_note_can_end_the_match() -> None:
    rounds = [
        deal(f"d{number}", f"d{number - 1}" if number else "start", IMPOSSIBLE, number + 2) for number in range(4)
    ]
    sheet = sheet_from_log(log_of(pisti(), *rounds))
    assert sheet is not None
    assert sheet.winners == [0]


def test_a_new_round_is_refused() -> None:
    assert refusal(log_of(pisti()), deal("d1", "start", IMPOSSIBLE)) == TEXT
    assert refusal(log_of(pisti()), deal("d1", None, IMPOSSIBLE)) == TEXT
    assert refusal(log_of(pisti()), deal("d1", "start", POSSIBLE)) is None
    validate_for_log(log_of(pisti()), deal("d1", "start", IMPOSSIBLE), is_new=False)  # from a file


def test_a_correction_is_refused_unless_the_round_had_these_answers_before() -> None:
    """So an undo and the choice between two corrections restore the stored answers."""
    log = log_of(pisti(), deal("d1", "start", IMPOSSIBLE, 2))
    assert refusal(log, amend("a1", "d1", {**IMPOSSIBLE, "jacks": [1, 3]})) == TEXT
    assert refusal(log, amend("a1", "d1", POSSIBLE)) is None
    apply_event(log, amend("a1", "d1", POSSIBLE) | {"seq": 3})
    assert refusal(log, amend("a2", "d1", IMPOSSIBLE)) is None
    assert refusal(log, amend("a2", "d1", {**IMPOSSIBLE, "jacks": [1, 3]})) == TEXT


def capixaba(first_dealer: int) -> Event:
    players = ["Eleni", "Deniz", "Andreas", "Zeynep"]
    return event("start", "start", [], 1, game="bisca_capixaba", players=players, first_dealer=first_dealer)


@pytest.mark.parametrize("is_scored", [False, True])
def test_who_leads_the_first_trick_follows_from_the_place_of_the_round(is_scored: bool) -> None:
    """Deniz leads the round that Eleni deals."""
    counted = {"trump": "clubs", "points": [60, 60]}
    for dealer, played, is_taken in ((0, 0, True), (1, 0, False), (3, 0, False), (3, 1, True), (0, 1, False)):
        earlier = [deal(f"d{number}", None, counted, number + 2) for number in range(played)]
        log = log_of(capixaba(dealer), *earlier)
        assert not is_scored or sheet_from_log(log) is not None
        assert (refusal(log, deal("new", None, LED_BY_DENIZ)) is None) == is_taken


def test_a_late_or_corrected_round_is_judged_in_its_place() -> None:
    counted = {"trump": "clubs", "points": [60, 60]}
    log = log_of(capixaba(0), deal("d0", None, counted, 2), deal("d1", None, counted, 3))
    assert refusal(log, deal("new", None, LED_BY_DENIZ, before=id_of("d0"))) is None
    assert refusal(log, deal("new", None, LED_BY_DENIZ, before=id_of("d1"))) is not None
    assert refusal(log, amend("a", "d0", LED_BY_DENIZ)) is None
    assert refusal(log, amend("a", "d1", LED_BY_DENIZ)) is not None


def test_nobody_is_refused_for_rounds_that_others_recorded_meanwhile() -> None:
    """The writer had seen the start only. Others have recorded a round since, so another player deals this one."""
    counted = {"trump": "clubs", "points": [60, 60]}
    log = log_of(capixaba(0), deal("d0", "start", counted, 2))
    late = deal("new", "start", LED_BY_DENIZ)
    assert refusal(log, late) is None
    apply_event(log, late | {"seq": 3})
    apply_event(log, event("s", "settle", None, 4, keep=[id_of("new")], strike=[]))
    sheet = sheet_from_log(log)
    assert sheet is not None
    assert [[note.code for note in row.notes] for row in sheet.rows] == [[], ["leader"]]
    assert sheet.rows[1].points == [2, 0]

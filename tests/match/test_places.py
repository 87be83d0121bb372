"""Rounds that know each other: who deals and plays, who leads, and what earlier rounds have left."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.errors import Refused
from games.match.log import Log, apply_event
from games.match.sheet import Sheet, as_json, sheet_from_log
from games.match.validation import validate_for_log
from games.rules import ask, catalogue
from games.rules.game import AnsweredDeal, Ending, Game, Line, Part
from tests.match.logs import MATCH, id_of
from tests.rules.golden import NAMES
from tests.rules.small_games import SOLO


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, SOLO))


def sheet(*rounds: dict[str, Any], players: int = 4, **more: Any) -> Sheet:
    deals = [{"id": str(number), "answers": answers} for number, answers in enumerate(rounds)]
    match = {"format": documents.FORMAT, "game": "solo", "players": list(NAMES[:players]), "deals": deals}
    return Sheet(documents.read(match | more))


def dealers(scored: Sheet) -> list[int]:
    return [row.deal.dealer for row in scored.rows]


def codes(scored: Sheet) -> list[tuple[int, str | None, str]]:
    return [(row.deal.number, problem.question, problem.code) for row in scored.rows for problem in row.problems]


def test_the_deal_passes_on_unless_the_game_decides_otherwise() -> None:
    scored = sheet({"soloist": 1}, {"soloist": 3, "again": True}, {"soloist": 3}, {"again": True}, {"soloist": 1})
    assert dealers(scored) == [0, 1, 1, 2, 3]  # the open round decides nothing
    assert scored.next_dealer == 0


def test_the_dealer_sits_out() -> None:
    scored = sheet({"soloist": 0}, {"soloist": 0}, {"soloist": 3, "silent": [1, 2]}, {"soloist": 1, "lost": [None] * 4})
    assert codes(scored) == [(0, "soloist", "seat"), (2, "silent", "seat")]
    assert [list(row.deal.playing) for row in scored.rows] == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]


def test_nobody_sits_out_of_three() -> None:
    assert codes(sheet({"soloist": 0}, {"soloist": 1}, players=3)) == []


def test_who_sits_out_has_nothing_in_a_list() -> None:
    scored = sheet(
        {"soloist": 1, "cards": [None, 4, 4, None], "lost": [None, True, False, True]},
        {"soloist": 0, "cards": [4, 1, 4, 3]},
        {"soloist": 0, "cards": [4, 4, None, 3]},
        {"soloist": 0, "lost": [True, True, True, False]},
    )
    assert scored.rows[0].deal["cards"] == [0, 4, 4, 4]
    assert scored.rows[0].deal["lost"] == [None, True, False, True]
    assert codes(scored) == [(1, "cards", "seat"), (2, "cards", "sum"), (3, "lost", "seat")]


def test_a_complete_round_leaves_facts_to_the_next() -> None:
    rounds = [{"soloist": 2}, {"soloist": 2}, {}, {"soloist": 2}]
    scored = sheet(*rounds)
    assert [row.points[2] for row in scored.rows] == [2, -8, 0, 2]
    assert [row.deal.carried for row in scored.rows] == [{}, *[{"solos": {"2": count}} for count in (1, 2, 2)]]
    amended = sheet({"soloist": 3}, *rounds[1:])  # all later rounds are calculated again
    assert [row.points[2] for row in amended.rows] == [0, 2, 0, -8]


def test_the_leader_may_be_unknown() -> None:
    public = as_json(sheet({"soloist": 2, "again": True}, {"soloist": 2}), str)
    assert [deal["leader"] for deal in public["deals"]] == [None, 1]
    assert public["next_leader"] == 2


def test_the_first_playing_seat_after_the_dealer_leads() -> None:
    scored = sheet({"soloist": 3}, first_dealer=2)
    assert (scored.rows[0].deal.leader, scored.next_dealer) == (3, 3)


CHANGE = {"format": documents.FORMAT_OF_CHANGES}


@pytest.mark.parametrize(
    ("players", "dealer", "expected"),
    [
        (["Ana", "Duarte", "Rosa", "Deniz"], None, [0, 0, 0, 1]),
        (["Ana", "Duarte", "Rosa", "Deniz"], 3, [0, 0, 3, 0]),
    ],
)
def test_new_people_are_dealt_to_by_the_next_dealer(
    players: list[str], dealer: int | None, expected: list[int]
) -> None:
    change = {"before": "2", "players": players, "first_dealer": dealer, "points": "take_over"}
    rounds = [{"soloist": 1, "again": True}, {"soloist": 1, "again": True}, {"soloist": 1}, {"soloist": 2}]
    assert dealers(sheet(*rounds, changes=[change], **CHANGE)) == expected


# ---- events are judged in their place


def growing(deal: AnsweredDeal) -> int:
    return deal.number + 1


GROWING = Game(
    key="growing",
    name="Growing",
    aim="Win.",
    card=("Win.",),
    picture="game-points",
    players=(2,),
    questions=(
        ask.Tally("tricks", "Tricks", total=growing),
        ask.Number("most", "Most", high=9, need=ask.NEVER),
    ),
    parts=(Part("all", "All", ("tricks", "most")),),
    score=lambda deal: [Line("Tricks", deal["tricks"])],
    end=Ending(rounds=lambda setup: 10),
)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """Return a match of a growing number of tricks, after three rounds."""
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, GROWING))
    log = Log()
    record(log, "start", {"game": "growing", "players": ["Rosa", "Ana"], "options": {}})
    for number in range(3):
        deal = {"deal": id_of(str(number)), "answers": {"tricks": [number + 1, 0]}}
        record(log, "deal", deal)
    return log


def record(log: Log, kind: str, data: dict[str, Any], after: list[str] | None = None) -> None:
    number = 100 + len(log.events)
    at = "2026-11-20T19:42:10+01:00"
    event = {"id": id_of(str(number)), "match": MATCH, "kind": kind, "data": data, "after": after, "at": at}
    validate_for_log(log, event)
    apply_event(log, event)


def test_the_round_of_a_save_is_known(log: Log) -> None:
    record(log, "deal", {"deal": id_of("9"), "answers": {"tricks": [2, 2]}})
    assert sheet_of(log).totals == [8, 2]
    with pytest.raises(Refused, match="must add up to"):
        record(log, "deal", {"deal": id_of("10"), "answers": {"tricks": [2, 2]}})


def test_a_correction_is_judged_in_its_place(log: Log) -> None:
    record(log, "amend", {"deal": id_of("1"), "answers": {"tricks": [0, 2]}})
    assert sheet_of(log).totals == [4, 2]
    with pytest.raises(Refused, match="is too high"):
        record(log, "amend", {"deal": id_of("1"), "answers": {"tricks": [0, 4]}})


def test_a_round_of_someone_who_had_not_seen_the_others_is_stored(log: Log) -> None:
    """It may be right in another place, and people decide which rounds count."""
    seen = [log.events[1]["id"]]
    record(log, "deal", {"deal": id_of("9"), "answers": {"tricks": [1, 1]}}, seen)
    record(log, "deal", {"deal": id_of("10"), "answers": {"tricks": [5, 3]}}, seen)
    assert len(log.recorded) == 5


def test_what_is_wrong_in_every_place_is_refused_there_too(log: Log) -> None:
    seen = [log.events[1]["id"]]
    with pytest.raises(Refused, match="is too high"):
        record(log, "deal", {"deal": id_of("9"), "answers": {"tricks": [1, 1], "most": 10}}, seen)


def test_a_push_without_effort_left_refuses_nothing_of_a_place(log: Log) -> None:
    log.sheet, log.effort.left = None, 0
    record(log, "deal", {"deal": id_of("9"), "answers": {"tricks": [7, 0]}})
    assert len(sheet_of(log).rows[-1].problems) == 1


def sheet_of(log: Log) -> Sheet:
    scored = sheet_from_log(log)
    assert scored is not None
    return scored

"""The limits of a match: who may still record an event, and who may not."""

from typing import Any

import pytest

from games.match import limits
from games.match.errors import Refused
from games.match.log import Log, apply_event, fold_events
from games.match.validation import validate_for_log
from tests.match.logs import id_of
from tests.match.wide_logs import about, amend, deal, start

ELENI, DENIZ, ROSA = id_of("Eleni"), id_of("Deniz"), id_of("Rosa")


class FullMatch:
    """A match with few events at most."""

    def __init__(self) -> None:
        self.log = Log()

    def accept(self, event: dict[str, Any], writer: str = ELENI) -> None:
        validate_for_log(self.log, event, writer)
        apply_event(self.log, event | {"seq": len(self.log.events) + 1, "by": {"id": writer, "name": "Eleni"}})

    def code(self, event: dict[str, Any], writer: str = ELENI) -> str:
        with pytest.raises(Refused) as refused:
            validate_for_log(self.log, event, writer)
        return refused.value.code


def match_with(rounds: int) -> FullMatch:
    """Return a match with this many rounds, one after the other."""
    match = FullMatch()
    match.accept(start())
    for number in range(rounds):
        match.accept(deal(number, f"d{number - 1}" if number else "start"))
    return match


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> FullMatch:
    """Return a match of ten events, which is full. Eleni has recorded them."""
    monkeypatch.setattr(limits, "MOST_EVENTS", 10)
    monkeypatch.setattr(limits, "RESERVE", 4)
    monkeypatch.setattr(limits, "MOST_EVENTS_STORED", 17)
    return match_with(9)


def test_a_full_match_takes_no_further_event(match: FullMatch) -> None:
    for event in (deal(9, "d8"), deal(9, None), about(9, "strike", 3, "d8"), about(9, "reopen", 0, "d8")):
        assert match.code(event) == "many_events"


def test_a_full_match_can_be_finished_and_deleted_once(match: FullMatch) -> None:
    for number, kind in enumerate(("finish", "delete")):
        match.accept(about(number, kind, 0, None))
        assert match.code(about(9, kind, 0, None)) == "many_events"


def test_what_others_recorded_meanwhile_takes_no_room_from_a_writer(match: FullMatch) -> None:
    """Deniz had seen two events only, and Eleni has filled the match since."""
    match.accept(deal(20, "d0"), DENIZ)
    match.accept(deal(21, "d20"), DENIZ)
    assert match.log.reserve_used == {DENIZ: 2}


def test_the_reserve_of_a_writer_ends(match: FullMatch) -> None:
    for number in range(20, 24):
        match.accept(deal(number, "start"), DENIZ)
    assert match.code(deal(24, "start"), DENIZ) == "many_events"
    match.accept(deal(24, "start"), ROSA)


def test_a_writer_who_has_seen_a_full_match_has_no_reserve(match: FullMatch) -> None:
    match.accept(deal(20, "d7"), DENIZ)
    assert match.code(deal(21, ["d20", "d8"]), DENIZ) == "many_events"


def test_all_reserves_together_end(match: FullMatch) -> None:
    for number in range(20, 27):
        match.accept(deal(number, "start"), DENIZ if number < 24 else ROSA)
    assert match.code(deal(27, "start"), ROSA) == "many_events"
    with pytest.raises(Refused) as refused:
        match.accept(deal(27, "start"), ROSA)
    assert "17 entries. Its scorers cannot enter more" in refused.value.words.translated(str)


def test_a_log_that_is_folded_again_has_used_the_same_reserve(match: FullMatch) -> None:
    match.accept(deal(20, ["d0", "d21"]), DENIZ)
    match.accept(deal(21, "d6"), DENIZ)
    assert match.log.is_stale
    assert len(match.log.deals) == 11
    assert match.log.reserve_used == {DENIZ: 2}


@pytest.fixture
def long_match(monkeypatch: pytest.MonkeyPatch) -> FullMatch:
    """Return a match with as many rounds as it may have."""
    monkeypatch.setattr(limits, "MOST_ROUNDS", 10)
    monkeypatch.setattr(limits, "MOST_ROUNDS_STORED", 13)
    return match_with(10)


def test_a_match_has_a_limited_number_of_rounds(long_match: FullMatch) -> None:
    for event in (deal(10, "d9"), deal(10, None)):
        assert long_match.code(event) == "many_rounds"
    long_match.accept(about(0, "strike", 3, "d9"))
    assert long_match.code(deal(10, None)) == "many_rounds"  # a round that is crossed out may be restored
    long_match.accept(about(1, "restore", 3, None))
    long_match.accept(amend(0, 3, None, 7))


def test_rounds_that_others_recorded_meanwhile_take_no_room(long_match: FullMatch) -> None:
    for number in range(20, 23):
        long_match.accept(deal(number, "d8"), DENIZ)
    assert long_match.code(deal(23, "d8"), DENIZ) == "many_rounds"


def test_events_name_a_limited_number_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_NAMED", 5)
    monkeypatch.setattr(limits, "NAMED_RESERVE", 0)
    match = FullMatch()
    match.accept(start())
    match.accept(deal(0, ["start"]))
    match.accept(deal(1, ["start", "d0"]))
    match.accept(deal(2, ["d0", "d1"]))
    assert match.code(deal(3, ["d1", "d2"])) == "many_ids"
    for number in (3, 4):
        match.accept(deal(number, [f"d{number - 1}"]))
    assert match.code(deal(5, ["d3", "d4"])) == "many_ids"
    match.accept(deal(5, ["d3"]))
    assert match.code(deal(6, ["d5", "d5"])) == "many_ids"
    match.accept(deal(6, ["d4", "d5"]))  # the heads
    match.accept(about(0, "delete", None, None) | {"after": [id_of("d4"), id_of("d5")]})


def test_a_writer_who_did_not_know_the_latest_heads_has_a_reserve_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_NAMED", 5)
    monkeypatch.setattr(limits, "NAMED_RESERVE", 4)
    match = match_with(6)
    for number in (6, 7):
        match.accept(deal(number, ["d1", "d2"]))
    assert match.code(deal(8, ["d1", "d2"])) == "many_ids"
    match.accept(deal(8, ["d1", "d2"]), DENIZ)
    assert fold_events(match.log.events).named_beyond == match.log.named_beyond == {ELENI: 4, DENIZ: 2}


def code_of(event: dict[str, Any]) -> str | None:
    """Return the code with which a new match refuses the event, or None if it accepts it."""
    match = FullMatch()
    match.accept(start())
    match.accept(deal(0, "start"))
    try:
        validate_for_log(match.log, event)
    except Refused as refused:
        return refused.code
    return None


def ids(count: int) -> list[str]:
    return [id_of(f"i{number}") for number in range(count)]


@pytest.mark.parametrize("field", ["keep", "strike"])
def test_an_event_settles_a_limited_number_of_rounds(field: str) -> None:
    def settling(count: int) -> dict[str, Any]:
        return about(1, "settle", 0, "d0") | {"data": {field: [id_of("d0")] * count}}

    assert code_of(settling(limits.MOST_IDS)) is None
    assert code_of(settling(limits.MOST_IDS + 1)) == "many_ids"


def test_an_event_names_a_limited_number_of_heads() -> None:
    assert code_of(deal(1, None) | {"after": ids(limits.MOST_IDS)}) is None
    assert code_of(deal(1, None) | {"after": ids(limits.MOST_IDS + 1)}) == "many_ids"


def test_the_data_of_an_event_is_limited() -> None:
    """Answers may name any question if its answer is null, and events may have fields that nobody reads."""
    for field in ("x", "é"):
        names = {field * (limits.MOST_DATA - 500): None}
        assert code_of(deal(1, "d0") | {"data": {"deal": id_of("d1"), "answers": {"points": [1, 5]} | names}}) is None
    for data in ({"answers": {"x" * limits.MOST_DATA: None}}, {"answers": {}, "more": [0] * limits.MOST_DATA}):
        assert code_of(deal(1, "d0") | {"data": {"deal": id_of("d1")} | data}) == "long_data"

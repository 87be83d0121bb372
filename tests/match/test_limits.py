"""The limits of a match: who may still record an event, and who may not."""

from typing import Any

import pytest

from games.match import limits
from games.match.errors import Refused
from games.match.log import Log, apply_event
from games.match.validation import validate_for_log
from tests.match.logs import id_of
from tests.match.wide_logs import about, deal, start

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


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> FullMatch:
    """Return a match of ten events, which is full. Eleni has recorded them."""
    monkeypatch.setattr(limits, "MOST_EVENTS", 10)
    monkeypatch.setattr(limits, "RESERVE", 4)
    monkeypatch.setattr(limits, "MOST_EVENTS_STORED", 17)
    match = FullMatch()
    match.accept(start())
    for number in range(9):
        match.accept(deal(number, f"d{number - 1}" if number else "start"))
    return match


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


def test_a_log_that_is_folded_again_has_used_the_same_reserve(match: FullMatch) -> None:
    match.accept(deal(20, ["d0", "d21"]), DENIZ)
    match.accept(deal(21, "d6"), DENIZ)
    assert match.log.is_stale
    assert len(match.log.deals) == 11
    assert match.log.reserve_used == {DENIZ: 2}

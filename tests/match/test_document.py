"""Match documents: which are read, and which are refused for an error in the match itself."""

from typing import Any

import pytest

from games.match.document import Document, count_range, read
from games.match.errors import Refused

PLAIN = {"format": "scorekeeper.match/1", "game": "pisti", "players": ["Eleni", "Deniz", "Andreas"]}
FOUR = ["Eleni", "Deniz", "Andreas", "Zeynep"]
ID = "6f1c1a52-9f50-4c43-8f0c-3f2f3a4f7a10"
GONE = "gone"

FORMAT = "The format of a match document must be “scorekeeper.match/1”."
UNKNOWN_GAME = "Unknown game. Known games: "
PLAYERS = "“players” must be a list of names."
NAME = "A player must be a name, or an object with an id and a name."
OPTIONS = "“options” must be an object."
TARGET = "“target” must be a whole number from 1 up."
MOST = "“most” must be one of: tricks, cards."
TEAMS = "“teams” must be one of: true, false."
TEAMS_OF_THREE = "The option “teams” is not available with 3 players."
DEALER = "The first dealer must be a seat: 0 to 2."
DEALS = "“deals” must be a list of objects."

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"format": GONE}, FORMAT),
    ({"format": None}, FORMAT),
    ({"format": "scorekeeper.match/3"}, FORMAT),
    ({"format": ["scorekeeper.match/1"]}, FORMAT),
    ({"game": GONE}, UNKNOWN_GAME),
    ({"game": None}, UNKNOWN_GAME),
    ({"game": "Pişti"}, UNKNOWN_GAME),
    ({"game": "chess"}, UNKNOWN_GAME),
    ({"game": ["pisti"]}, UNKNOWN_GAME),
    ({"players": GONE}, PLAYERS),
    ({"players": None}, PLAYERS),
    ({"players": 3}, PLAYERS),
    ({"players": "Eleni"}, PLAYERS),
    ({"players": {"0": "Eleni", "1": "Deniz"}}, PLAYERS),
    ({"players": []}, "Pişti needs 2–4 players, not 0."),
    ({"players": ["Eleni"]}, "Pişti needs 2–4 players, not 1."),
    ({"players": [*FOUR, "Rosa"]}, "Pişti needs 2–4 players, not 5."),
    ({"game": "pilotta"}, "Pilotta needs 4 players, not 3."),
    ({"players": ["Eleni", None]}, NAME),
    ({"players": ["Eleni", 7]}, NAME),
    ({"players": ["Eleni", ["Deniz"]]}, NAME),
    ({"players": ["Eleni", {"id": ID}]}, NAME),
    ({"players": ["Eleni", {"id": ID, "name": None}]}, NAME),
    ({"options": None}, OPTIONS),
    ({"options": []}, OPTIONS),
    ({"options": {"doubling": True}}, "“doubling” is not an option of Pişti."),
    ({"options": {"doubling": None}}, "“doubling” is not an option of Pişti."),
    ({"options": {"target": 0}}, TARGET),
    ({"options": {"target": -151}}, TARGET),
    ({"options": {"target": 151.0}}, TARGET),
    ({"options": {"target": "151"}}, TARGET),
    ({"options": {"target": True}}, TARGET),
    ({"options": {"target": None}}, TARGET),
    ({"options": {"most": "jacks"}}, MOST),
    ({"options": {"most": None}}, MOST),
    ({"options": {"most": 0}}, MOST),
    ({"options": {"teams": 1}}, TEAMS),
    ({"options": {"teams": "true"}}, TEAMS),
    ({"options": {"teams": None}}, TEAMS),
    ({"options": {"teams": True}}, TEAMS_OF_THREE),
    ({"first_dealer": None}, DEALER),
    ({"first_dealer": 3}, DEALER),
    ({"first_dealer": -1}, DEALER),
    ({"first_dealer": 1.0}, DEALER),
    ({"first_dealer": True}, DEALER),
    ({"first_dealer": "Eleni"}, DEALER),
    ({"deals": None}, DEALS),
    ({"deals": {}}, DEALS),
    ({"deals": "[]"}, DEALS),
    ({"deals": [{}, None]}, DEALS),
    ({"deals": [[]]}, DEALS),
]

VALID: list[dict[str, Any]] = [
    {},
    {"players": [{"id": ID, "name": "Eleni"}, "Deniz"]},
    {"players": [{"name": "Eleni", "colour": "red"}, {"id": None, "name": "Deniz"}]},
    {"players": ["Eleni", "Eleni"]},
    {"options": {}},
    {"options": {"target": 1}},
    {"options": {"target": 999_999_999}},
    {"options": {"target": 151, "most": "tricks", "teams": False}},
    {"options": {"teams": True}, "players": FOUR},
    {"first_dealer": 2},
    {"deals": []},
    {"deals": [{}]},
    {"deals": [{"id": None, "answers": None}]},
    {"deals": [{"answers": "wrong, but that is the deal's affair"}]},
    {"id": None, "started": None},
    {"id": ID, "started": "2026-11-20T19:30:00+02:00"},
    {"closed": False},
    {"closed": None},
    {"colour": "red", "points": [[1, 2]], "": {"": []}},
]


def altered(changes: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**PLAIN, **changes}.items() if value != GONE}


def refusal(value: Any) -> str:
    """Return the sentence that refuses a value."""
    with pytest.raises(Refused) as caught:
        read(value)
    assert caught.value.code == "document"
    return caught.value.words.translated(str)


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=str)
def test_an_invalid_document_is_refused(changes: dict[str, Any], sentence: str) -> None:
    reason = refusal(altered(changes))
    if sentence == UNKNOWN_GAME:
        assert reason.startswith(sentence)
        assert "pisti" in reason
    else:
        assert reason == sentence


@pytest.mark.parametrize("value", [None, True, 7, "scorekeeper.match/1", [], [PLAIN]], ids=str)
def test_only_an_object_is_a_match_document(value: Any) -> None:
    assert refusal(value) == "A match document must be a JSON object."


@pytest.mark.parametrize("changes", VALID, ids=str)
def test_a_valid_document_is_read(changes: dict[str, Any]) -> None:
    assert isinstance(read(altered(changes)), Document)


def test_missing_fields_have_defaults() -> None:
    document = read(PLAIN)
    assert document.setup.options == {"target": 151, "most": "tricks", "teams": False}
    assert (document.setup.first_dealer, document.deals, document.closed) == (0, [], False)


def test_a_player_of_a_circle_has_a_name() -> None:
    assert read(altered({"players": [{"id": ID, "name": "Eleni"}, "Deniz"]})).lineups[0].names == ["Eleni", "Deniz"]


@pytest.mark.parametrize(
    ("closed", "is_closed"), [(True, True), (False, False), (None, False), (1, False), ("true", False)]
)
def test_only_true_closes_a_match(closed: Any, is_closed: bool) -> None:
    assert read(altered({"closed": closed})).closed is is_closed


@pytest.mark.parametrize(("counts", "text"), [((4,), "4"), ((2, 3, 4), "2–4"), ((8, 4, 6), "4, 6, 8"), ((3, 3), "3")])
def test_numbers_of_players_that_follow_one_another_are_a_range(counts: tuple[int, ...], text: str) -> None:
    assert count_range(counts) == text

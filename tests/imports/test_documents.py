"""Match documents come in as what happened: each once, at its time, with the people whom the circle knows."""

import json
from typing import Any
from uuid import UUID

import pytest

from games import models, services
from games.export.period import documents
from games.match.scoring import document_from_log
from games.match.summary import name_of
from games.services import actions
from games.store.logs import log_of, logs_of
from tests.export.conftest import Table
from tests.imports.conftest import brought, everything, looked
from tests.rules.golden import CASES, document

STARTED = "2019-03-01T20:00:00+01:00"
MATCH: dict[str, Any] = {
    "format": "scorekeeper.match/1",
    "game": "bisca_tres",
    "players": ["Eleni", "Deniz"],
    "started": STARTED,
    "deals": [{"answers": {"points": [71, 49]}}, {"answers": {"points": [30, 90]}}],
}


@pytest.fixture
def home(someone: models.Person) -> models.Circle:
    return services.home_of(someone).circle


def names(documents: list[Any]) -> list[Any]:
    """But for who is meant by them."""
    return [{**one, "players": list(map(name_of, one["players"]))} for one in documents]


def in_home(home: models.Circle) -> list[Any]:
    rows = list(models.Match.objects.filter(circle=home, is_deleted=False).order_by("started", "-id"))
    return list(documents(rows)) if rows else []


@pytest.mark.slow
@pytest.mark.parametrize("form", ["list", "lines", "lines with a mark"])
def test_what_was_taken_home_comes_back(table: Table, someone: models.Person, home: models.Circle, form: str) -> None:
    evening = table.evening()
    actions.finish(match=evening["pisti"], **table.act)
    actions.change_options(match=evening["bisca_tres"], options={"lines": 10}, **table.act)
    taken = list(logs_of(table.circle.pk, evening.values()).values())
    was = [document_from_log(log) for log in taken]
    lines = b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\r\n\r\n" for one in was)
    data = json.dumps(was, indent=2) if form == "list" else (b"\xef\xbb\xbf" if form.endswith("mark") else b"") + lines
    sheets = {str(match): table.sheet(match) for match in evening.values()}
    raw = data.encode() if isinstance(data, str) else data
    found = looked(someone, raw, home)
    assert (found.new, found.refused) == (len(was), [])
    assert brought(someone, raw, home).matches == len(was)
    assert sorted(names(in_home(home)), key=str) == sorted(names(was), key=str)
    now = everything(home.pk)
    assert now["sheets"] == sheets  # the ids of matches and rounds are kept
    assert [(one["id"], one["date"]) for one in now["Evening"]] == [
        (one.id, one.date) for one in models.Evening.objects.filter(circle=table.circle)
    ]
    again = looked(someone, raw, home)
    assert (again.new, again.here, again.brings) == (0, len(was), False)
    assert brought(someone, raw, home).events == 0
    assert everything(home.pk) == now


@pytest.mark.slow
def test_every_golden_deal_comes_in_or_says_why(someone: models.Person, home: models.Circle) -> None:
    every = [document(case) for case in CASES]
    found = looked(someone, b"\n".join(json.dumps(one).encode() for one in every), home)
    assert found.new + found.here + found.refused_count == len(every)
    assert found.new > 100
    assert {one.code for one in found.refused} <= {"problem", "over", "data"}
    brought(someone, every, home)
    assert models.Match.objects.filter(circle=home).count() == found.new


def test_a_match_of_the_past_stands_at_its_time(someone: models.Person, home: models.Circle) -> None:
    brought(someone, MATCH, home)
    [match] = models.Match.objects.filter(circle=home)
    assert match.started.isoformat() == match.last.isoformat() == "2019-03-01T19:00:00+00:00"
    assert str(match.date) == "2019-03-01"
    [event, *_more] = models.Event.objects.filter(circle=home, kind="start")
    assert event.by == someone
    assert event.received.year > 2019  # it came in now, whatever it tells of


def test_without_a_time_it_begins_when_it_comes_in(someone: models.Person, home: models.Circle) -> None:
    brought(someone, {**MATCH, "started": None}, home)
    [match] = models.Match.objects.filter(circle=home)
    assert match.started >= someone.created.replace(microsecond=0)
    assert looked(someone, {**MATCH, "started": None}, home).here == 1


def test_without_an_id_the_same_is_the_same(someone: models.Person, home: models.Circle) -> None:
    later = {**MATCH, "started": "2019-03-08T20:00:00+01:00"}
    assert looked(someone, [MATCH, later, MATCH], home).here == 1
    assert brought(someone, [MATCH, later, MATCH], home).matches == 2
    assert looked(someone, [later, MATCH], home).here == 2
    assert looked(someone, {**MATCH, "closed": True}, home).new == 1  # something else happened there


def test_in_another_circle_it_is_another_match(someone: models.Person, home: models.Circle) -> None:
    other = services.create_own_circle(by=someone, name="Others").circle
    brought(someone, MATCH, home)
    brought(someone, MATCH, other)
    ids = models.Match.objects.values_list("circle", "id")
    assert len(set(ids)) == len({id for _circle, id in ids}) == 2


def test_what_is_here_already_and_differs_is_refused(table: Table) -> None:
    match = table.bisca()
    told = document_from_log(log_of(table.circle.pk, match))
    for change in (
        {"deals": told["deals"][:1]},
        {"players": ["Deniz", "Eleni"]},
        {"first_dealer": 1},
        {"closed": True},
        {"options": {"lines": 10}},
    ):
        found = looked(table.person, {**told, **change}, table.circle)
        assert [one.code for one in found.refused] == ["changed"], change
    assert looked(table.person, {**told, "id": told["id"].upper(), "seen": 7}, table.circle).here == 1
    actions.delete_match(match=match, **table.act)
    assert [one.code for one in looked(table.person, told, table.circle).refused] == ["deleted"]
    models.Event.objects.filter(match=match, kind="delete").update(received="2020-01-01T00:00:00Z")
    services.tidy()
    assert [one.code for one in looked(table.person, told, table.circle).refused] == ["deleted"]
    assert brought(table.person, told, table.circle).events == 0


REFUSED: list[tuple[Any, str]] = [
    ({"format": "scorekeeper.match/2"}, "The format of a match document is “scorekeeper.match/1”."),
    ({"game": "whist"}, "This game is not known here"),
    ({"players": ["Eleni"]}, "has 2 players, not 1"),
    ({"players": ["Eleni", " "]}, "A player's name has one letter at least and 200 at most."),
    ({"players": ["Eleni", "x" * 201]}, "A player's name has one letter at least and 200 at most."),
    ({"options": {"colour": 1}}, "“colour” is not an option"),
    ({"first_dealer": 2}, "The first dealer is a seat"),
    ({"started": "yesterday"}, "“started” is missing or not as it should be."),
    ({"started": 7}, "“started” is missing or not as it should be."),
    ({"deals": [{"answers": {"points": [71, 50]}}]}, "Round 1: The card points add up to 121; the pack has 120."),
    ({"deals": [{}, {"answers": 7}]}, "Round 2: “answers” is missing or not as it should be."),
    ({"deals": [{"answers": {"points": [120, 0], "all_tricks": 0}}] * 20}, "The match was over before this round."),
    ({"deals": [{}] * 1001}, "A match that is brought in has 1000 rounds at most."),
]


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=[words for _change, words in REFUSED])
def test_what_cannot_be_says_why_and_spoils_no_other(
    someone: models.Person, home: models.Circle, change: Any, words: str
) -> None:
    wrong = json.dumps(MATCH | change)
    found = looked(someone, f"{json.dumps(MATCH)}\n{wrong}\n7\n".encode(), home)
    assert (found.new, found.refused_count) == (1, 2)
    told, no_object = found.refused
    assert told.line == 2
    assert words in told.words.translate(str)
    assert no_object.words.translate(str) == "A match document is a JSON object."
    assert brought(someone, f"{wrong}\n{json.dumps(MATCH)}".encode(), home).matches == 1
    assert models.Player.objects.filter(circle=home).count() == 2  # nobody of a match that was refused


def seated(home: models.Circle) -> list[list[UUID | None]]:
    found = models.Match.objects.filter(circle=home).order_by("started")
    return [
        list(models.Seat.objects.filter(circle=home, match=one.id).order_by("seat").values_list("player", flat=True))
        for one in found
    ]


def at(day: int, **more: Any) -> Any:
    return {**MATCH, "started": f"2019-03-{day:02}T20:00:00+01:00", **more}


def test_a_name_is_the_player_who_has_it(someone: models.Person, home: models.Circle) -> None:
    eleni, other = UUID(int=1), UUID(int=2)
    actions.put_player(player=str(eleni), name="Eleni", by=someone, circle=home.pk)
    found = looked(someone, [at(1), at(2, players=["Deniz", {"id": str(other), "name": "Eleni"}])], home)
    assert found.names == (["Deniz"], ["Eleni"])
    brought(someone, [at(1), at(2, players=["Deniz ", {"id": str(other), "name": "Eleni"}])], home)
    [one, two] = seated(home)
    assert one[0] == two[1] == eleni
    assert one[1] == two[0]
    assert models.Player.objects.filter(circle=home).count() == 2


def test_an_id_that_is_known_says_who_it_is(someone: models.Person, home: models.Circle) -> None:
    eleni = UUID(int=1)
    actions.put_player(player=str(eleni), name="Eleni", by=someone, circle=home.pk)
    brought(someone, at(1, players=[{"id": str(eleni), "name": "Leni"}, "Eleni"]), home)
    [[first, second]] = seated(home)
    assert first == eleni
    assert second not in (eleni, None)  # nobody sits in two seats


def test_two_of_one_name_are_not_guessed_at(someone: models.Person, home: models.Circle) -> None:
    for number in (1, 2):
        actions.put_player(player=str(UUID(int=number)), name="Eleni", by=someone, circle=home.pk)
    brought(someone, [at(1), at(2), at(3, players=["Eleni", "Eleni"])], home)
    one, two, three = seated(home)
    assert one[0] == two[0] == three[0]
    assert len({UUID(int=1), UUID(int=2), *three}) == 4


def test_new_people_keep_their_ids(someone: models.Person, home: models.Circle) -> None:
    brought(someone, at(1, players=[{"id": str(UUID(int=9)), "name": "Eleni"}, {"id": "9", "name": "Deniz"}]), home)
    [[first, second]] = seated(home)
    assert first == UUID(int=9)
    assert models.Player.objects.get(circle=home, id=second).name == "Deniz"


def test_the_ids_of_rounds_are_kept_where_they_can_be(someone: models.Person, home: models.Circle) -> None:
    own = str(UUID(int=5))
    deals = [{"id": id, "answers": {"points": [71, 49]}} for id in (own, own, "3")]
    brought(someone, {**MATCH, "deals": deals}, home)
    [told] = in_home(home)
    assert told["deals"][0]["id"] == own
    assert len({deal["id"] for deal in told["deals"]}) == 3

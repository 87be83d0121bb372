"""Imports of match documents: each becomes the events of one match, with the known players of the circle."""

import json
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from django.db import OperationalError, connection

from games import models, services
from games.export.period import documents
from games.imports import matches
from games.imports.matches import Planner
from games.match.lineups import name_of
from games.match.log_document import document_from_log, with_times
from games.match.sheet import sheet_json
from games.services import actions, imports
from games.store import append, logs
from games.store.logs import LOG_CACHE, log_of, logs_of
from games.store.people import people_of
from games.store.rebuild import rebuild
from scorekeeper.away import is_away
from tests.export.conftest import ExportingTable
from tests.imports.conftest import circle_state, import_data, preview_data
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
    return services.home_membership(someone).circle


def names(documents: list[Any]) -> list[Any]:
    """Return the documents with names only, without ids of players."""
    return [
        {**match_document, "players": list(map(name_of, match_document["players"]))} for match_document in documents
    ]


def in_home(home: models.Circle) -> list[Any]:
    rows = list(models.Match.objects.filter(circle=home, is_deleted=False).order_by("started", "-id"))
    return list(documents(rows, people_of(rows[0].circle_id))) if rows else []


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("form", ["list", "lines", "lines with a mark"])
def test_exported_matches_can_be_imported_again(
    table: ExportingTable, someone: models.Person, home: models.Circle, form: str
) -> None:
    evening = table.evening()
    actions.finish(match=evening["pisti"], **table.act)
    actions.change_options(match=evening["bisca_tres"], options={"lines": 10}, **table.act)
    logs = list(logs_of(table.circle.pk, evening.values()).values())
    before = [with_times(document_from_log(log), log) for log in logs]
    lines = b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\r\n\r\n" for row in before)
    data = (
        json.dumps(before, indent=2) if form == "list" else (b"\xef\xbb\xbf" if form.endswith("mark") else b"") + lines
    )
    sheets = {str(match): table.sheet(match) for match in evening.values()}
    raw = data.encode() if isinstance(data, str) else data
    report = preview_data(someone, raw, home)
    assert (report.new, report.refused) == (len(before), [])
    assert import_data(someone, raw, home).matches == len(before)
    assert sorted(names(in_home(home)), key=str) == sorted(names(before), key=str)
    after = circle_state(home.pk)
    assert after["sheets"] == sheets  # ids of matches and rounds are the same
    assert [(row["id"], row["date"]) for row in after["Evening"]] == [
        (row.id, row.date) for row in models.Evening.objects.filter(circle=table.circle)
    ]
    second_report = preview_data(someone, raw, home)
    assert (second_report.new, second_report.unchanged, second_report.brings) == (0, len(before), False)
    assert import_data(someone, raw, home).events == 0
    assert circle_state(home.pk) == after


@pytest.mark.fifth
@pytest.mark.slow
def test_every_golden_deal_is_imported_or_refused_with_a_reason(someone: models.Person, home: models.Circle) -> None:
    documents_of_cases = [document(case) for case in CASES]
    report = preview_data(someone, b"\n".join(json.dumps(entry).encode() for entry in documents_of_cases), home)
    assert report.new + report.unchanged + report.refused_count == len(documents_of_cases)
    assert report.new > 100
    assert {entry.code for entry in report.refused} <= {"problem", "over", "data"}
    import_data(someone, documents_of_cases, home)
    assert models.Match.objects.filter(circle=home).count() == report.new


def test_impossible_round_of_an_earlier_version_is_imported_with_a_note(
    someone: models.Person, home: models.Circle
) -> None:
    """A file brings what was stored before."""
    answers = {"tricks": [3, 2], "pistis": [3, 2]}
    assert import_data(someone, {**MATCH, "game": "pisti", "deals": [{"answers": answers}]}, home).matches == 1
    [match] = models.Match.objects.filter(circle=home)
    sheet = sheet_json(log_of(home.pk, match.id), str)
    assert sheet is not None
    assert (sheet["totals"], [problem["weight"] for problem in sheet["problems"]]) == ([33, 20], ["note"])


def test_match_without_result_stays_without_result(someone: models.Person, home: models.Circle) -> None:
    entry = {**MATCH, "closed": True, "result": "none"}
    assert import_data(someone, entry, home).matches == 1
    [match] = models.Match.objects.filter(circle=home)
    sheet = sheet_json(log_of(home.pk, match.id), str)
    assert sheet is not None
    assert (sheet["finished"], sheet["winners"], sheet["places"]) == (True, [], [])
    [written] = in_home(home)
    assert (written["closed"], written["result"]) == (True, "none")
    again = preview_data(someone, json.dumps(written).encode(), home)
    assert (again.new, again.unchanged) == (0, 1)
    counted = preview_data(someone, json.dumps({**written, "result": None}).encode(), home)
    assert (counted.new, counted.unchanged) == (0, 0)  # it differs from the match that the circle has


def test_match_keeps_its_own_time(someone: models.Person, home: models.Circle) -> None:
    import_data(someone, MATCH, home)
    [match] = models.Match.objects.filter(circle=home)
    assert match.started.isoformat() == match.last.isoformat() == "2019-03-01T19:00:00+00:00"
    assert str(match.date) == "2019-03-01"
    [event, *_more] = models.Event.objects.filter(circle=home, kind="start")
    assert event.by == someone
    assert event.received.year > 2019  # the time of import, not of the match


def test_rounds_keep_their_times_and_matches_their_evening(someone: models.Person, home: models.Circle) -> None:
    """Five hours after the first match began, its last round was half an hour ago: the next match is the same evening."""
    late = "2019-03-02T00:30:00+01:00"
    first = {
        **MATCH,
        "deals": [{**MATCH["deals"][0]}, {**MATCH["deals"][1], "at": late}, {"answers": {"points": [61, 59]}}],
    }
    second = {**MATCH, "started": "2019-03-02T05:00:00+01:00", "id": str(uuid4())}
    import_data(someone, [first, second], home)
    rows = list(models.Match.objects.filter(circle=home).order_by("started"))
    assert [row.last.isoformat() for row in rows] == ["2019-03-01T23:30:00+00:00", "2019-03-02T04:00:00+00:00"]
    assert rows[0].evening == rows[1].evening
    [exported, _second] = in_home(home)
    assert [deal["at"] for deal in exported["deals"]] == [STARTED, late, late]
    assert preview_data(someone, exported, home).unchanged == 1
    assert preview_data(someone, [first, second], home).unchanged == 2


def test_match_without_time_gets_the_time_of_import(someone: models.Person, home: models.Circle) -> None:
    import_data(someone, {**MATCH, "started": None}, home)
    [match] = models.Match.objects.filter(circle=home)
    assert match.started >= someone.created.replace(microsecond=0)
    assert preview_data(someone, {**MATCH, "started": None}, home).unchanged == 1


def test_a_stored_match_is_folded_before_the_circle_is_locked(
    someone: models.Person, home: models.Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folding a long match takes half a second, in which nobody else could write."""
    stated = {**MATCH, "id": "6f1c1a52-9f50-4c43-8f0c-3f2f3a4f7a10"}
    assert import_data(someone, stated, home).matches == 1
    logs.LOG_CACHE.clear()
    folded_within: list[bool] = []
    fold = logs.fold_stored

    def noted_fold(*arguments: Any) -> Any:
        folded_within.append(connection.in_atomic_block and len(connection.savepoint_ids) > outer)
        return fold(*arguments)

    monkeypatch.setattr(logs, "fold_stored", noted_fold)
    outer = len(connection.savepoint_ids)  # of the test's own transaction
    assert import_data(someone, stated, home).matches == 0
    assert folded_within == [False]
    assert import_data(someone, stated, home).matches == 0
    assert folded_within == [False]  # the log is cached


def test_documents_are_judged_before_the_circle_is_locked(
    someone: models.Person, home: models.Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judging many rounds takes a second. If others changed players meanwhile, it is repeated, but never under the lock."""
    outer, planned = len(connection.savepoint_ids), list[tuple[bool, int]]()
    plan, validate = Planner.plan, matches.validate_for_log

    def noted_plan(self: Planner, identified: Any, logs: Any, effort: Any = None) -> Any:
        planned.append((len(connection.savepoint_ids) > outer, id(effort)))
        if len(planned) == 1:
            actions.put_player(by=someone, circle=home.pk, player=str(uuid4()), name="Eleni")
        return plan(self, identified, logs, effort)

    def noted_validate(*arguments: Any, **options: Any) -> None:
        assert len(connection.savepoint_ids) == outer
        validate(*arguments, **options)

    monkeypatch.setattr(Planner, "plan", noted_plan)
    monkeypatch.setattr(matches, "validate_for_log", noted_validate)
    monkeypatch.setattr(append, "validate_for_log", noted_validate)
    assert import_data(someone, MATCH, home).matches == 1
    assert [is_locked for is_locked, _effort in planned] == [False, False]
    assert planned[0][1] == planned[1][1]
    assert models.Player.objects.filter(circle=home, name="Eleni").count() == 1
    assert import_data(someone, {**MATCH, "players": ["Rui", "Deniz"]}, home).matches == 1
    assert len(planned) == 3


def test_rounds_of_other_matches_do_not_repeat_a_plan(
    someone: models.Person, home: models.Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[Any] = []
    plan = Planner.plan

    def noted_plan(*arguments: Any) -> Any:
        planned.append(arguments)
        start = {"game": "bisca_tres", "players": ["Rui", "Eva"]}
        actions.push_event("start", uuid4(), start, by=someone, circle=home.pk)
        return plan(*arguments)

    monkeypatch.setattr(Planner, "plan", noted_plan)
    assert import_data(someone, MATCH, home).matches == 1
    assert len(planned) == 1


def test_a_plan_is_repeated_a_few_times_at_most(
    someone: models.Person, home: models.Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may change players of the circle again and again. Then the client must try again later."""
    planned: list[Any] = []
    plan = Planner.plan

    def noted_plan(*arguments: Any) -> Any:
        planned.append(arguments)
        actions.put_player(by=someone, circle=home.pk, player=str(uuid4()), name=f"Player {len(planned)}")
        return plan(*arguments)

    monkeypatch.setattr(Planner, "plan", noted_plan)
    with pytest.raises(OperationalError) as caught:
        import_data(someone, MATCH, home)
    assert is_away(caught.value)  # the answer is 503
    assert len(planned) == imports.MOST_PLANS
    assert not models.Match.objects.filter(circle=home).exists()


def test_a_match_is_stored_whole_or_not(someone: models.Person, home: models.Circle) -> None:
    """An event of another match has the id that the import would give to a round of this one."""
    match, other, round = uuid4(), uuid4(), {"deal": str(uuid4()), "answers": {"points": [60, 60]}}
    actions.push_event("start", other, {"game": "bisca_tres", "players": ["Rui", "Eva"]}, by=someone, circle=home.pk)
    taken = {"id": str(uuid5(match, "deal 1")), "match": str(other), "kind": "deal", "data": round, "at": STARTED}
    assert not services.push(by=someone, circle=home.pk, events=[taken]).refused
    assert import_data(someone, [{**MATCH, "id": str(match)}, MATCH], home).matches == 1
    assert not models.Event.objects.filter(match=match).exists()
    assert models.Match.objects.filter(circle=home).count() == 2


def test_an_imported_match_is_as_if_it_was_read_again(someone: models.Person, home: models.Circle) -> None:
    import_data(someone, [MATCH, {**MATCH, "players": ["Rui", "Eva"], "closed": True}], home)
    before = circle_state(home.pk)
    LOG_CACHE.clear()
    rebuild(home.pk)
    assert circle_state(home.pk) == before


def test_equal_documents_without_id_are_one_match(someone: models.Person, home: models.Circle) -> None:
    later = {**MATCH, "started": "2019-03-08T20:00:00+01:00"}
    assert preview_data(someone, [MATCH, later, MATCH], home).unchanged == 1
    assert import_data(someone, [MATCH, later, MATCH], home).matches == 2
    assert preview_data(someone, [later, MATCH], home).unchanged == 2
    assert preview_data(someone, {**MATCH, "closed": True}, home).new == 1  # a different match


@pytest.mark.parametrize("unknown", [7, "x", [5], [{"number": 1}]])
def test_fields_that_a_format_does_not_have_may_hold_anything(
    someone: models.Person, home: models.Circle, unknown: Any
) -> None:
    data = {**MATCH, "changes": unknown}
    assert import_data(someone, data, home).matches == 1
    assert preview_data(someone, data, home).unchanged == 1


def test_same_document_in_another_circle_is_another_match(someone: models.Person, home: models.Circle) -> None:
    other = services.create_own_circle(by=someone, name="Others").circle
    import_data(someone, MATCH, home)
    import_data(someone, MATCH, other)
    ids = models.Match.objects.values_list("circle", "id")
    assert len(set(ids)) == len({id for _circle, id in ids}) == 2


def test_different_version_of_a_stored_match_is_refused(table: ExportingTable) -> None:
    match = table.bisca()
    stored = document_from_log(log_of(table.circle.pk, match))
    for change in (
        {"deals": stored["deals"][:1]},
        {"players": ["Deniz", "Eleni"]},
        {"first_dealer": 1},
        {"closed": True},
        {"options": {"lines": 10}},
    ):
        report = preview_data(table.person, {**stored, **change}, table.circle)
        assert [entry.code for entry in report.refused] == ["changed"], change
    assert preview_data(table.person, {**stored, "id": stored["id"].upper(), "seen": 7}, table.circle).unchanged == 1
    actions.delete_match(match=match, **table.act)
    assert [entry.code for entry in preview_data(table.person, stored, table.circle).refused] == ["deleted"]
    models.Event.objects.filter(match=match, kind="delete").update(received="2020-01-01T00:00:00Z")
    services.tidy_matches()
    assert [entry.code for entry in preview_data(table.person, stored, table.circle).refused] == ["deleted"]
    assert import_data(table.person, stored, table.circle).events == 0


REFUSED: list[tuple[Any, str]] = [
    ({"format": "scorekeeper.match/3"}, "The format of a match document must be “scorekeeper.match/1”."),
    ({"game": "whist"}, "Unknown game"),
    ({"players": ["Eleni"]}, "needs 2 players, not 1"),
    ({"players": ["Eleni", " "]}, "A player's name must have 1 to 200 characters."),
    ({"players": ["Eleni", "x" * 201]}, "A player's name must have 1 to 200 characters."),
    ({"options": {"colour": 1}}, "“colour” is not an option"),
    ({"first_dealer": 2}, "The first dealer must be a seat"),
    ({"started": "yesterday"}, "“started” is missing or invalid."),
    ({"deals": [{"answers": {}, "at": "yesterday"}]}, "“at” is missing or invalid."),
    ({"deals": [{"answers": {}, "at": 7}]}, "“at” is missing or invalid."),
    ({"started": 7}, "“started” is missing or invalid."),
    (
        {"deals": [{"answers": {"points": [71, 50]}}]},
        "Round 1: The card points add up to 121; they must add up to 120.",
    ),
    ({"deals": [{}, {"answers": 7}]}, "Round 2: “answers” is missing or invalid."),
    (
        {"deals": [{"answers": {"points": [120, 0], "all_tricks": 0}}] * 20},
        "The match had already ended before this round.",
    ),
    ({"deals": [{}] * 1001}, "An imported match can have at most 1000 rounds."),
]


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=[words for _change, words in REFUSED])
def test_invalid_document_is_refused_and_others_are_imported(
    someone: models.Person, home: models.Circle, change: Any, words: str
) -> None:
    wrong = json.dumps(MATCH | change)
    report = preview_data(someone, f"{json.dumps(MATCH)}\n{wrong}\n7\n".encode(), home)
    assert (report.new, report.refused_count) == (1, 2)
    refused, no_object = report.refused
    assert refused.line == 2
    assert words in refused.words.translated(str)
    assert no_object.words.translated(str) == "A match document must be a JSON object."
    assert import_data(someone, f"{wrong}\n{json.dumps(MATCH)}".encode(), home).matches == 1
    assert models.Player.objects.filter(circle=home).count() == 2  # a refused match adds no players


def players_by_seat(home: models.Circle) -> list[list[UUID | None]]:
    matches = models.Match.objects.filter(circle=home).order_by("started")
    return [
        list(models.Seat.objects.filter(circle=home, match=match.id).order_by("seat").values_list("player", flat=True))
        for match in matches
    ]


def at(day: int, **changes: Any) -> Any:
    return {**MATCH, "started": f"2019-03-{day:02}T20:00:00+01:00", **changes}


def test_unique_name_means_the_player_with_this_name(someone: models.Person, home: models.Circle) -> None:
    eleni, other = UUID(int=1), UUID(int=2)
    actions.put_player(player=str(eleni), name="Eleni", by=someone, circle=home.pk)
    report = preview_data(someone, [at(1), at(2, players=["Deniz", {"id": str(other), "name": "Eleni"}])], home)
    assert report.names == (["Deniz"], ["Eleni"])
    import_data(someone, [at(1), at(2, players=["Deniz ", {"id": str(other), "name": "Eleni"}])], home)
    [first, second] = players_by_seat(home)
    assert first[0] == second[1] == eleni
    assert first[1] == second[0]
    assert models.Player.objects.filter(circle=home).count() == 2


def test_known_id_decides_over_the_name(someone: models.Person, home: models.Circle) -> None:
    eleni = UUID(int=1)
    actions.put_player(player=str(eleni), name="Eleni", by=someone, circle=home.pk)
    import_data(someone, at(1, players=[{"id": str(eleni), "name": "Leni"}, "Eleni"]), home)
    [[first, second]] = players_by_seat(home)
    assert first == eleni
    assert second not in (eleni, None)  # one player cannot have two seats


def test_ambiguous_name_becomes_a_new_player(someone: models.Person, home: models.Circle) -> None:
    for number in (1, 2):
        actions.put_player(player=str(UUID(int=number)), name="Eleni", by=someone, circle=home.pk)
    import_data(someone, [at(1), at(2), at(3, players=["Eleni", "Eleni"])], home)
    first, second, third = players_by_seat(home)
    assert first[0] == second[0] == third[0]
    assert len({UUID(int=1), UUID(int=2), *third}) == 4


def test_new_players_keep_their_ids(someone: models.Person, home: models.Circle) -> None:
    import_data(someone, at(1, players=[{"id": str(UUID(int=9)), "name": "Eleni"}, {"id": "9", "name": "Deniz"}]), home)
    [[first, second]] = players_by_seat(home)
    assert first == UUID(int=9)
    assert models.Player.objects.get(circle=home, id=second).name == "Deniz"


def test_valid_ids_of_rounds_are_kept(someone: models.Person, home: models.Circle) -> None:
    valid = str(UUID(int=5))
    deals = [{"id": id, "answers": {"points": [71, 49]}} for id in (valid, valid, "3")]
    import_data(someone, {**MATCH, "deals": deals}, home)
    [stored] = in_home(home)
    assert stored["deals"][0]["id"] == valid
    assert len({deal["id"] for deal in stored["deals"]}) == 3

"""Changing an evening: the events, the refusals, and the same result after a rebuild."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models
from games.match.errors import Refused
from games.store.rebuild import rebuild
from games.web.evenings.change import SplitEveningView
from tests.web.evenings.conftest import Cast

pytestmark = pytest.mark.fifth


@pytest.fixture
def matches(cast: Cast) -> list[UUID]:
    """Three matches of one evening, and one of the next day."""
    times = ("2026-11-20T19:00:00+02:00", "2026-11-20T20:00:00+02:00", "2026-11-20T21:00:00+02:00", "2026-11-21")
    return [cast.play(time) for time in times]


def evenings(cast: Cast) -> list[set[UUID]]:
    """Return the matches of each evening in order, and check that a rebuild changes nothing."""
    assert rebuild(cast.circle.pk) == []
    rows_of_evenings = models.Evening.objects.filter(circle=cast.circle, begins__isnull=False).order_by("begins")
    rows = models.Match.objects.filter(circle=cast.circle, is_deleted=False)
    return [set(rows.filter(evening=row.id).values_list("id", flat=True)) for row in rows_of_evenings]


def evening_of(match: UUID) -> models.Evening:
    [evening] = models.Evening.objects.filter(id__in=models.Match.objects.filter(id=match).values("evening"))
    return evening


def event_count(cast: Cast) -> int:
    return models.Event.objects.filter(circle=cast.circle, kind="evening").count()


def test_words_are_written_and_cleared(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    deniz, path = open_browser(cast.deniz), f"/evenings/{matches[0]}/words/"
    form = {"name": "Name day", "place": "at Eleni’s", "note": "The new deck\r\nlacks the 2.\n"}
    assert deniz.post(path, form)["Location"] == f"/evenings/{matches[0]}/"
    evening = evening_of(matches[0])
    assert (evening.name, evening.place, evening.note) == ("Name day", "at Eleni’s", "The new deck lacks the 2.")
    assert 'value="Name day"' in deniz.get(path).text
    deniz.post(path, {"name": "", "place": "at Eleni’s", "note": "The new deck lacks the 2."})
    assert evening_of(matches[0]).name == ""
    last = models.Event.objects.filter(circle=cast.circle, kind="evening").latest("seq")
    words = {name: text for name, text in last.data.items() if name not in ("evening", "matches")}
    assert (words, last.by) == ({"name": ""}, cast.deniz)  # only the changed word
    assert len(evenings(cast)) == 2


def test_named_or_followed_evening_stays_without_its_first_match(
    cast: Cast, open_browser: Any, matches: list[UUID]
) -> None:
    first, *rest, _of_next_day = matches
    open_browser(cast.eleni).post(f"/evenings/{first}/words/", {"name": "Name day", "place": "", "note": ""})
    late = cast.play("2026-11-20T23:50:00+02:00")
    assert evening_of(late).id == first
    cast.to_follow(first, "evening")
    cast.delete(first)
    assert {evening_of(match).id for match in [*rest, late]} == {first}
    assert models.Evening.objects.get(id=first).name == "Name day"


def test_saving_unchanged_words_writes_nothing(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    open_browser(cast.eleni).post(f"/evenings/{matches[0]}/words/", {"name": "", "place": "", "note": ""})
    assert event_count(cast) == 0


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("name", "x" * 201, "Use at most 200 characters"),
        ("place", "a\x01b", "The text contains a control character."),
        ("note", "x" * 2001, "Use at most 2000 characters"),
    ],
)
def test_invalid_words_are_reported_beside_their_field(
    cast: Cast, open_browser: Any, matches: list[UUID], field: str, value: str, error: str
) -> None:
    form = {"name": "Kept", "place": "", "note": "", field: value}
    page = open_browser(cast.eleni).post(f"/evenings/{matches[0]}/words/", form).text
    assert error in page.partition(f'id="id_{field}"')[2]
    assert event_count(cast) == 0


@pytest.mark.parametrize("ticked", [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2)])
def test_chosen_matches_become_an_evening(
    cast: Cast, open_browser: Any, matches: list[UUID], ticked: tuple[int, ...]
) -> None:
    cast.change_evening(matches[0], name="Name day")
    error = {"matches": [str(matches[number]) for number in ticked]}
    page = open_browser(cast.deniz).post(f"/evenings/{matches[0]}/split/", error)["Location"]
    new = {matches[number] for number in ticked}
    assert {frozenset(ids) for ids in evenings(cast)} == {
        frozenset(new),
        frozenset({*matches[:3]} - new),
        frozenset(matches[3:]),
    }
    assert UUID(page.split("/")[2]) == evening_of(matches[ticked[0]]).id
    stays = min({*range(3)} - {*ticked})
    assert evening_of(matches[stays]).name == "Name day"


@pytest.mark.parametrize(
    ("ticked", "error"),
    [
        ([], "Tick the matches to move to another evening."),
        ([0, 1, 2], "Keep at least one match here; the ticked ones move to a new evening."),
        ([3], "Choose one of the options shown."),
    ],
)
def test_invalid_split_is_reported(
    cast: Cast, open_browser: Any, matches: list[UUID], ticked: list[int], error: str
) -> None:
    form = {"matches": [str(matches[number]) for number in ticked]}
    assert error in open_browser(cast.eleni).post(f"/evenings/{matches[0]}/split/", form).text
    assert event_count(cast) == 0


def opened_split(browser: Any, path: str) -> str:
    """Return the id in the form that divides an evening."""
    return str(re.findall(r'name="id" value="([0-9a-f-]{36})"', browser.get(path).text)[0])


def test_a_form_that_comes_twice_divides_an_evening_once(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    eleni, path = open_browser(cast.eleni), f"/evenings/{matches[0]}/split/"
    form = {"id": opened_split(eleni, path), "matches": [str(match) for match in matches[1:3]]}
    pages = {eleni.post(path, form)["Location"] for _time in range(2)}
    assert pages == {f"/evenings/{form['id']}/"}
    assert eleni.get(*pages).status_code == 200
    assert evenings(cast) == [{matches[0]}, {*matches[1:3]}, {matches[3]}]
    assert event_count(cast) == 2


def test_a_form_that_comes_twice_at_once_creates_no_empty_evening(
    cast: Cast, open_browser: Any, matches: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second form has passed all checks before the first one is written."""
    eleni, path, pages = open_browser(cast.eleni), f"/evenings/{matches[0]}/split/", []
    form = {"id": opened_split(eleni, path), "matches": [str(matches[2])]}
    act = SplitEveningView.act

    def act_after_another_one(view: SplitEveningView, data: dict[str, Any]) -> None:
        monkeypatch.setattr(SplitEveningView, "act", act)
        pages.append(open_browser(cast.eleni).post(path, form)["Location"])
        act(view, data)

    monkeypatch.setattr(SplitEveningView, "act", act_after_another_one)
    pages.append(eleni.post(path, form)["Location"])
    assert [eleni.get(page).status_code for page in pages] == [200, 200]
    assert evenings(cast) == [{*matches[:2]}, {matches[2]}, {matches[3]}]
    assert not models.Evening.objects.filter(circle=cast.circle, begins=None).exists()


def test_other_matches_in_the_same_form_become_another_evening(
    cast: Cast, open_browser: Any, matches: list[UUID]
) -> None:
    eleni, path = open_browser(cast.eleni), f"/evenings/{matches[0]}/split/"
    id = opened_split(eleni, path)
    for match in matches[1:3]:
        assert eleni.post(path, {"id": id, "matches": [str(match)]}).status_code == 302
    assert evenings(cast) == [{match} for match in matches]


def test_an_evening_is_divided_completely_or_not_at_all(
    cast: Cast, open_browser: Any, matches: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    change = SplitEveningView.change

    def refuse_the_second(view: SplitEveningView, evening: UUID, **changes: Any) -> None:
        if evening != matches[0]:
            raise Refused("many_moved", "Too many.")
        change(view, evening, **changes)

    monkeypatch.setattr(SplitEveningView, "change", refuse_the_second)
    page = open_browser(cast.eleni).post(f"/evenings/{matches[0]}/split/", {"matches": [str(matches[2])]})
    assert (page.status_code, "Too many." in page.text) == (422, True)
    assert (event_count(cast), len(evenings(cast))) == (0, 2)


def test_two_evenings_are_merged_and_split_again(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    cast.change_evening(matches[0], place="at Eleni’s", note="ours")
    cast.change_evening(matches[3], name="Name day", place="elsewhere")
    eleni, path = open_browser(cast.eleni), f"/evenings/{matches[0]}/merge/"
    assert "Name day, Saturday, 21 Nov 2026" in eleni.get(path).text
    assert eleni.post(path, {"other": str(matches[3])})["Location"] == f"/evenings/{matches[0]}/"
    assert evenings(cast) == [{*matches}]
    evening = evening_of(matches[3])
    assert (evening.name, evening.place, evening.note) == ("Name day", "at Eleni’s", "ours")
    eleni.post(f"/evenings/{matches[0]}/split/", {"matches": [str(matches[3])]})
    assert evenings(cast) == [{*matches[:3]}, {matches[3]}]


def test_only_near_evenings_are_offered_for_merging(cast: Cast, open_browser: Any) -> None:
    days = [cast.play(f"2026-03-{day:02}") for day in range(1, 10)]
    page = open_browser(cast.eleni).get(f"/evenings/{days[4]}/merge/").text
    assert [day for day in days if f'value="{day}"' in page] == [*days[1:4], *days[5:8]]
    for other in (days[0], uuid4()):
        answer = open_browser(cast.eleni).post(f"/evenings/{days[4]}/merge/", {"other": str(other)})
        assert "Choose one of the options shown." in answer.text
    assert event_count(cast) == 0


def test_single_evening_cannot_be_merged(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    assert "No other evening yet." in open_browser(cast.eleni).get(f"/evenings/{match}/merge/").text


def test_later_match_joins_a_changed_evening(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    open_browser(cast.eleni).post(f"/evenings/{matches[0]}/split/", {"matches": [str(matches[2])]})
    late = cast.play("2026-11-20T22:00:00+02:00")
    assert evenings(cast) == [{*matches[:2]}, {matches[2], late}, {matches[3]}]


def test_reader_is_offered_no_changes(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    page = open_browser(cast.zeynep).get(f"/evenings/{matches[0]}/").text
    for act in ("words", "split", "merge"):
        assert f"/{act}/" not in page
        assert f'href="/evenings/{matches[0]}/{act}/"' in open_browser(cast.deniz).get(f"/evenings/{matches[0]}/").text
    assert "/invite/" not in page
    assert "/new/" not in page


def test_evening_is_followed_by_a_link(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    eleni = open_browser(cast.eleni)
    assert f"/invite/?match={matches[2]}&amp;purpose=evening" in eleni.get(f"/evenings/{matches[0]}/").text
    page = eleni.get(f"/invite/?match={matches[2]}&purpose=evening").text
    assert re.search('<input [^>]*value="evening"[^>]*checked', page)
    assert f'href="/evenings/{matches[0]}/"' in page
    eleni.post(f"/invite/?match={matches[2]}&purpose=evening", {"purpose": "evening", "until": "week"})
    invitation = models.Invitation.objects.get(by=cast.eleni)
    assert (invitation.purpose, invitation.thing) == ("evening", matches[0])
    page = eleni.get(f"/invite/?match={matches[2]}&purpose=nonsense").text
    assert re.search('<input [^>]*value="match"[^>]*checked', page)


def test_earlier_match_starts_at_the_end_of_this_evening(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    link = f"/new/?day=2026-11-20&amp;time=21:00&amp;circle={cast.circle.pk}"
    assert f'href="{link}"' in open_browser(cast.deniz).get(f"/evenings/{matches[0]}/").text
    deniz, players = open_browser(cast.deniz), [cast.players[name] for name in ("Eleni", "Deniz")]
    seats = {f"seat-{number}": player for number, player in enumerate(players)}
    deniz.post("/new/", {"game": "bisca_tres", **seats, "day": "2026-11-20", "time": "21:00", "start": "1"})
    assert [len(ids) for ids in evenings(cast)] == [4, 1]

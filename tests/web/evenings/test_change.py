"""An evening changed by hand: what is written, what is refused, and that a rebuild leaves it so."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models
from games.store.rebuild import rebuild
from tests.web.evenings.conftest import Cast


@pytest.fixture
def matches(cast: Cast) -> list[UUID]:
    """Three of one evening, and one of the next day."""
    times = ("2026-11-20T19:00:00+02:00", "2026-11-20T20:00:00+02:00", "2026-11-20T21:00:00+02:00", "2026-11-21")
    return [cast.play(time) for time in times]


def evenings(cast: Cast) -> list[set[UUID]]:
    """The matches of each, in time; worked out anew it is the same."""
    assert rebuild(cast.circle.pk) == []
    found = models.Evening.objects.filter(circle=cast.circle, begins__isnull=False).order_by("begins")
    rows = models.Match.objects.filter(circle=cast.circle, is_deleted=False)
    return [set(rows.filter(evening=one.id).values_list("id", flat=True)) for one in found]


def evening_of(match: UUID) -> models.Evening:
    [found] = models.Evening.objects.filter(id__in=models.Match.objects.filter(id=match).values("evening"))
    return found


def written(cast: Cast) -> int:
    return models.Event.objects.filter(circle=cast.circle, kind="evening").count()


def test_its_words_are_written_and_taken_back(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    deniz, path = open_browser(cast.deniz), f"/evenings/{matches[0]}/words/"
    said = {"name": "Name day", "place": "at Eleni’s", "note": "The new deck\r\nlacks the 2.\n"}
    assert deniz.post(path, said)["Location"] == f"/evenings/{matches[0]}/"
    found = evening_of(matches[0])
    assert (found.name, found.place, found.note) == ("Name day", "at Eleni’s", "The new deck lacks the 2.")
    assert 'value="Name day"' in deniz.get(path).text
    deniz.post(path, {"name": "", "place": "at Eleni’s", "note": "The new deck lacks the 2."})
    assert evening_of(matches[0]).name == ""
    last = models.Event.objects.filter(circle=cast.circle, kind="evening").latest("seq")
    words = {name: text for name, text in last.data.items() if name not in ("evening", "matches")}
    assert (words, last.by) == ({"name": ""}, cast.deniz)  # no word but what is new
    assert len(evenings(cast)) == 2


def test_named_or_followed_it_stays_without_its_first_match(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    first, *rest, _of_next_day = matches
    open_browser(cast.eleni).post(f"/evenings/{first}/words/", {"name": "Name day", "place": "", "note": ""})
    late = cast.play("2026-11-20T23:50:00+02:00")
    assert evening_of(late).id == first
    cast.to_follow(first, "evening")
    cast.delete(first)
    assert {evening_of(match).id for match in [*rest, late]} == {first}
    assert models.Evening.objects.get(id=first).name == "Name day"


def test_saving_what_stood_there_writes_nothing(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    open_browser(cast.eleni).post(f"/evenings/{matches[0]}/words/", {"name": "", "place": "", "note": ""})
    assert written(cast) == 0


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", "x" * 201, "Ensure this value has at most 200 characters"),
        ("place", "a\x01b", "A control character stands in a text."),
        ("note", "x" * 2001, "Ensure this value has at most 2000 characters"),
    ],
)
def test_words_that_cannot_be_are_told_beside_their_field(
    cast: Cast, open_browser: Any, matches: list[UUID], field: str, value: str, told: str
) -> None:
    said = {"name": "Kept", "place": "", "note": "", field: value}
    page = open_browser(cast.eleni).post(f"/evenings/{matches[0]}/words/", said).text
    assert told in page.partition(f'id="id_{field}"')[2]
    assert written(cast) == 0


@pytest.mark.parametrize("ticked", [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2)])
def test_any_of_its_matches_become_an_evening_of_their_own(
    cast: Cast, open_browser: Any, matches: list[UUID], ticked: tuple[int, ...]
) -> None:
    cast.tell(matches[0], name="Name day")
    told = {"matches": [str(matches[number]) for number in ticked]}
    page = open_browser(cast.deniz).post(f"/evenings/{matches[0]}/split/", told)["Location"]
    new = {matches[number] for number in ticked}
    assert {frozenset(one) for one in evenings(cast)} == {
        frozenset(new),
        frozenset({*matches[:3]} - new),
        frozenset(matches[3:]),
    }
    assert UUID(page.split("/")[2]) == evening_of(matches[ticked[0]]).id
    stays = min({*range(3)} - {*ticked})
    assert evening_of(matches[stays]).name == "Name day"


@pytest.mark.parametrize(
    ("ticked", "told"),
    [
        ([], "Tick the matches that were another evening."),
        ([0, 1, 2], "Leave one match at least: the others are another evening."),
        ([3], "This is not among those offered here."),
    ],
)
def test_a_split_that_cannot_be_is_told(
    cast: Cast, open_browser: Any, matches: list[UUID], ticked: list[int], told: str
) -> None:
    said = {"matches": [str(matches[number]) for number in ticked]}
    assert told in open_browser(cast.eleni).post(f"/evenings/{matches[0]}/split/", said).text
    assert written(cast) == 0


def test_two_evenings_become_one_and_two_again(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    cast.tell(matches[0], place="at Eleni’s", note="ours")
    cast.tell(matches[3], name="Name day", place="elsewhere")
    eleni, path = open_browser(cast.eleni), f"/evenings/{matches[0]}/merge/"
    assert "Name day, Saturday, Nov. 21, 2026" in eleni.get(path).text
    assert eleni.post(path, {"other": str(matches[3])})["Location"] == f"/evenings/{matches[0]}/"
    assert evenings(cast) == [{*matches}]
    found = evening_of(matches[3])
    assert (found.name, found.place, found.note) == ("Name day", "at Eleni’s", "ours")
    eleni.post(f"/evenings/{matches[0]}/split/", {"matches": [str(matches[3])]})
    assert evenings(cast) == [{*matches[:3]}, {matches[3]}]


def test_only_the_evenings_round_about_are_offered_to_be_made_one(cast: Cast, open_browser: Any) -> None:
    days = [cast.play(f"2026-03-{day:02}") for day in range(1, 10)]
    page = open_browser(cast.eleni).get(f"/evenings/{days[4]}/merge/").text
    assert [day for day in days if f'value="{day}"' in page] == [*days[1:4], *days[5:8]]
    for other in (days[0], uuid4()):
        said = open_browser(cast.eleni).post(f"/evenings/{days[4]}/merge/", {"other": str(other)})
        assert "This is not among those offered here." in said.text
    assert written(cast) == 0


def test_alone_it_can_be_made_one_with_nothing(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    assert "There is no other evening yet." in open_browser(cast.eleni).get(f"/evenings/{match}/merge/").text


def test_what_comes_later_joins_what_a_hand_has_made(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    open_browser(cast.eleni).post(f"/evenings/{matches[0]}/split/", {"matches": [str(matches[2])]})
    late = cast.play("2026-11-20T22:00:00+02:00")
    assert evenings(cast) == [{*matches[:2]}, {matches[2], late}, {matches[3]}]


def test_who_only_looks_is_offered_nothing_to_change(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    page = open_browser(cast.zeynep).get(f"/evenings/{matches[0]}/").text
    for act in ("words", "split", "merge"):
        assert f"/{act}/" not in page
        assert f'href="/evenings/{matches[0]}/{act}/"' in open_browser(cast.deniz).get(f"/evenings/{matches[0]}/").text
    assert "/invite/" not in page
    assert "/new/" not in page


def test_others_may_follow_it_by_a_link(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    eleni = open_browser(cast.eleni)
    assert f"/invite/?match={matches[2]}&amp;purpose=evening" in eleni.get(f"/evenings/{matches[0]}/").text
    page = eleni.get(f"/invite/?match={matches[2]}&purpose=evening").text
    assert 'value="evening" selected' in page
    assert f'href="/evenings/{matches[0]}/"' in page
    eleni.post(f"/invite/?match={matches[2]}&purpose=evening", {"purpose": "evening", "until": "week"})
    made = models.Invitation.objects.get(by=cast.eleni)
    assert (made.purpose, made.thing) == ("evening", matches[0])
    assert 'value="match" selected' in eleni.get(f"/invite/?match={matches[2]}&purpose=nonsense").text


def test_a_match_from_paper_is_put_where_this_evening_ended(cast: Cast, open_browser: Any, matches: list[UUID]) -> None:
    link = "/new/?day=2026-11-20&amp;time=21:00"
    assert f'href="{link}"' in open_browser(cast.deniz).get(f"/evenings/{matches[0]}/").text
    deniz, players = open_browser(cast.deniz), [cast.players[name] for name in ("Eleni", "Deniz")]
    seats = {f"seat-{number}": player for number, player in enumerate(players)}
    deniz.post("/new/", {"game": "bisca_tres", **seats, "day": "2026-11-20", "time": "21:00", "start": "1"})
    assert [len(one) for one in evenings(cast)] == [4, 1]

"""A form goes to the group of its page, although the person has chosen or joined another group since."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games import models, services
from games.models import Role
from tests.imports.test_source import TEXT
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.writers import Writer
from tests.web.test_change_form import OpenedForm

pytestmark = pytest.mark.django_db


class Divided:
    """A person with two groups, Family and Work, of which Family is the current one."""

    def __init__(self) -> None:
        self.person, self.family = services.make_person("Eleni", "Family")
        _deniz, self.work = services.make_person("Deniz", "Work")
        models.Membership.objects.create(circle=self.work, person=self.person, role=Role.SCORER)
        self.browser = Client()
        self.browser.force_login(self.person)
        self.choose(self.family)

    def choose(self, circle: models.Circle) -> None:
        assert services.choose_circle(by=self.person, circle=circle.pk)

    def leave(self) -> None:
        models.Membership.objects.filter(circle=self.family, person=self.person).delete()

    def places(self, model: Any) -> list[str]:
        return list(model.objects.values_list("circle__name", flat=True))


@pytest.fixture
def divided() -> Divided:
    return Divided()


def start_match(form: OpenedForm) -> Any:
    for name in ("Anna", "Bert"):
        form.send(press="name", new_player=name, game="points")
    return form.send()


@pytest.mark.parametrize("address", ["/new/?game=points", "/new/"])
def test_a_new_match_goes_to_the_group_of_its_page(divided: Divided, address: str) -> None:
    form = OpenedForm(divided.browser, address)
    form.path = "/new/"
    divided.choose(divided.work)
    assert start_match(form).status_code == 303
    assert divided.places(models.Match) == ["Family"]
    assert set(divided.places(models.Player)) == {"Family"}


@pytest.mark.parametrize("origin", ["match", "home"])
def test_a_rematch_goes_to_the_group_of_its_match(divided: Divided, origin: str) -> None:
    """The page of a match may be of another group than the current one."""
    writer = Writer(divided.person, divided.family)
    match = writer.start(PlayedEvening("points", 2, [], target=10), [{"points": [12, 5]}])
    if origin == "match":
        divided.choose(divided.work)
    text = divided.browser.get(f"/table/{match}/" if origin == "match" else "/").text
    form = OpenedForm(divided.browser, "/new/")
    form.read("<main" + re.findall(r'<form[^>]* method="post"\s+action="/new/".*?</form>', text, re.DOTALL)[0])
    divided.choose(divided.work)
    assert form.send().status_code == 303
    assert divided.places(models.Match) == ["Family"] * 2


def test_another_game_offers_the_players_of_its_match(divided: Divided) -> None:
    form = OpenedForm(divided.browser, "/new/?game=points")
    form.path = "/new/"
    start_match(form)
    divided.choose(divided.work)
    assert "Anna" not in divided.browser.get("/new/").text
    assert "Anna" in divided.browser.get("/new/", {"circle": str(divided.family.pk)}).text


@pytest.mark.parametrize(
    ("address", "typed", "model"),
    [
        ("/seasons/new/", {"name": "Winter"}, models.Season),
        ("/custom-games/new/", {"name": "Yaniv"}, models.CustomGame),
    ],
    ids=["season", "custom game"],
)
def test_a_season_and_a_game_go_to_the_group_of_their_page(
    divided: Divided, address: str, typed: dict[str, str], model: Any
) -> None:
    form = OpenedForm(divided.browser, address)
    divided.choose(divided.work)
    assert form.send(**typed).status_code == 302
    assert divided.places(model) == ["Family"]


@pytest.mark.parametrize("groups", [1, 2])
def test_an_import_goes_to_the_group_of_its_preview(divided: Divided, groups: int) -> None:
    if groups == 1:
        models.Membership.objects.filter(circle=divided.work, person=divided.person).delete()
    form = OpenedForm(divided.browser, "/import/")
    preview = divided.browser.post("/import/", form.values | {"text": TEXT})
    assert "Import into Family" in preview.text
    confirm = OpenedForm(divided.browser, "/import/")
    confirm.read(preview.text)
    confirm.path = "/import/in/"
    models.Membership.objects.get_or_create(circle=divided.work, person=divided.person, defaults={"role": Role.SCORER})
    divided.choose(divided.work)
    assert confirm.send().status_code == 303
    assert divided.places(models.Match) == ["Family"]


def test_a_deletion_is_of_the_group_on_its_page(divided: Divided) -> None:
    models.Membership.objects.filter(circle=divided.work, person=divided.person).update(role=Role.OWNER)
    form = OpenedForm(divided.browser, "/circle/delete/")
    divided.choose(divided.work)
    form.send(sure="on")
    assert list(models.Circle.objects.exclude(deleted=None).values_list("name", flat=True)) == ["Family"]


@pytest.mark.parametrize("address", ["/new/", "/seasons/new/", "/custom-games/new/"])
@pytest.mark.parametrize("circle", ["left", "unknown", "no id"])
def test_a_form_of_a_group_that_was_left_writes_nothing(divided: Divided, address: str, circle: str) -> None:
    form = OpenedForm(divided.browser, address)
    divided.leave()
    form.values["circle"] = [{"left": str(divided.family.pk), "unknown": str(uuid4()), "no id": "Family"}[circle]]
    assert form.send(name="Winter").status_code == 404
    assert [model.objects.count() for model in (models.Match, models.Season, models.CustomGame)] == [0, 0, 0]


def test_an_import_into_a_group_that_was_left_says_so(divided: Divided) -> None:
    form = OpenedForm(divided.browser, "/import/")
    divided.leave()
    answer = divided.browser.post("/import/", form.values | {"text": TEXT})
    assert answer.status_code == 422
    assert "You can no longer write in this group." in answer.text
    assert models.Match.objects.count() == 0
    form.read(answer.text)
    assert '<select name="into"' in answer.text  # with the group that is left
    form.values["into"] = [str(divided.work.pk)]
    assert "Import into Work" in divided.browser.post("/import/", form.values | {"text": TEXT}).text

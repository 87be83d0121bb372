"""`manage.py demo`: what it prints, what it leaves alone, and that its pages answer."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from games import models, services
from games.demo.fill import circle_of
from games.store.rebuild import rebuild

pytestmark = pytest.mark.django_db


def demo(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue().splitlines()


def signed_in(said: list[str], host: str = "http://testserver") -> Client:
    """Through the link, as people come in."""
    client = Client()
    assert said[-1].startswith(host)
    answer = client.post(said[-1].removeprefix(host))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    return client


@pytest.mark.slow
def test_a_year_is_there_and_its_pages_answer() -> None:
    said = demo("--at", "http://testserver/")
    circle = models.Circle.objects.get(pk=circle_of(1))
    client = signed_in(said)
    matches = models.Match.objects.filter(circle=circle)
    evenings = models.Evening.objects.filter(circle=circle, begins__isnull=False)
    assert said[0] == (
        f"10 people have played {matches.count() - 1} matches on {evenings.count() - 1} evenings, and are at one now."
    )
    for path in ("/", reverse("evenings"), *(reverse("evening", args=[one.id]) for one in evenings)):
        assert client.get(path).status_code == 200, path
    for match in matches[:20]:
        for name in ("table", "sheet"):
            answer = client.get(reverse(name, args=[match.id]), follow=True)
            assert answer.status_code == 200
    assert list(rebuild(circle.pk)) == []  # the log alone tells all of it
    assert set(models.Event.objects.filter(circle=circle).values_list("by_name", flat=True)) == {"Eleni", "Deniz"}


@pytest.mark.slow
def test_run_again_it_is_left_as_it_was() -> None:
    owner, own = services.make_person("Eleni", "Family")
    demo()
    before = list(models.Event.objects.order_by("circle", "seq").values_list("circle", "id"))
    said = demo("--at", "http://testserver")
    assert said[0] == "This year is here already, as it was left. Another one: --seed 2"
    assert signed_in(said)
    assert list(models.Event.objects.order_by("circle", "seq").values_list("circle", "id")) == before
    assert own.pk not in dict(before)  # of the same name, and not touched
    assert services.circles_of(owner) == [own]


@pytest.mark.slow
def test_a_year_that_was_deleted_does_not_come_back_and_another_seed_is_another_circle() -> None:
    demo("--seed", "3")
    owner = models.Person.objects.get(memberships__circle=circle_of(3), memberships__role=models.Role.OWNER)
    services.delete_circle(by=owner, circle=circle_of(3))
    with pytest.raises(CommandError, match="has been deleted"):
        demo("--seed", "3")
    demo("--seed", "4")
    assert models.Circle.objects.filter(pk=circle_of(4), deleted=None).exists()

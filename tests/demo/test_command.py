"""`manage.py demo`: its output, its pages, and the data that it must not change."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from games import models, services
from games.demo.fill import circle_of
from games.store.rebuild import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.fifth]


def demo(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue().splitlines()


def open_link(output: list[str], host: str = "http://testserver") -> Client:
    """Sign in with the printed link."""
    client = Client()
    assert output[-1].startswith(host)
    answer = client.post(output[-1].removeprefix(host))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    return client


@pytest.mark.fifth
@pytest.mark.slow
def test_the_demo_has_a_year_and_its_pages_answer() -> None:
    output = demo("--at", "http://testserver/")
    circle = models.Circle.objects.get(pk=circle_of(1))
    client = open_link(output)
    matches = models.Match.objects.filter(circle=circle)
    evenings = models.Evening.objects.filter(circle=circle, begins__isnull=False)
    assert output[0] == (
        f"10 people have played {matches.count() - 1} matches on {evenings.count() - 1} evenings. One more match is in progress."
    )
    for path in ("/", reverse("evenings"), *(reverse("evening", args=[evening.id]) for evening in evenings)):
        assert client.get(path).status_code == 200, path
    for match in matches[:20]:
        for name in ("table", "sheet"):
            answer = client.get(reverse(name, args=[match.id]), follow=True)
            assert answer.status_code == 200
    assert list(rebuild(circle.pk)) == []  # the rows follow from the log
    assert set(models.Event.objects.filter(circle=circle).values_list("by_name", flat=True)) == {"Eleni", "Deniz"}


@pytest.mark.slow
def test_a_second_run_changes_nothing() -> None:
    owner, family = services.make_person("Eleni", "Family")
    demo()
    before = list(models.Event.objects.order_by("circle", "seq").values_list("circle", "id"))
    output = demo("--at", "http://testserver")
    assert output[0] == "This year is here already, as it was left. Another one: --seed 2"
    assert open_link(output)
    assert list(models.Event.objects.order_by("circle", "seq").values_list("circle", "id")) == before
    assert family.pk not in dict(before)  # the circle of a person with the same name has no events
    assert services.circles_of(owner) == [family]


@pytest.mark.slow
def test_a_deleted_demo_stays_deleted_and_another_seed_gives_another_circle() -> None:
    demo("--seed", "3")
    owner = models.Person.objects.get(memberships__circle=circle_of(3), memberships__role=models.Role.OWNER)
    services.delete_circle(by=owner, circle=circle_of(3))
    with pytest.raises(CommandError, match="has been deleted"):
        demo("--seed", "3")
    demo("--seed", "4")
    assert models.Circle.objects.filter(pk=circle_of(4), deleted=None).exists()

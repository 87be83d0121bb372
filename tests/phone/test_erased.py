"""A phone gives up names that the server has erased, and loses no unsent round by that."""

from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play
from tests.phone.test_worker import ask, me

__all__ = ["started"]

ERASE = """
from games import models
from games.services import erasing
players = {{str(id) for id in models.Player.objects.filter(circle='{circle}', name='Deniz').values_list('id', flat=True)}}
circle = models.Circle.objects.get(pk='{circle}').pk
nobody = models.Person.objects.none()
for _circle, match in erasing.naming_matches(nobody, {{circle: players}}):
    erasing.erase_names(circle, match, nobody, players)
erasing.count_erasure([circle])
"""
NAMED = "JSON.stringify([await all('events'), await all('matches'), await all('players')]).includes('Deniz')"


def test_erased_names_leave_the_phone_and_unsent_rounds_stay(real, started):
    phone, path = started
    assert phone.evaluate(NAMED)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    known = me(phone)
    real.manage("shell", "-c", ERASE.format(**known))
    phone.context.unroute("**/api/v1/events/**")
    phone.nudge()
    phone.until(SENT)
    phone.nudge()
    phone.until(f"!{NAMED}")
    events = ask(real, known["key"], f"/api/v1/events/?circle={known['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 1
    assert len(phone.events()) == len(events)
    phone.open(path)
    assert "Deniz" not in phone.page.content()

"""Two people write a match without seeing each other's events; a third settles the conflicts."""

import pytest

from tests.load import players
from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]


def test_third_person_settles_conflicts_of_two_writers(server: Server) -> None:
    eleni, deniz, andreas = (server.client() for _ in range(3))
    match = players.start(eleni)
    first = players.deal(eleni, match, 97)
    eleni.sync()
    deniz.sync()
    sheet = f"matches/{match}/sheet/"

    players.deal(eleni, match, 71)
    same = players.deal(deniz, match, 71)
    third = players.deal(eleni, match, 65)
    other = players.deal(deniz, match, 80)
    eleni.write(match, "amend", deal=first, answers=players.answers(96))
    deniz.write(match, "amend", deal=first, answers=players.answers(95))
    deniz.push()
    eleni.push()

    scored = eleni.ask(sheet)
    assert [row["id"] for row in scored["deals"]] == [first, same, other]
    # The later round is a duplicate; one with the same answers needs no decision.
    assert [duplicate["deal"] for duplicate in scored["aside"]] == [third]
    assert scored["aside"][0]["answers"] == players.answers(65)
    assert scored["differs"] == [{"deal": first, "answers": [players.answers(95), players.answers(96)]}]
    document = eleni.ask(f"matches/{match}/document/")
    assert document["deals"][0] == {"id": first, "answers": players.answers(96)}  # the last amendment counts

    andreas.sync()
    andreas.write(match, "settle", keep=[third], strike=[other])
    andreas.write(match, "amend", deal=first, answers=players.answers(97))
    for client in (andreas, deniz, eleni):
        client.sync()
    scored = deniz.ask(sheet)
    assert [row["id"] for row in scored["deals"]] == [first, same, third]
    assert (scored["aside"], scored["differs"]) == ([], [])
    assert scored == eleni.ask(sheet)
    server.check()

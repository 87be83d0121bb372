"""Two people write one match apart; the sheet that the server shows says so until a third settles it."""

import pytest

from tests.load import players
from tests.load.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.database]


def test_two_writers_apart_and_a_third_who_settles(server: Server) -> None:
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

    told = eleni.ask(sheet)
    assert [row["id"] for row in told["deals"]] == [first, same, other]
    # Who came second stands aside; the round with the same answers without a question.
    assert [one["deal"] for one in told["aside"]] == [third]
    assert told["aside"][0]["answers"] == players.answers(65)
    assert told["differs"] == [{"deal": first, "answers": [players.answers(95), players.answers(96)]}]
    document = eleni.ask(f"matches/{match}/document/")
    assert document["deals"][0] == {"id": first, "answers": players.answers(96)}  # the last one holds

    andreas.sync()
    andreas.write(match, "settle", keep=[third], strike=[other])
    andreas.write(match, "amend", deal=first, answers=players.answers(97))
    for client in (andreas, deniz, eleni):
        client.sync()
    told = deniz.ask(sheet)
    assert [row["id"] for row in told["deals"]] == [first, same, third]
    assert (told["aside"], told["differs"]) == ([], [])
    assert told == eleni.ask(sheet)
    server.check()

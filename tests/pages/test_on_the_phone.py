"""The phone answers any request like the server: the same page to the last byte, the same events."""

from pathlib import Path

import pytest

from games.bundle import contents
from games.pages import router
from tests import chance
from tests.match.logs import id_of
from tests.pages.browser import NOW
from tests.pages.requests import requests
from tests.phone import requests as both

pytestmark = pytest.mark.fifth

SPACES = ("\u00a0", "\u2003", "\u3000", "\u2028", "\u0085", "\x1c", "\x0b", "\ufeff", "\u200b", " ")


def compare(node: str, folder: Path, page_requests: list[both.Question]) -> list[both.Answer]:
    server_answers = both.on_server(router.handle, page_requests)
    phone_answers = both.on_phone(node, page_requests, folder, contents.files("en"))
    both.assert_same(page_requests, server_answers, phone_answers)
    return server_answers


@pytest.mark.slow
def test_any_request_is_answered_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    server_answers = compare(node, tmp_path, list(requests(chance.seed_of("on the phone"), chance.amount(250, 6_000))))
    assert {answer["status"] for answer in server_answers} >= (
        {200, 303, 403, 404, 405, 422} if chance.IS_LONG else {200, 303, 422}
    )


@pytest.mark.slow
def test_names_with_unusual_spaces_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    """Both hosts must strip the same spaces from the name of a new player."""
    page_requests = []
    for space in SPACES:
        for name in (space, f"{space}Ayşe{space}", f"Ay{space}şe"):
            for press in ([], [["press", "name"]]):
                seats = [["seat-0", f"name:{name}"], ["seat-1", "name:Deniz"]] if not press else []
                page_requests.append(
                    {
                        "path": "/new/",
                        "query": [],
                        "form": [["game", "bisca_tres"], *seats, ["new_player", name], *press],
                        "now": NOW,
                        "ids": [id_of(f"fresh {number}") for number in range(20)],
                        "role": "owner",
                        "part": "",
                        "matches": [],
                        "players": [],
                        "custom_games": [],
                    }
                )
    server_answers: list[both.Answer] = []
    for page_request in page_requests:
        try:
            server_answers += both.on_server(router.handle, [page_request])
        except Exception as error:
            server_answers.append({"failed": repr(error)})
    phone_answers = both.on_phone(node, page_requests, tmp_path, contents.files("en"))
    assert [answer.get("failed") for answer in server_answers + phone_answers] == [None] * (2 * len(page_requests))
    both.assert_same(page_requests, server_answers, phone_answers)

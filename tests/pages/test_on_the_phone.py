"""Any request at all is answered on the phone as here: the same page to the last byte, the same events."""

from pathlib import Path

import pytest

from games.bundle import contents
from games.pages import router
from tests import chance
from tests.match.logs import id_of
from tests.pages.browser import NOW
from tests.pages.requests import requests
from tests.phone import requests as both

SPACES = ("\u00a0", "\u2003", "\u3000", "\u2028", "\u0085", "\x1c", "\x0b", "\ufeff", "\u200b", " ")


def compare(node: str, folder: Path, asked: list[both.Asked]) -> list[both.Answer]:
    ours = both.here(router.handle, asked)
    theirs = both.there(node, asked, folder, contents.files("en"))
    both.assert_same(asked, ours, theirs)
    return ours


@pytest.mark.slow
def test_any_request_is_answered_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    ours = compare(node, tmp_path, list(requests(chance.seed_of("on the phone"), chance.amount(250, 6_000))))
    assert {answer["status"] for answer in ours} >= (
        {200, 303, 403, 404, 405, 422} if chance.IS_LONG else {200, 303, 422}
    )


@pytest.mark.slow
def test_names_with_unusual_spaces_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    """Who is new sits down by a name; what is cut off it must be cut off on both."""
    asked = []
    for space in SPACES:
        for name in (space, f"{space}Ayşe{space}", f"Ay{space}şe"):
            for press in ([], [["press", "name"]]):
                seats = [["seat-0", f"name:{name}"], ["seat-1", "name:Deniz"]] if not press else []
                asked.append(
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
                    }
                )
    ours: list[both.Answer] = []
    for one in asked:
        try:
            ours += both.here(router.handle, [one])
        except Exception as error:
            ours.append({"failed": repr(error)})
    theirs = both.there(node, asked, tmp_path, contents.files("en"))
    assert [answer.get("failed") for answer in ours + theirs] == [None] * (2 * len(asked))
    both.assert_same(asked, ours, theirs)

"""Answers the worker's requests on server and phone, and compares the answers byte for byte.

On the server Jinja2 renders them, in Django's environment.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.utils import translation
from jinja2 import BaseLoader, FileSystemLoader

from games.bundle import templates
from games.match.log import fold_events
from games.match.summary import summary
from games.pages.request import MATCH, ROUTES
from games.phone.host import Host
from scorekeeper import jinja
from tests.match.logs import event, id_of
from tests.phone import phone

Question = dict[str, Any]
Answer = dict[str, Any]

AT = "2026-11-20T19:42:10+02:00"
CIRCLE_DATA = ("matches", "players", "evenings", "custom_games")


def on_server(
    page: Any, questions: Iterable[Question], language: str = "en", loader: BaseLoader | None = None
) -> list[Answer]:
    environment = jinja.environment(loader=loader or FileSystemLoader(templates.FOLDER))
    original = environment.getattr

    def attribute(value: Any, name: str) -> Any:
        """Return an attribute. Templates need brackets for items of dicts, because the phone's Jinja2 does."""
        return getattr(value, name) if isinstance(value, dict) else original(value, name)

    environment.getattr = attribute  # type: ignore[method-assign]
    host = Host(page, environment)
    with translation.override(language):
        # A copy for each answer, so that none can change the data of the next.
        return [json.loads(json.dumps(host.answer(json.loads(json.dumps(question))))) for question in questions]


def on_phone(node: str, questions: Iterable[Question], folder: Path, files: dict[str, str]) -> list[Answer]:
    return bridge(node, [("answer", as_text(question)) for question in questions], folder, files)


def bridge(
    node: str,
    calls: Sequence[tuple[str, str]],
    folder: Path,
    files: dict[str, str],
    program: str = "answer_lines.py",
) -> list[Any]:
    """Call functions of the bridge with texts. Return their results."""
    data = "".join(as_text(call) + "\n" for call in calls)
    lines = phone.run(node, program, data.encode(), folder, files).decode().strip().split("\n")
    return [json.loads(line) for line in lines]


def assert_same(questions: Sequence[Question], ours: Sequence[Answer], theirs: Sequence[Answer]) -> None:
    assert len(questions) == len(ours) == len(theirs)
    for question, our, their in zip(questions, ours, theirs, strict=True):
        path, form = question["path"], question["form"]
        assert "failed" not in their, (their, path, form)
        assert our["html"] == their["html"], (path, question["query"], form, question["part"])
        assert our == their, (path, form)


def as_text(value: Any) -> str:
    """Return JSON as browsers write it: MicroPython does not join surrogate pairs."""
    return json.dumps(value, ensure_ascii=False)


def for_all_pages(events: list[dict[str, Any]], role: str, part: str) -> list[Question]:
    """Return a request of every page."""
    match = id_of("match")
    deals = [deal["data"]["deal"] for deal in events if deal["kind"] == "deal"] or [id_of("none")]
    matches = [(summary(fold_events(events)) or {}) | {"match": match, "started": AT}] if events else []
    evening = {"evening": match, "name": "<Party>", "place": "Lefkara & Nicosia", "matches": [match]}
    stored = {
        "events": events,
        "evenings": [event("said", "evening", None, **evening) | {"match": None}] if len(events) % 2 else [],
        "custom_games": [
            event("game", "custom_game", None, custom_game=match, name="<Rummy>", icon="dice", target=100, keys=[5, -5])
            | {"match": None}
        ],
        "matches": matches,
        "players": [{"id": match, "name": "<Eleni>", "hidden": False, "same_as": None}],
    }
    return [
        {
            "path": route.form % {"match": match, "deal": deals[len(deals) // 2]},
            "query": [],
            "form": None,
            "now": AT,
            "ids": [id_of(f"fresh {number}") for number in range(20)],
            "role": role,
            "part": part,
            **{name: stored[name] for name in (["events"] if route.scope == MATCH else CIRCLE_DATA)},
        }
        for route in ROUTES
    ]

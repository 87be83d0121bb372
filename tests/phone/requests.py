"""Requests as the worker hands them to the bridge, answered on both interpreters and compared byte for byte.

Here they are rendered by Jinja2 itself, in Django's own environment.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.utils import translation
from jinja2 import BaseLoader, FileSystemLoader

from games.bundle import templates
from games.phone.host import Host
from scorekeeper import jinja
from tests.phone import phone

Asked = dict[str, Any]
Answer = dict[str, Any]


def here(page: Any, asked: Iterable[Asked], language: str = "en", loader: BaseLoader | None = None) -> list[Answer]:
    environment = jinja.environment(loader=loader or FileSystemLoader(templates.FOLDER))
    found = environment.getattr

    def attribute(value: Any, name: str) -> Any:
        """What a dict holds is asked for in brackets: on the phone `value.name` is what it is in Python."""
        return getattr(value, name) if isinstance(value, dict) else found(value, name)

    environment.getattr = attribute  # type: ignore[method-assign]
    host = Host(page, environment)
    with translation.override(language):
        # Nothing that one answer is given may be changed for the next one.
        return [json.loads(json.dumps(host.answer(json.loads(json.dumps(one))))) for one in asked]


def there(node: str, asked: Iterable[Asked], folder: Path, files: dict[str, str]) -> list[Answer]:
    return bridge(node, [("answer", as_text(one)) for one in asked], folder, files)


def bridge(
    node: str,
    calls: Sequence[tuple[str, str]],
    folder: Path,
    files: dict[str, str],
    program: str = "answer_lines.py",
) -> list[Any]:
    """What the functions of the bridge give for these texts."""
    data = "".join(as_text(call) + "\n" for call in calls)
    lines = phone.run(node, program, data.encode(), folder, files).decode().strip().split("\n")
    return [json.loads(line) for line in lines]


def assert_same(asked: Sequence[Asked], ours: Sequence[Answer], theirs: Sequence[Answer]) -> None:
    assert len(asked) == len(ours) == len(theirs)
    for one, our, their in zip(asked, ours, theirs, strict=True):
        assert "failed" not in their, (their, one["path"], one["form"])
        assert our["html"] == their["html"], (one["path"], one["query"], one["form"], one["part"])
        assert our == their, (one["path"], one["form"])


def as_text(value: Any) -> str:
    """As browsers write it: MicroPython does not join a letter that comes in two halves."""
    return json.dumps(value, ensure_ascii=False)

"""The phone parses JSON and numbers like the server."""

import json
from pathlib import Path
from typing import Any

from tests.match.door_cases import NO_NUMBER, NUMBERS_REFUSED, NUMBERS_TAKEN, REFUSED, TAKEN
from tests.phone import phone

CASES: list[tuple[str, Any, list[Any]]] = [
    *[("json", data, ["taken", value]) for data, value in TAKEN],
    *[("json", data, ["refused", code, sentence]) for data, code, sentence in REFUSED],
    *[("number", text, ["taken", number]) for text, number in NUMBERS_TAKEN],
    *[("number", text, ["refused", "number", NO_NUMBER]) for text in NUMBERS_REFUSED],
]


def test_every_input_has_the_same_result_on_the_phone(node: str, tmp_path: Path) -> None:
    given = [[kind, list(data) if kind == "json" else data] for kind, data, _answer in CASES]
    lines = "\n".join(json.dumps(case) for case in given)
    answers = phone.run(node, "door_lines.py", lines.encode(), tmp_path).decode().strip().split("\n")
    assert len(answers) == len(CASES)
    for (_kind, data, expected), answer in zip(CASES, answers, strict=True):
        assert repr(json.loads(answer)) == repr(expected), data[:80]

"""The examples of the description: a body and an answer of each operation, as tests/api/test_examples.py has played them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return for each operation id the `body` of a request and its `answer`, where it has them."""
    played: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return played


def add_examples(operation: dict[str, Any]) -> None:
    """Add the examples to the description of an operation."""
    example = examples().get(operation["operationId"], {})
    if "body" in example:
        add_example(operation["requestBody"], example["body"])
    if "answer" in example:
        add_example(operation["responses"][example["status"]], example["answer"])


def add_example(described: dict[str, Any], value: Any) -> None:
    """Add the example to the media type that it fits: a text is a file, but not JSON."""
    for kind, content in described["content"].items():
        if isinstance(value, str) == (kind != "application/json"):
            content["example"] = value
            return

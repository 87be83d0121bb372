"""python -m tests.phone.serve PORT: the server of serving.py, started as the real one is."""

import sys
from typing import Any

import granian

from scorekeeper import serve
from tests.phone import serving

assert serving.application  # made here with the settings of the tests, before anything else makes one


def served(_target: str, **options: Any) -> granian.Granian:
    return granian.Granian("tests.phone.serving:application", **options)


if __name__ == "__main__":
    serve.Granian = served  # type: ignore[misc]
    serve.main(int(sys.argv[1]))

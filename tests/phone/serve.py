"""python -m tests.phone.serve PORT: starts the server of serving.py like the real server."""

import sys
from typing import Any

import granian

from scorekeeper import serve
from tests.phone import serving

assert serving.application  # built with the settings of the tests, before another import builds it


def build_server(_target: str, **options: Any) -> granian.Granian:
    return granian.Granian("tests.phone.serving:application", **options)


if __name__ == "__main__":
    serve.Granian = build_server  # type: ignore[misc]
    serve.main(int(sys.argv[1]))

"""The faults of a phone's network: each holds for all requests of the phone until the next."""

import time
from collections.abc import Callable
from random import Random

from tests.phone.relay import Relay, answer, half, once

Answer = Callable[[bytes, bytes], bytes | None]
LONG = 25  # seconds, longer than the worker waits
STATIC = (b"GET /static/", b"GET /sw.js")


class Network:
    """Decides about each request of a phone: when it arrives, how often, and what answer comes back."""

    def __init__(self, relay: Relay, seed: int) -> None:
        self.relay = relay
        self.random = Random(seed)
        self.fault = "none"
        relay.spoils = self.answer

    def set(self, fault: str) -> None:
        assert hasattr(self, fault.replace(" ", "_")), fault
        self.fault = fault

    def answer(self, head: bytes, body: bytes) -> bytes | None:
        if self.fault == "none" or head.startswith(STATIC):
            return None
        result: bytes | None = getattr(self, self.fault.replace(" ", "_"))(head, body)
        return result

    def none(self, _head: bytes, _body: bytes) -> None:
        return None

    def cut(self, _head: bytes, _body: bytes) -> bytes:
        raise OSError

    def hangs(self, _head: bytes, _body: bytes) -> bytes:
        end = time.monotonic() + LONG
        while self.fault == "hangs" and time.monotonic() < end:
            time.sleep(0.1)
        raise OSError

    def slow(self, head: bytes, body: bytes) -> bytes:
        time.sleep(self.random.choice((0, 0.1, 0.4, 1.2)))
        result = self.relay.forward(once(head) + body)
        time.sleep(self.random.choice((0, 0.1, 0.4, 1.2)))
        return result

    def lossy(self, head: bytes, body: bytes) -> bytes:
        """Lose a request, lose its answer, cut its answer, deliver it twice, or be well."""
        fate = self.random.choice(("lost", "unanswered", "cut", "twice", "well", "well"))
        if fate == "lost":
            raise OSError
        result = self.relay.forward(once(head) + body)
        if fate == "twice":
            result = self.relay.forward(once(head) + body)
        if fate == "unanswered":
            raise OSError
        return half(result) if fate == "cut" else result

    def login_page(self, _head: bytes, _body: bytes) -> bytes:
        return answer("200 OK", b"<!DOCTYPE html><title>Hotel</title><form><input name=room></form>")

    def bad_gateway(self, _head: bytes, _body: bytes) -> bytes:
        return answer("502 Bad Gateway", b"<h1>502</h1>")

    def too_many(self, _head: bytes, _body: bytes) -> bytes:
        body = b'{"code": "later", "reason": "Later."}'
        return answer("429 Too Many Requests\r\nRetry-After: 1", body, "application/json")


FAULTS = ("cut", "cut", "hangs", "slow", "slow", "lossy", "lossy", "login page", "bad gateway", "too many")

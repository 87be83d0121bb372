"""What stands between a phone and its server: a network that loses answers, or is somebody else's."""

import socket
import threading
from collections.abc import Callable

ENDS = b"\r\n\r\n"


class Relay:
    """Passes everything on, until it is told otherwise. Phones know the server by its address."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.instead: Callable[[bytes], bytes] | None = (
            None  # of the head of a request: an answer that is not the server's
        )
        self.spoils: Callable[[bytes, bytes], bytes | None] = lambda head, body: None  # the same, of some requests
        self.cuts = b"nothing"  # the answer to what begins like this to its half, and it looks whole
        self.loses = b"nothing"  # the answer to what begins like this
        self.lost = 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                phone, _address = self.listening.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self.serve, args=(phone,), daemon=True).start()

    def serve(self, phone: socket.socket) -> None:
        with phone:
            try:
                self.one(phone)
            except OSError:  # one of them has gone
                return

    def one(self, phone: socket.socket) -> None:
        """Each connection carries one request."""
        head, body = asked(phone)
        if not head:
            return
        said = self.instead(head) if self.instead else self.spoils(head, body) or self.passed_on(once(head) + body)
        if head.startswith(self.cuts):
            said = half(said)
        if head.startswith(self.loses):
            self.lost += 1
            return
        phone.sendall(said)

    def passed_on(self, sent: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), 30) as server:
            server.sendall(sent)
            said = b""
            while piece := server.recv(65536):
                said += piece
        head, _, body = said.partition(ENDS)
        return once(head + ENDS) + body

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)  # whoever waits for the next one hears of it
        self.listening.close()


def asked(phone: socket.socket) -> tuple[bytes, bytes]:
    """The head of a request and its body."""
    said = b""
    while ENDS not in said:
        piece = phone.recv(65536)
        if not piece:
            return b"", b""
        said += piece
    head, _, body = said.partition(ENDS)
    told = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while told and len(body) < int(told[0].split(b":")[1]):
        body += phone.recv(65536)
    return head + ENDS, body


def once(head: bytes) -> bytes:
    """Of a connection that is closed afterwards."""
    lines = [line for line in head.removesuffix(ENDS).split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*lines, b"Connection: close"]) + ENDS


def half(said: bytes) -> bytes:
    head, _, body = said.partition(ENDS)
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length:")]
    body = body[: len(body) // 2]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body)]) + ENDS + body


def answer(status: str, body: bytes, kind: str = "text/html") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
    return head.encode() + ENDS + body

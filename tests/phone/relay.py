"""A relay between phone and server, which can lose answers, hold them back, cut them, or replace them."""

import socket
import threading
import time
from collections.abc import Callable

ENDS = b"\r\n\r\n"


class Relay:
    """Forwards all requests until a test sets an attribute. Phones use the relay's URL for the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        # Answers every request instead of the server, by its head.
        self.instead: Callable[[bytes], bytes] | None = None
        # Answers some requests instead of the server, by head and body.
        self.spoils: Callable[[bytes, bytes], bytes | None] = lambda head, body: None
        self.cuts = b"nothing"  # answers to requests that begin like this are cut to half, with a matching length
        self.loses = b"nothing"  # answers to requests that begin like this are lost
        self.lost = 0
        self.holds = b"nothing"  # answers to requests that begin like this come once `released` is set
        self.released = threading.Event()
        self.held = 0
        self.seconds = 0.0  # for which every answer is held back
        self.bytes_a_second = 0  # of every answer; 0 for no limit
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
                self.answer(phone)
            except OSError:  # phone or server has closed the connection
                return

    def answer(self, phone: socket.socket) -> None:
        """Answer the only request of a connection."""
        head, body = read_request(phone)
        if not head:
            return
        answer = self.instead(head) if self.instead else self.spoils(head, body) or self.forward(once(head) + body)
        if head.startswith(self.cuts):
            answer = half(answer)
        if head.startswith(self.loses):
            self.lost += 1
            return
        if head.startswith(self.holds):
            self.held += 1
            self.released.wait(30)
        time.sleep(self.seconds)
        while self.bytes_a_second and answer:
            phone.sendall(answer[: self.bytes_a_second])
            answer = answer[self.bytes_a_second :]
            time.sleep(1)
        phone.sendall(answer)

    def forward(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), 30) as server:
            server.sendall(request)
            answer = b""
            while chunk := server.recv(65536):
                answer += chunk
        head, _, body = answer.partition(ENDS)
        return once(head + ENDS) + body

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)  # wakes the thread in accept()
        self.listening.close()


def read_request(phone: socket.socket) -> tuple[bytes, bytes]:
    """Return head and body of a request."""
    data = b""
    while ENDS not in data:
        chunk = phone.recv(65536)
        if not chunk:
            return b"", b""
        data += chunk
    head, _, body = data.partition(ENDS)
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while lengths and len(body) < int(lengths[0].split(b":")[1]):
        body += phone.recv(65536)
    return head + ENDS, body


def once(head: bytes) -> bytes:
    """Return the head for a connection that closes after this request."""
    lines = [line for line in head.removesuffix(ENDS).split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*lines, b"Connection: close"]) + ENDS


def half(answer: bytes) -> bytes:
    head, _, body = answer.partition(ENDS)
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length:")]
    body = body[: len(body) // 2]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body)]) + ENDS + body


def answer(status: str, body: bytes, kind: str = "text/html") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
    return head.encode() + ENDS + body

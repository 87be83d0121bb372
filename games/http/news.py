"""The first message of a stream of news about a circle. The front of the server sends the others (scorekeeper/streams.py)."""

from __future__ import annotations

import json

from django.http import HttpResponse

from games import models
from games.store.circle_states import state_of
from scorekeeper.streams import HEADER, Topic

KIND = "text/event-stream"
RETRY = 3000  # milliseconds until a client begins a new stream


def news(circle: models.Circle, reader: str) -> HttpResponse:
    """Return a message with the number of the circle's last event. `reader` is whose stream it is, for the limit."""
    data = json.dumps({"circle": str(circle.pk), "seq": circle.seq, "erasures": circle.erasures})
    response = HttpResponse(f"retry: {RETRY}\nid: {circle.seq}\nevent: news\ndata: {data}\n\n", content_type=KIND)
    response[HEADER] = Topic(str(circle.pk), state_of(circle), reader).header()
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would wait for more
    return response

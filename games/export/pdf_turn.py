"""PDFs are built one at a time, as their library shares fonts. One that lets others pass lets their PDFs pass, too."""

from __future__ import annotations

from threading import Lock

from scorekeeper import lanes

LOCK = Lock()


def pause() -> None:
    """Let others pass. The next request in the lane may need the lock, so it is free meanwhile."""
    LOCK.release()
    try:
        lanes.let_others_pass()
    finally:
        LOCK.acquire()

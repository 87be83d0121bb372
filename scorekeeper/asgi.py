import sys
from collections.abc import Callable

from django.conf import settings

from scorekeeper import access_log, admission, metrics, wsgi
from scorekeeper.answered import Answered
from scorekeeper.front import AsgiFront

# The models, which need the settings that wsgi.py has loaded.
from games.store.circle_states import read_states_in_own_thread  # isort: skip

SWITCH = 0.001  # seconds: a request asks the database often, and would wait for long work of others after each answer
sys.setswitchinterval(SWITCH)


def reports() -> list[Callable[[Answered], None]]:
    """Return what is done with each answered request: nothing, unless the settings ask for it."""
    chosen: list[Callable[[Answered], None]] = []
    if settings.METRICS_KEY:
        metrics.begin()
        chosen.append(metrics.count_request)
    if settings.ACCESS_LOG:
        chosen.append(access_log.from_settings().add)
    return chosen


application = AsgiFront(
    wsgi.application,
    admission.pool_of,
    admission.refuse_slow,
    admission.refuse_full,
    admission.refuse_stream,
    read_states_in_own_thread,
    reports(),
)
application.streams.ends_with_process = True

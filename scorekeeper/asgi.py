import sys

from scorekeeper import admission, wsgi
from scorekeeper.front import AsgiFront

# The models, which need the settings that wsgi.py has loaded.
from games.store.circle_states import read_states_in_own_thread  # isort: skip

SWITCH = 0.001  # seconds: a request asks the database often, and would wait for long work of others after each answer
sys.setswitchinterval(SWITCH)

application = AsgiFront(
    wsgi.application,
    admission.pool_of,
    admission.refuse_slow,
    admission.refuse_full,
    admission.refuse_stream,
    read_states_in_own_thread,
)

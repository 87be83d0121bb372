import sys

from scorekeeper import admission, wsgi
from scorekeeper.front import AsgiFront

SWITCH = 0.001  # seconds: a request asks the database often, and would wait for long work of others after each answer
sys.setswitchinterval(SWITCH)

application = AsgiFront(wsgi.application, admission.pool_of, admission.refuse_slow, admission.refuse_full)

from scorekeeper import admission, wsgi
from scorekeeper.front import AsgiFront

application = AsgiFront(wsgi.application, admission.pool_of, admission.refuse_slow, admission.refuse_full)

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from scorekeeper.admission import Admission

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = Admission(get_wsgi_application())
assert get_resolver().url_patterns  # imports all views now, so that no first request waits for them

# Loaded modules never become garbage. Frozen, they are skipped by the garbage collector, which makes its pauses short.
gc.collect()
gc.freeze()

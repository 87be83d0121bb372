import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from scorekeeper.admission import Admission

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = Admission(get_wsgi_application())
assert get_resolver().url_patterns  # the views with all that they need: nobody's first page waits for them

# All that is loaded stays. Not walking through it again and again, the garbage collector makes nobody wait for long.
gc.collect()
gc.freeze()

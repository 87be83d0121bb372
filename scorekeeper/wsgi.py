import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = get_wsgi_application()

# All that is loaded stays. Not walking through it again and again, the garbage collector makes nobody wait for long.
gc.collect()
gc.freeze()

"""The project with the bare views beside it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "benchmarks.bare"
application = get_wsgi_application()

"""How the fields of a form are drawn where there are many choices: by Jinja2, as the page around them.

Django's own engine goes through its templates choice by choice: 34 years took it a quarter of a page's time. The forms of
its admin keep it, as their fields are written for it.
"""

from django.forms.renderers import Jinja2

RENDERER = Jinja2()  # one for all: it keeps what it has compiled

"""The runtime of Jinja2 that compiled templates call, small enough for the phone.

Jinja2's own compiler turns the templates into Python, on the server. The output must equal Jinja2's byte for byte,
as long as a template uses only what tests/bundle/test_templates.py allows.
"""

"""What templates need of Jinja2 while they are rendered, small enough for the phone.

Jinja2's own compiler makes Python of the templates, on the server; here is what that Python calls. It
must equal Jinja2 byte for byte where a template keeps to what tests/bundle/test_templates.py allows.
"""

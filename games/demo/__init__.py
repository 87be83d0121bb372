"""A demo: a year of invented evenings, for people who want to see Scorekeeper in use.

Answers depend on the kinds of question and are validated like real ones, so the demo knows no game by name.
"""

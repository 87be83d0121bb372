"""The limits of a document that the API scores. The numbers and their codes are listed in docs/api.md."""

from __future__ import annotations

MOST_DEALS = 1_000  # as many as an imported match can have
MOST_ANSWERS = 100  # of a round: no game asks as many questions
MOST_PROBLEMS = 1_000  # on a sheet

# Runs in MicroPython: writes the description of every game and the schema of its documents, a line each.
import json

from games.match.describe import describe
from games.match.schema import document_schema
from games.rules import catalogue
from games.rules.words import plain_text

with open("/output", "w") as target:
    for game in [catalogue.find(key) for key in catalogue.keys()]:  # noqa: SIM118
        for description in (describe(game, plain_text), document_schema(game)):
            target.write(json.dumps(description) + "\n")

# Run by MicroPython: the sheet of every log in /input, a list of events a line.
import json

from games.match.log import fold
from games.match.scoring import as_json

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        log = fold(json.loads(line))
        target.write(json.dumps([as_json(log, str), log.knowledge.ends()]) + "\n")

# Runs in MicroPython: writes the sheet of every log in /input, which has a list of events per line.
import json

from games.match.log import fold_events
from games.match.sheet import sheet_json

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        log = fold_events(json.loads(line))
        target.write(json.dumps([sheet_json(log, str), log.causality.heads()]) + "\n")

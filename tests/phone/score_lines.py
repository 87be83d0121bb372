# Runs in MicroPython: writes the sheet of every document in /input, a line each.
import json

from games.match.score import score_lines

with open("/input", "rb") as source, open("/output", "w") as target:
    for line in source:
        for sheet in score_lines(line, str):
            target.write(json.dumps(sheet) + "\n")

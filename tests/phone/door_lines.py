# Runs in MicroPython: parses every ["json", bytes] or ["number", text] in /input, and writes a line for each.
import json

from games.match.door import Refused, parse_number, read_json

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        kind, given = json.loads(line)
        try:
            answer = ["taken", parse_number(given) if kind == "number" else read_json(bytes(given))]
        except Refused as refused:
            answer = ["refused", refused.code, refused.words.translate(str)]
        target.write(json.dumps(answer) + "\n")

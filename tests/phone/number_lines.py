# Run by MicroPython: the number of every text in /input, a line each: [text, may be negative].
import json

from games.match.errors import Refused
from games.pages.entry.form_answers import parse_number

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        text, signed = json.loads(line)
        try:
            answer = parse_number(text, signed=signed)
        except Refused as refused:
            answer = refused.code
        target.write(json.dumps(answer) + "\n")

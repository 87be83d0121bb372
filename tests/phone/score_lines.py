# Runs in MicroPython: writes the sheet of every document in /input, a line each.
import json

from games.match import document, sheet
from games.match.errors import Refused

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        try:
            answer = sheet.as_json(sheet.Sheet(document.read(json.loads(line))), str)
        except Refused as refused:
            answer = {"error": refused.words.translated(str)}
        target.write(json.dumps(answer) + "\n")

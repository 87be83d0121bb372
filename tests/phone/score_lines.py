# Runs in MicroPython: writes the sheet of every document in /input, a line each.
import json

from games.match import document, sheet
from games.match.errors import Refused
from games.rules.words import plain_text

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        try:
            answer = sheet.as_json(sheet.Sheet(document.read(json.loads(line))), plain_text)
        except Refused as refused:
            answer = {"error": refused.words.translated(plain_text)}
        target.write(json.dumps(answer) + "\n")

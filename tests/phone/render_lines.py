# Run by MicroPython: the page of every [template, values] in /input, a line each; or the error.
import json

from values import read

from games.phone.environment import environment
from games.phone.jinja.markup import Markup

made = environment()
with open("/input") as source, open("/output", "w") as target:
    for line in source:
        name, packed = json.loads(line)
        try:
            answer = ["page", made.get_template(name).render(read(packed, Markup))]
        except Exception as error:
            answer = ["error", type(error).__name__, str(error)]
        target.write(json.dumps(answer) + "\n")

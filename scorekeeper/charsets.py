"""Let requests name only the charsets that Python has.

Clients name charsets in many headers. Python's own search looks for a file with each unknown name, and keeps the name for good.
"""

import codecs
import encodings
import pkgutil
from encodings.aliases import aliases

NAMES = {*aliases, *(module.name for module in pkgutil.iter_modules(encodings.__path__))}


def install() -> None:
    """Do it for this process."""
    codecs.unregister(encodings.search_function)
    codecs.register(search)


def search(name: str) -> codecs.CodecInfo | None:
    """Return a codec of Python. Python has already replaced all signs but dots in the name."""
    return encodings.search_function(name) if name.replace(".", "_") in NAMES else None

"""Check whether the server on this machine works: python -m scorekeeper.health PORT

The request has the headers that a proxy would send: an allowed host name and, with HTTPS, the https header.
"""

import http.client
import os
import sys

from django.conf import settings

LOCALHOST = "127.0.0.1"
PATIENCE = 5  # seconds


def main(port: int) -> str | None:
    """Return None if the server works, otherwise the error."""
    connection = http.client.HTTPConnection(LOCALHOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/health/", headers=headers())
        response = connection.getresponse()
        text = response.read(200).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"The server does not answer: {error}"
    finally:
        connection.close()
    return None if response.status == 200 else f"The server answers {response.status}. {text}"


def headers() -> dict[str, str]:
    host = settings.ALLOWED_HOSTS[0].removeprefix(".")
    return {"Host": "localhost" if host == "*" else host, **({"X-Forwarded-Proto": "https"} if settings.HTTPS else {})}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    sys.exit(main(int(sys.argv[1])))

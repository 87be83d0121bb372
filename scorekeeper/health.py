"""Whether the server on this machine can work: python -m scorekeeper.health PORT

It asks as the proxy in front would: by a name that the server answers to, and over https where people come so.
"""

import http.client
import os
import sys

from django.conf import settings

HERE = "127.0.0.1"
PATIENCE = 5  # seconds


def main(port: int) -> str | None:
    """None when all is well, else what is the matter."""
    line = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    try:
        line.request("GET", "/health/", headers=headers())
        answer = line.getresponse()
        said = answer.read(200).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"The server does not answer: {error}"
    finally:
        line.close()
    return None if answer.status == 200 else f"The server answers {answer.status}. {said}"


def headers() -> dict[str, str]:
    host = settings.ALLOWED_HOSTS[0].removeprefix(".")
    return {"Host": "localhost" if host == "*" else host, **({"X-Forwarded-Proto": "https"} if settings.HTTPS else {})}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    sys.exit(main(int(sys.argv[1])))

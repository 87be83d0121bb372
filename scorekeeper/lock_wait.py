"""How long the request of this thread has waited for the lock of a circle.

Waiting uses no processor, but it occupies a place. So it counts like the processor's time (admission.py).
"""

from threading import local


class CircleLockWait(local):
    seconds = 0.0


LOCK_WAIT = CircleLockWait()

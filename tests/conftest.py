"""What all tests need."""

import signal
from contextlib import suppress

# A shell starts what runs in its background with Ctrl-C ignored, and children inherit that; the tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # outside the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

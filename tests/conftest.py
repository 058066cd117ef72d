"""What all tests share: a Ctrl-C that is heard, and properties that may take their time.

A shell that starts a job in the background has it ignore interrupts, and so do all programs started from there; the
tests that interrupt something would then wait in vain. How long an example takes says more about the machine than about
the code.
"""

import signal

from hypothesis import HealthCheck, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("patient", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

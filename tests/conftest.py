"""What all tests share: a Ctrl-C that is heard.

A shell that starts a job in the background has it ignore interrupts, and so do all programs started from there; the
tests that interrupt something would then wait in vain.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

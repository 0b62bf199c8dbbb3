"""The runner: trusted code that works inside the sandbox, next to the processes it does not trust.

It needs the standard library alone and runs under the system's own Python (3.11 or newer).
"""

"""Known faults of other programs, each of which a named test must find in ours.

One file of `faults/` for each: what it is, what to change in one file of the engine, and the test
that must then fail.
"""

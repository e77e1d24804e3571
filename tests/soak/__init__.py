"""Hundreds of matches for minutes, and thousands of connections: nothing is stuck, nothing left.

`test_soak.py` and `test_connects.py` are the short forms that every run of the tests does;
`make soak` is the long one.
"""

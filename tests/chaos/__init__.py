"""Parts of the service are killed, stopped and lied to while matches are played.

`test_storm.py` is the short form that every run of the tests does; `make chaos` is the long one.
"""

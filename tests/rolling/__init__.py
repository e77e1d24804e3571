"""Old processes are replaced by new ones, one by one, while matches are played.

`test_rollout.py` is the short form that every run of the tests does; `make rollout` is the long
one. The older build is stored in `builds/`.
"""

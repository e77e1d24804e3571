"""Golden games: whole matches as text, so that a change of the rules shows as a diff.

`python -m tests.engine.golden` writes the texts anew; read the diff before you commit it.
"""

"""Written matches: a text form, a JSON form, and the re-run that checks either.

`text_of` and `json_of` write, `read` and `read_matches` read, `rerun` plays a written match
again under its rules. docs/notation.md describes both forms.
"""

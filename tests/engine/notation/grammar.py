"""Turns the published grammar into a regular expression, which it can be: it nests nothing."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "schema" / "contract" / "notation.ebnf"

# What the special sequences between question marks mean.
_SPECIAL = {
    "a letter from a to z": "[a-z]",
    "a letter from A to Z": "[A-Z]",
    "a character of a JSON string, or an escape": (
        r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))'
    ),
    "the rules as a JSON object, on this line": r"\{[^\n]*\}",
    "a character but the end of the line": r"[^\n]",
    "the end of the line": r"\n",
}
_TOKEN = re.compile(
    r"'([^']*)'|\"([^\"]*)\"|\?\s*([^?]*?)\s*\?|([a-z]+)|([0-9]+)\s*\*|([][(){}|,])"
)
_BRACKETS = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "|": "|", ",": ""}


def rules() -> dict[str, str]:
    """Return the right side of every rule by its name."""
    text = re.sub(r"\(\*.*?\*\)", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r"^([a-z]+)\s*=(.*?)\s;$", text, flags=re.MULTILINE | re.DOTALL)
    return dict(found)


def terminals() -> set[str]:
    """Return every text that stands between quotes in the grammar."""
    found = (_TOKEN.finditer(right) for right in rules().values())
    return {at[1] or at[2] for tokens in found for at in tokens if at[1] or at[2]}


def pattern(name: str) -> re.Pattern[str]:
    """Return the regular expression of a rule."""
    return re.compile(_pattern(name, rules()))


def _pattern(name: str, known: dict[str, str]) -> str:
    parts, repeat = [], ""
    for token in _TOKEN.finditer(known[name]):
        quoted, other, special, rule, times, bracket = token.groups()
        if times:
            repeat = f"{{{times}}}"
            continue
        if bracket:
            parts.append(_BRACKETS[bracket])
        elif special is not None:
            parts.append(_SPECIAL[special])
        elif rule:
            parts.append(f"(?:{_pattern(rule, known)}){repeat}")
        else:
            parts.append(re.escape(quoted or other))
        repeat = ""
    return "".join(parts)

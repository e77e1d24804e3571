"""Reads the Dockerfile: what is said in each of its stages, in order."""

import json
import re
import shlex

from msgspec import Struct

from tests.architecture.tree import ROOT

_FROM = re.compile(r"(\S+)(?: AS (\S+))?")


class Instruction(Struct, frozen=True):
    """One line of a stage: its keyword, and what stands behind it."""

    keyword: str
    text: str

    @property
    def words(self) -> list[str]:
        """Return the text as words: of a JSON list, or as a shell splits them."""
        return list(json.loads(self.text)) if self.text.startswith("[") else shlex.split(self.text)


class Stage(Struct, frozen=True):
    """One stage: what it is made from, its name, and its instructions."""

    base: str
    name: str
    instructions: tuple[Instruction, ...]

    def said(self, keyword: str) -> list[Instruction]:
        """Return the instructions with a keyword."""
        return [at for at in self.instructions if at.keyword == keyword]

    def environ(self) -> dict[str, str]:
        """Return the variables that the stage sets."""
        pairs = (word.partition("=") for at in self.said("ENV") for word in at.words)
        return {name: value for name, _, value in pairs}

    def last(self, keyword: str) -> Instruction:
        """Return the instruction with a keyword that counts."""
        return self.said(keyword)[-1]


def stages() -> list[Stage]:
    """Return the stages of the Dockerfile in order; `ARG`s before the first are filled in."""
    arguments: dict[str, str] = {}
    found: list[tuple[str, str, list[Instruction]]] = []
    for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        keyword, _, text = line.partition(" ")
        if keyword == "ARG" and not found:
            name, _, value = text.partition("=")
            arguments[name] = value
        elif keyword == "FROM":
            made = _FROM.fullmatch(text)
            assert made is not None, text
            base = re.sub(r"\$\{(\w+)\}", lambda at: arguments[at[1]], made[1])
            found.append((base, made[2] or "", []))
        else:
            found[-1][2].append(Instruction(keyword, text))
    return [Stage(base, name, tuple(said)) for base, name, said in found]


def ignored(path: str) -> bool:
    """Return whether `.dockerignore` keeps a file out; the last rule that fits counts."""
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if _fits(pattern, path):
            out = not line.startswith("!")
    return out


def _fits(pattern: str, path: str) -> bool:
    """Return whether a pattern names a file or a folder that it lies in."""
    expression = re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.fullmatch(f"{expression}(?:/.*)?", path) is not None

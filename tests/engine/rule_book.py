"""Reads docs/rules.md: its sections, its tables and its test vectors."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
_HEADING = re.compile(r"^#{2,3} (R\d+(?:\.\d+)?) (\S.*)$", re.MULTILINE)
_VECTOR = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text() -> str:
    """Return the whole page."""
    return PAGE.read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the title of every section by its number, in the order of the page."""
    found = _HEADING.findall(text())
    assert len({number for number, _ in found}) == len(found), "a number stands twice"
    return dict(found)


def section(number: str) -> str:
    """Return what stands under a heading, up to the next one."""
    parts = _HEADING.split(text())
    return parts[parts.index(number) + 2]


def table(number: str, first: str) -> list[list[str]]:
    """Return the rows of a section's table whose head begins with the words `first`."""
    return _rows(section(number), first)


def first_table(first: str) -> list[list[str]]:
    """Return the rows of the first table of the page whose head begins with the words `first`."""
    return _rows(text(), first)


def _rows(page: str, first: str) -> list[list[str]]:
    lines = page.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[head + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def vectors() -> list[dict[str, str]]:
    """Return the test vectors of R15.5, each as its words by name."""
    return [_fields(block) for block in _VECTOR.findall(section("R15.5"))]


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        name = line[:12].strip() or name
        fields[name] = f"{fields.get(name, '')} {line[12:].strip()}".strip()
    return fields


def recipe() -> str:
    """Return the Python text of R15.3."""
    (source,) = _PYTHON.findall(section("R15.3"))
    return str(source)

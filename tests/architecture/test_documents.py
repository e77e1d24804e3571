"""Every command and every link in a document exists."""

import re
import shlex
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path

from service.cli import build_parser
from tests.architecture.tree import ROOT, files

_BLOCK = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_ASSIGNED = re.compile(r"[A-Z_]+=")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_RECORD_WORDS = 300


def test_every_make_target_in_a_document_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    named = {words[1] for words in _commands("make") if len(words) > 1}

    assert "up" in named
    assert named <= targets


def test_every_kierki_command_in_a_document_can_be_parsed() -> None:
    commands = list(_commands("kierki"))

    assert [words[1] for words in commands if words[1] == "play"]
    for words in commands:
        build_parser(words[1]).parse_args(words[1:])


def test_every_link_to_a_file_leads_somewhere() -> None:
    links = [
        (path, link)
        for path in files(".md")
        for link in _LINK.findall(_text(path))
        if "://" not in link
    ]

    assert [(path, link) for path, link in links if not (ROOT / path.parent / link).exists()] == []


def test_every_decision_record_is_short() -> None:
    records = [path for path in files(".md") if path.parent == Path("docs/adr")]

    assert records
    assert [path for path in records if len(_text(path).split()) >= _RECORD_WORDS] == []


def _commands(program: str) -> Iterator[list[str]]:
    for path in files(".md"):
        for block in _BLOCK.findall(_text(path)):
            for line in block.replace("\\\n", " ").splitlines():
                words = list(dropwhile(_ASSIGNED.match, shlex.split(line, comments=True)))
                if words and Path(words[0]).name == program:
                    yield words


def _text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")

"""The style sheets of one page, which lie beside their components, do not meet in a class."""

import re
from collections import defaultdict

from tests.architecture.tree import ROOT

_CLASS = re.compile(r"(?<!,\n)^\.([a-z][a-z0-9-]*) \{", re.MULTILINE)


def test_a_class_is_styled_by_one_sheet() -> None:
    sheets = defaultdict(set)
    for folder in ("clients/ui", "clients/web/src"):
        for path in (ROOT / folder).rglob("*.css"):
            for name in _CLASS.findall(path.read_text(encoding="utf-8")):
                sheets[name].add(str(path.relative_to(ROOT)))

    assert sheets
    assert {name: found for name, found in sheets.items() if len(found) > 1} == {}

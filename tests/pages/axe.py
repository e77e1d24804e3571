"""axe-core's judgement of a page, in the words that help to mend it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests.architecture.tree import ROOT

_SOURCE: Final = ROOT / "clients/node_modules/axe-core/axe.min.js"
_GRAVE: Final = frozenset({"serious", "critical"})


# What else axe-core looks at are names, roles and sizes, which no colour changes.
OF_COLOURS: Final = ("color-contrast", "link-in-text-block")


def grave_faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Return what is serious or critical about a page as it stands, a line for each place.

    With `rules`, only what those find.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(_SOURCE).read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    run = f"axe.run({json.dumps(options)}).then((result) => result.violations)"
    found: list[dict[str, Any]] = page.evaluate(run)
    return [
        f"{rule['id']}: {node['html']}: {node['failureSummary']}"
        for rule in found
        if rule["impact"] in _GRAVE
        for node in rule["nodes"]
    ]

"""axe-core's judgement of a page, in the words that help to mend it."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests.architecture.tree import ROOT

_SOURCE: Final = ROOT / "clients/node_modules/axe-core/axe.min.js"
_GRAVE: Final = frozenset({"serious", "critical"})


def grave_faults(page: Page) -> list[str]:
    """Return what is serious or critical about a page as it stands, a line for each place."""
    page.evaluate(Path(_SOURCE).read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)"
    )
    return [
        f"{rule['id']}: {node['html']}: {node['failureSummary']}"
        for rule in found
        if rule["impact"] in _GRAVE
        for node in rule["nodes"]
    ]

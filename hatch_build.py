"""Puts the built pages into the wheel; an editable install serves them from `clients/dist`."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuiltPages(BuildHookInterface):
    """Includes `clients/dist`, or says that the wheel comes without pages."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what goes into the wheel besides the packages."""
        pages = Path(self.root) / "clients" / "dist"
        if version == "editable":
            return
        if (pages / ".built").is_file():
            build_data["force_include"][str(pages)] = "service/pages_dist"
        else:
            self.app.display_warning("no pages in this wheel: python clients/build.py builds them")

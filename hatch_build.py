"""Puts the built pages into the wheel and, if asked, the compiled playout core.

An editable install serves the pages from `clients/dist` and plays deals out interpreted.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_COMPILE = "KIERKI_COMPILE"  # 1: the wheel is for this machine's kind only


class BuiltParts(BuildHookInterface):
    """Includes `clients/dist`, or says that the wheel comes without pages; compiles if asked."""

    _compiled: Path | None = None

    def dependencies(self) -> list[str]:
        """Name what compiling needs beside the build backend."""
        if os.environ.get(_COMPILE) != "1":
            return []
        project = tomllib.loads(Path(self.root, "pyproject.toml").read_text(encoding="utf-8"))
        needed: list[str] = project["dependency-groups"]["compile"]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what goes into the wheel besides the packages."""
        if version == "editable":
            return
        pages = Path(self.root) / "clients" / "dist"
        if (pages / ".built").is_file():
            build_data["force_include"][str(pages)] = "service/pages_dist"
        else:
            self.app.display_warning("no pages in this wheel: python clients/build.py builds them")
        if os.environ.get(_COMPILE) == "1":
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        self._compiled = folder = Path(tempfile.mkdtemp())
        script = Path(self.root) / "compile_playout.py"
        subprocess.run((sys.executable, str(script), str(folder)), check=True)  # noqa: S603 - ours
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".so", ".pyd"}:
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the compiled files away, which are in the wheel now."""
        if self._compiled is not None:
            shutil.rmtree(self._compiled)

"""Which package may import which; the contracts stand in pyproject.toml."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, files


def test_every_import_goes_in_its_allowed_direction() -> None:
    checker = Path(sys.executable).with_name("lint-imports")

    answer = subprocess.run(
        (checker, "--no-cache"), cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert answer.returncode == 0, answer.stdout


def test_the_engine_needs_nothing_but_the_standard_library_and_msgspec() -> None:
    modules = [path for path in files(".py") if path.parts[0] == "engine"]

    needed = {name for path in modules for name in _imported(path)}

    assert needed - sys.stdlib_module_names == {"engine", "msgspec"}


def _imported(path: Path) -> set[str]:
    nodes = list(_run(ast.parse((ROOT / path).read_text(encoding="utf-8"))))
    plain = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in plain + named}


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all parts of a module but those that only a type checker, or a compiler, reads."""
    yield node
    for part in ast.iter_child_nodes(node):
        if not (isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"):
            yield from _run(part)

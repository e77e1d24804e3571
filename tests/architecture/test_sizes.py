"""Small modules and small functions: the tail is capped."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, files

_MODULE_LINES = 600
_FUNCTION_LINES = 50  # without the docstring; ruff counts the statements
_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


def test_every_module_is_small() -> None:
    lengths = {path: _text(path).count("\n") for path in files(".py")}

    assert {path: lines for path, lines in lengths.items() if lines > _MODULE_LINES} == {}


def test_every_function_is_small() -> None:
    lengths = {
        f"{path}: {name}": lines
        for path in files(".py")
        for name, lines in _functions(ast.parse(_text(path)))
    }

    assert {name: lines for name, lines in lengths.items() if lines > _FUNCTION_LINES} == {}


def _functions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in _statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = node.body[0] if ast.get_docstring(node) is not None else None
            lines = (node.end_lineno or 0) - node.lineno + 1
            yield node.name, lines - (_length(docstring) if docstring else 0)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in the blocks of a node; no function stands within an expression."""
    for block in _BLOCKS:
        for inner in getattr(node, block, ()):
            yield inner
            yield from _statements(inner)


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno + 1


def _text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")

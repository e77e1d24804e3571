"""How a value deviates from the one that was foreseen, in as few words as it takes."""

from typing import Any, Final, TypeVar

import msgspec

Tree = Any  # what MessagePack holds: nothing, numbers, texts, bytes, and lists of these
Deviation = list[Tree] | dict[int, Any]
"""The tree itself, alone in a list; or, by their places, deviations in a list of trees."""

_Value = TypeVar("_Value")
_encode: Final = msgspec.msgpack.Encoder().encode


def deviation(foreseen: object, real: object) -> Deviation:
    """Return how a value deviates from the one foreseen, which is another."""
    return _difference(_tree(foreseen), _tree(real))


def deviating(foreseen: _Value, found: Deviation, kind: type[_Value]) -> _Value:
    """Return the value that deviates so from the one foreseen."""
    return msgspec.msgpack.decode(_encode(_applied(_tree(foreseen), found)), type=kind)


def _tree(value: object) -> Tree:
    return msgspec.msgpack.decode(_encode(value))


def _difference(foreseen: Tree, real: Tree) -> Deviation:
    if not isinstance(foreseen, list) or not isinstance(real, list) or len(real) < len(foreseen):
        return [real]
    pairs = enumerate(zip(foreseen, real, strict=False))
    odd = {place: _difference(*pair) for place, pair in pairs if pair[0] != pair[1]}
    return odd | {place: [real[place]] for place in range(len(foreseen), len(real))}


def _applied(foreseen: Tree, found: Deviation) -> Tree:
    if isinstance(found, list):
        return found[0]
    tree = foreseen + [None] * (max(found, default=-1) + 1 - len(foreseen))
    for place, inner in found.items():
        tree[place] = _applied(tree[place], inner)
    return tree

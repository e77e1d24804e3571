"""The bytes of what streams send: each item is put into each form once, for everybody.

Bytes are kept as long as their item lives, which is as long as its channel keeps it or somebody
is still to send it. Items are told apart by identity: two that are equal may still be two views.
"""

import weakref
from collections.abc import Callable, Hashable
from typing import Final, TypeVar

from msgspec import Struct

FORMS_MAX: Final = 16  # of one item; whoever comes with another has it made for himself alone

_Item = TypeVar("_Item")


class _Made(Struct):
    """What one item has been made into; `item` tells when it is gone."""

    item: weakref.ReferenceType[object]
    forms: dict[Hashable, bytes] = {}


class Frames:
    """The frames of one process."""

    def __init__(self) -> None:
        self._made: dict[int, _Made] = {}

    def __len__(self) -> int:
        """Return of how many items bytes are kept."""
        return len(self._made)

    def frame(self, item: _Item, form: Hashable, make: Callable[[_Item], bytes]) -> bytes:
        """Return an item in a form; `make` puts it into bytes unless that has been done.

        A form must say everything that the bytes depend on but the item. The item must be one
        that can be referred to weakly.
        """
        made = self._made.get(id(item))
        if made is None:
            made = self._made[id(item)] = self._watched(item)
        found = made.forms.get(form)
        if found is None:
            found = make(item)
            if len(made.forms) < FORMS_MAX:
                made.forms[form] = found
        return found

    def _watched(self, item: object) -> _Made:
        key, made = id(item), self._made

        def gone(_: object) -> None:
            del made[key]

        return _Made(weakref.ref(item, gone))

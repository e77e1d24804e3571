"""What somebody or something may be called."""

import unicodedata
from typing import Final

from schema.errors import Code, refused

NAME_MAX: Final = 40
_VISIBLE: Final = "LNPS"  # the first letters of the Unicode categories that leave a mark alone


def shown_name(name: str) -> str:
    """Return a name as it is shown: composed (NFC), without spaces around it or in a row.

    Refuses INVALID_INPUT for one that nobody could read, or that could turn the text around it:
    control and format characters, such as those that change the direction of writing.
    """
    composed = unicodedata.normalize("NFC", name)
    shown = " ".join(word for word in composed.split(" ") if word)
    visible = any(unicodedata.category(letter)[0] in _VISIBLE for letter in shown)
    if not (1 <= len(shown) <= NAME_MAX and shown.isprintable() and visible):
        detail = f"A name has 1 to {NAME_MAX} printable characters, and none that only steer."
        raise refused(Code.INVALID_INPUT, detail)
    return shown

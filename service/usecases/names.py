"""What somebody or something may be called."""

import unicodedata
from typing import Final

from schema.errors import Code, Refusal, Refused, refused

NAME_MAX: Final = 40
_VISIBLE: Final = "LNPS"  # the first letters of the Unicode categories that leave a mark alone


def shown_name(name: str) -> str:
    """Return a name as it is shown: composed (NFC), without spaces around it or in a row.

    Refuses INVALID_INPUT for one that nobody could read, or that could turn the text around it:
    control and format characters, such as those that change the direction of writing.
    """
    composed = unicodedata.normalize("NFC", name)
    shown = " ".join(word for word in composed.split(" ") if word)
    if not (len(shown) <= NAME_MAX and _can_be_shown(shown)):
        detail = f"A name has 1 to {NAME_MAX} printable characters, and none that only steer."
        raise refused(Code.INVALID_INPUT, detail)
    return shown


def check_shown(text: str, field: str) -> None:
    """Refuse INVALID_INPUT for a text that nobody could read, or that could turn those around it.

    `field` is where it stands in the input.
    """
    if not _can_be_shown(text):
        detail = "A name has printable characters, at least one, and none that only steer."
        raise Refused(Refusal(code=Code.INVALID_INPUT, message=detail, field=field))


def _can_be_shown(text: str) -> bool:
    visible = any(unicodedata.category(letter)[0] in _VISIBLE for letter in text)
    return visible and text.isprintable()

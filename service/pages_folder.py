"""Where the built pages lie: in the installed package, or in `clients/dist` of a checkout."""

from pathlib import Path
from typing import Final

_INSTALLED: Final = Path(__file__).with_name("pages_dist")
_CHECKOUT: Final = Path(__file__).parents[1] / "clients" / "dist"


def pages_folder() -> Path | None:
    """Return the folder of the built pages, or None where nobody has built them."""
    places = (_INSTALLED, _CHECKOUT)
    return next((at for at in places if (at / "web" / "index.html").is_file()), None)

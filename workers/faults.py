"""How a fault is told without its words, which may name hidden cards or addresses."""

import traceback
from pathlib import Path

_FRAMES = 4  # enough to find the line, few enough for a log line


def fault(error: BaseException) -> dict[str, str]:
    """Return what may be logged of an error: its type, and where it was raised, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return {"error": type(error).__name__, "at": " ".join(places)}

"""What everything that stays open in one process shares: streams and sockets alike."""

from msgspec import Struct, field

from service.feed.frames import Frames
from service.stopping import Stopping


class Live(Struct, frozen=True):
    """The frames that are made once for all, and the wish of the process to end."""

    frames: Frames = field(default_factory=Frames)
    stopping: Stopping = field(default_factory=Stopping)

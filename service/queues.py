"""The names of the queues, for those who need nothing else of the jobs."""

from enum import StrEnum


class QueueName(StrEnum):
    """The queues, each with workers of its own."""

    PEOPLE = "people"
    BACKGROUND = "background"
    CLOCK = "clock"

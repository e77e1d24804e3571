"""The budgets that requests are charged to, as both transports publish them."""

from enum import StrEnum


class Budget(StrEnum):
    """What a request takes from; each account, or address, has each of them for itself."""

    READS = "reads"
    ANONYMOUS_READS = "anonymous_reads"
    MOVES = "moves"
    MATCHES = "matches"
    GUESTS = "guests"
    SIGN_INS = "sign_ins"

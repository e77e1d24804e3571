"""What the address of a server begins with: of one alone, or of a node of a cluster."""

from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""What the address of a cluster begins with, and the scheme of its nodes."""


def is_cluster(url: str) -> bool:
    """Return whether an address names a cluster."""
    return urlsplit(url).scheme in SCHEMES


def node_url(url: str) -> str:
    """Return the address of the server that an address names: of a cluster, the node in it."""
    scheme, colon, place = url.partition(":")  # urlunsplit drops the slashes of unix:///path
    return f"{SCHEMES.get(scheme.lower(), scheme)}{colon}{place}"

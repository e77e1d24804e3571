"""The JSON Schema of a feed's items, of which entries are one kind."""

from schema.json_schema import REF, document
from schema.model import FeedItem
from schema.rest.json_schemas import answered


def entry_text() -> str:
    """Return the JSON Schema of one item, as every stream of REST and every page sends it."""
    found = answered([FeedItem], ref=REF)
    whole = found.pop(FeedItem.__name__)
    return document(whole, dict(sorted(found.items())))

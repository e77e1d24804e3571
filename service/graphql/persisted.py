"""Published operations, which clients may send by their ids instead of their texts."""

from collections.abc import Iterable

from msgspec.structs import replace

from schema.documents import Document
from schema.errors import Code, refused
from service.graphql.request import Operation


class Persisted:
    """Knows the published operations; with `only` nothing else is run."""

    def __init__(self, documents: Iterable[Document], *, only: bool = False) -> None:
        self._texts = {at.id: at.text for at in documents}
        self._known = frozenset(self._texts.values())
        self._only = only

    def resolved(self, operation: Operation) -> Operation:
        """Return an operation with its text, on whatever transport it has come.

        Refuses INVALID_INPUT for neither or both of text and id, UNKNOWN_DOCUMENT, PERSISTED_ONLY.
        """
        query, document_id = operation.query, operation.document_id
        if document_id is None:
            return self._checked(operation)
        if query:
            raise refused(Code.INVALID_INPUT, "Send either query or documentId.")
        if document_id not in self._texts:
            detail = "There is no published operation of this documentId."
            raise refused(Code.UNKNOWN_DOCUMENT, detail)
        return replace(operation, query=self._texts[document_id], document_id=None)

    def _checked(self, operation: Operation) -> Operation:
        if not operation.query or operation.query.isspace():
            raise refused(Code.INVALID_INPUT, "The query is empty, and there is no documentId.")
        if self._only and operation.query not in self._known:
            detail = "Only the published operations are taken here, by their documentId."
            raise refused(Code.PERSISTED_ONLY, detail)
        return operation

"""The published operations under their ids."""

import hashlib
import json

from schema.documents import FOLDER, document_id, documents, operations_text


def test_every_file_is_an_operation_with_the_digest_of_its_text_as_its_id() -> None:
    files = {path.stem: path.read_bytes() for path in FOLDER.glob("*.graphql")}

    assert files
    assert {at.name: at.text.encode() for at in documents()} == files
    for at in documents():
        assert at.id == "sha256:" + hashlib.sha256(files[at.name]).hexdigest()


def test_other_texts_have_other_ids() -> None:
    assert document_id("{ me { id } }") != document_id("{ me { name } }")
    assert len({at.id for at in documents()}) == len(documents())


def test_the_list_tells_name_and_kind_of_each() -> None:
    listed = json.loads(operations_text())["operations"]

    kinds = {at["name"]: at["kind"] for at in listed}
    assert kinds["Match"] == "query"
    assert kinds["SubmitMove"] == "mutation"
    assert kinds["MatchEvents"] == "subscription"
    assert list(kinds) == sorted(kinds)

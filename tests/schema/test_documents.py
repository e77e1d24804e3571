"""The published operations under their ids."""

import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from graphql import parse, validate

from schema.documents import FOLDER, Document, document_id, documents, operations_text
from schema.graphql import build_schema


def test_every_file_is_an_operation_with_the_digest_of_its_text_as_its_id() -> None:
    files = {path.stem: path.read_bytes() for path in FOLDER.glob("*.graphql")}

    assert files
    assert {at.name: at.text.encode() for at in documents()} == files
    for at in documents():
        assert at.id == "sha256:" + hashlib.sha256(at.text.encode()).hexdigest()


def test_a_released_text_stays_under_its_id_beside_the_present_one(tmp_path: Path) -> None:
    path = tmp_path / "operations.json"
    old = Document(document_id("{ match { id } }"), "Match", "query", "{ match { id } }")
    path.write_bytes(msgspec.json.encode({"operations": [old, *documents(tmp_path / "none")]}))

    found = documents(path)

    assert next(at for at in found if at.name == "Match") == old
    assert [at for at in found if at != old] == list(documents(tmp_path / "none"))


@pytest.mark.parametrize("at", documents(), ids=lambda at: at.name)
def test_every_published_text_may_run(at: Document) -> None:
    assert validate(build_schema().core, parse(at.text)) == []


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

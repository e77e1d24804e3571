"""Entity tags: what may be kept, by whom, and when it stands no longer."""

import httpx
import pytest
from starlette.applications import Starlette

from schema.rest.operation import Access, Cache, Method
from schema.rest.operations import OPERATIONS
from service.rest.answering import KEPT_MAX
from service.rest.conditional import tag_of
from tests.fixtures.house import open_house
from tests.fixtures.rest import app_of, client_of, guest, new_match, started_match


async def again(client: httpx.AsyncClient, path: str, tag: str) -> httpx.Response:
    return await client.get(path, headers={"If-None-Match": tag})


def test_every_get_but_feeds_probes_and_the_present_moment_has_a_tag() -> None:
    untagged = {at.id for at in OPERATIONS if at.method is Method.GET and not at.is_tagged}

    assert untagged == {
        "getEvents",
        "getTurns",
        "getPresence",
        "getLivez",
        "getReadyz",
    }


def test_what_is_public_is_the_same_for_everybody() -> None:
    public = [at for at in OPERATIONS if at.cache is Cache.PUBLIC]

    assert public
    assert {at.access for at in public} == {Access.OPEN}


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rule-sets",
        "/v1/rule-sets/kurnik",
        "/v1/rule-sets/kurnik/rules?players=3",
        "/v1/rules",
        "/v1/problems",
        "/openapi.json",
    ],
)
async def test_public_data_is_sent_once(app: Starlette, path: str) -> None:
    async with client_of(app) as nobody:
        first = await nobody.get(path)
        second = await nobody.get(path)
        third = await again(nobody, path, first.headers["etag"])

    assert first.status_code == second.status_code == 200
    assert first.headers["etag"] == second.headers["etag"] == tag_of(first.content)
    assert first.content == second.content
    assert (third.status_code, third.content) == (304, b"")
    assert third.headers["etag"] == first.headers["etag"]
    assert third.headers["cache-control"] == "public, max-age=60"


async def test_other_rules_have_another_tag_however_many_are_kept(app: Starlette) -> None:
    paths = [f"/v1/rule-sets/kurnik/rules?players={number}" for number in (3, 4)]
    async with client_of(app) as nobody:
        before = [(await nobody.get(path)).headers["etag"] for path in paths]
        for number in range(KEPT_MAX + 1):  # the same rules at other addresses
            more = await nobody.get(f"{paths[0]}&option=trump_leader%{number % 2 + 2}0:declarer")
        after = [(await nobody.get(path)).headers["etag"] for path in paths]

    assert more.status_code == 422
    assert before == after
    assert before[0] != before[1]


async def test_a_match_is_sent_anew_only_when_it_has_changed(ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await new_match(ada)}"

    first = await ada.get(path)
    unchanged = await again(ada, path, first.headers["etag"])
    await ada.post(f"{path}/bots", json={})
    changed = await again(ada, path, first.headers["etag"])

    assert unchanged.status_code == 304
    assert unchanged.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in unchanged.headers["vary"].split(", ")
    assert "server-time-ms" in unchanged.headers
    assert "content-type" not in unchanged.headers
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]
    assert changed.json()["version"] == first.json()["version"] + 1


async def test_one_viewers_tag_does_not_stand_for_another(
    ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    path = f"/v1/matches/{await started_match(ada)}"

    of_ada = (await ada.get(path)).headers["etag"]
    for_bob = await again(bob, path, of_ada)

    assert for_bob.status_code == 200
    assert for_bob.headers["etag"] != of_ada


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("*", 304),
        ("W/{tag}", 304),
        ('"a", {tag}', 304),
        ('"a,b" , W/{tag}', 304),
        ('"a"', 200),
        ("", 200),
        ("a", 200),
        ('"', 200),
    ],
)
async def test_if_none_match_is_read_as_http_says(
    ada: httpx.AsyncClient, sent: str, status: int
) -> None:
    path = f"/v1/matches/{await new_match(ada)}"
    tag = (await ada.get(path)).headers["etag"]

    answer = await again(ada, path, sent.format(tag=tag))

    assert answer.status_code == status


async def test_several_fields_are_one_list(ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await new_match(ada)}"
    tag = (await ada.get(path)).headers["etag"]

    answer = await ada.get(path, headers=[("If-None-Match", '"a"'), ("If-None-Match", tag)])

    assert answer.status_code == 304


async def test_head_tells_the_same_tag_and_length(ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await new_match(ada)}"

    got, head = await ada.get(path), await ada.head(path)
    unchanged = await ada.head(path, headers={"If-None-Match": head.headers["etag"]})

    assert head.content == b""
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == str(len(got.content))
    assert unchanged.status_code == 304


async def test_a_refusal_has_no_tag(ada: httpx.AsyncClient) -> None:
    answer = await again(ada, "/v1/matches/m_none", "*")

    assert answer.status_code == 404
    assert "etag" not in answer.headers


async def test_time_alone_changes_no_answer_but_its_header() -> None:
    house = open_house()
    app = app_of(house.services)
    async with await guest(app) as ada, client_of(app) as nobody:
        match_id = await started_match(ada, turnSeconds=60)
        paths = [f"/v1/matches/{match_id}{at}" for at in ("", "/moves", "/rules")]
        before = [await ada.get(path) for path in (*paths, "/v1/matches", "/v1/me")]
        unseated = await nobody.get(paths[0])
        house.clock.now_ms += 59_000
        after = [await again(ada, at.url.path, at.headers["etag"]) for at in before]
        still_unseated = await again(nobody, paths[0], unseated.headers["etag"])

    assert {at.status_code for at in (*before, unseated)} == {200}
    assert {at.status_code for at in (*after, still_unseated)} == {304}
    moved = {
        int(new.headers["server-time-ms"]) - int(old.headers["server-time-ms"])
        for old, new in zip(before, after, strict=True)
    }
    assert moved == {59_000}

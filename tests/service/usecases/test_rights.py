"""Who may do what: each right asks for its scope, and names it where it is missing."""

import pytest
from msgspec.structs import replace

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import OverlayGrant, Scope
from schema.model import PlayerView
from service.usecases.rights import allowed, may_play, may_read, signed_in
from tests.fixtures.house import ALA, NOBODY

BOT = Viewer(
    PlayerView(id="p_bot", name="Bot", guest=False, bot=True),
    frozenset({Scope.MATCH_READ, Scope.BOT_PLAY}),
)
KEY = Viewer(
    scopes=frozenset({Scope.OVERLAY_READ}),
    token_id="k_1",
    overlay=OverlayGrant("p_ala", match_id="m_1"),
)


def test_whoever_has_an_account_is_signed_in_whatever_the_token_is_good_for() -> None:
    assert signed_in(replace(ALA, scopes=frozenset())) == ALA.player


def test_a_scope_that_the_token_has_is_allowed() -> None:
    assert allowed(ALA, Scope.MATCH_CREATE) == ALA.player


def test_a_scope_that_the_token_lacks_is_named() -> None:
    with pytest.raises(Refused) as error:
        allowed(ALA, Scope.ADMIN)

    assert error.value.refusal.code is Code.FORBIDDEN
    assert error.value.refusal.allowed == ("admin",)


def test_nobody_is_told_to_bring_a_token() -> None:
    with pytest.raises(Refused) as error:
        allowed(NOBODY, Scope.MATCH_READ)

    assert error.value.refusal.code is Code.UNAUTHENTICATED


def test_a_bot_plays_by_its_own_scope_and_a_person_by_another() -> None:
    assert may_play(BOT) == BOT.player
    assert may_play(ALA) == ALA.player
    for viewer, missing in (
        (replace(BOT, scopes=frozenset({Scope.MATCH_PLAY})), "bot:play"),
        (replace(ALA, scopes=frozenset({Scope.BOT_PLAY})), "match:play"),
    ):
        with pytest.raises(Refused) as error:
            may_play(viewer)
        assert error.value.refusal.allowed == (missing,)


def test_nobody_and_a_key_may_read_but_a_token_needs_its_scope() -> None:
    may_read(NOBODY)
    may_read(KEY)
    may_read(ALA)
    with pytest.raises(Refused) as error:
        may_read(replace(ALA, scopes=frozenset({Scope.MATCH_PLAY})))

    assert error.value.refusal.allowed == ("match:read",)


def test_a_key_is_good_for_nothing_that_needs_an_account() -> None:
    for right in (signed_in, may_play):
        with pytest.raises(Refused) as error:
            right(KEY)
        assert error.value.refusal.code is Code.FORBIDDEN
        assert error.value.refusal.allowed is None

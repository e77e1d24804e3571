"""The token of a request, by RFC 6750."""

from schema.context import Players, Viewer
from schema.errors import Code, refused


def bearer_token(authorization: str | None) -> str | None:
    """Return the token of an Authorization header, or nothing where there is no header.

    Refuses UNAUTHENTICATED for a header of another form.
    """
    if authorization is None:
        return None
    scheme, _, token = authorization.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refused(Code.UNAUTHENTICATED, "The Authorization header is 'Bearer TOKEN'.")
    return token.strip()


async def viewer_of(players: Players, token: str | None, key: str | None) -> Viewer:
    """Return who asks, by a token or by an overlay key; refuses INVALID_INPUT for both at once.

    Refuses UNAUTHENTICATED, ACCOUNT_BANNED.
    """
    if key is None:
        return await players.viewer(token)
    if token is not None:
        raise refused(Code.INVALID_INPUT, "Send a token or an overlay key, not both.")
    return await players.by_key(key)

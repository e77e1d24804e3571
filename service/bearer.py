"""The token of a request, by RFC 6750."""

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

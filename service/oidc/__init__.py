"""Accounts of the host application: the tokens of its OpenID Connect issuer, checked here."""

from service.oidc.issuer import OidcIssuer

__all__ = ["OidcIssuer"]

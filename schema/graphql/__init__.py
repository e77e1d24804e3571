"""The GraphQL API: types made from the model, resolvers that call the ports."""

from schema.graphql.build import build_schema
from schema.graphql.context import Asked

__all__ = ["Asked", "build_schema"]

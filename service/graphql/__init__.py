"""The GraphQL transport: HTTP and graphql-transport-ws at one address."""

from service.graphql.app import GraphQLApp

__all__ = ["GraphQLApp"]

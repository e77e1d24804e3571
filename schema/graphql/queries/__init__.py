"""Everything that can be read; one topic per file."""

import strawberry

from schema.graphql.queries.audit import account, audit
from schema.graphql.queries.bots import bots, offers
from schema.graphql.queries.match import match, matches
from schema.graphql.queries.match_analysis import match_analysis
from schema.graphql.queries.match_at import match_at
from schema.graphql.queries.match_export import match_export
from schema.graphql.queries.match_lists import (
    match_by_invite,
    open_matches,
    player_matches,
    running_matches,
)
from schema.graphql.queries.me import me, overlay_keys, tokens
from schema.graphql.queries.rule_sets import rule_set, rule_sets, rules
from schema.graphql.queries.validate_move import validate_move

__all__ = ["Query"]


@strawberry.type(description="Everything that can be read.")
class Query:
    """The root of queries."""

    match = match
    matches = matches
    match_at = match_at
    match_analysis = match_analysis
    open_matches = open_matches
    running_matches = running_matches
    player_matches = player_matches
    match_by_invite = match_by_invite
    match_export = match_export
    me = me
    bots = bots
    offers = offers
    account = account
    audit = audit
    tokens = tokens
    overlay_keys = overlay_keys
    rule_set = rule_set
    rule_sets = rule_sets
    rules = rules
    validate_move = validate_move

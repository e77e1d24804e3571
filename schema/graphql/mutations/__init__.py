"""Everything that changes something; one topic per file."""

import strawberry

from schema.graphql.mutations.add_bot import add_bot
from schema.graphql.mutations.add_entropy import add_entropy
from schema.graphql.mutations.administer_account import administer_account
from schema.graphql.mutations.administer_match import administer_match
from schema.graphql.mutations.create_bot import create_bot
from schema.graphql.mutations.create_guest import create_guest
from schema.graphql.mutations.create_match import create_match
from schema.graphql.mutations.create_overlay_key import create_overlay_key
from schema.graphql.mutations.create_token import create_token
from schema.graphql.mutations.erase_account import erase_account
from schema.graphql.mutations.join_match import join_match
from schema.graphql.mutations.leave_match import leave_match
from schema.graphql.mutations.link_identity import link_identity
from schema.graphql.mutations.lobby_seats import keep_seat, kick, reorder_seats
from schema.graphql.mutations.offers import accept_offer, decline_offer, offer_seat
from schema.graphql.mutations.pairing import quick_match, rematch
from schema.graphql.mutations.played_seats import reclaim_seat, resign, take_over
from schema.graphql.mutations.revoke_overlay_key import revoke_overlay_key
from schema.graphql.mutations.revoke_token import revoke_token
from schema.graphql.mutations.start_match import start_match
from schema.graphql.mutations.submit_move import submit_move

__all__ = ["Mutation"]


@strawberry.type(description="Everything that changes something. All but createGuest need a token.")
class Mutation:
    """The root of mutations."""

    create_guest = create_guest
    erase_account = erase_account
    link_identity = link_identity
    create_token = create_token
    revoke_token = revoke_token
    create_overlay_key = create_overlay_key
    create_bot = create_bot
    offer_seat = offer_seat
    accept_offer = accept_offer
    decline_offer = decline_offer
    administer_account = administer_account
    administer_match = administer_match
    revoke_overlay_key = revoke_overlay_key
    create_match = create_match
    join_match = join_match
    leave_match = leave_match
    add_bot = add_bot
    kick = kick
    reorder_seats = reorder_seats
    keep_seat = keep_seat
    start_match = start_match
    rematch = rematch
    quick_match = quick_match
    submit_move = submit_move
    take_over = take_over
    reclaim_seat = reclaim_seat
    resign = resign
    add_entropy = add_entropy

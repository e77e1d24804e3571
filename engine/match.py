"""A match from its start to its end: what is asked, what is allowed, what a move does.

Everything is a pure function of the pinned rules and the state. Nothing here knows which game
is played: deals come from the rules, and each kind of play lives in `engine.deals`.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine import deals
from engine.cards import SUIT_SIZE
from engine.deals import Decision
from engine.errors import RuleCode, RuleError
from engine.events import (
    Commitment,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    EntropyAdded,
    MatchEnded,
    Reveal,
)
from engine.moves import Move
from engine.rules import Deal, Direction, EndWhen, Rules, Tie, deck
from engine.shuffle import ENTROPY_BYTES_MAX, commitment, deal_seed, receipt, shuffle
from engine.state import DealState, MatchState, Phase

_SCORED: Final = Phase.SCORED

Step = tuple[MatchState, tuple[Effect, ...]]


def start(rules: Rules, match_id: str, secret: bytes, entropy: tuple[bytes, ...] = ()) -> Step:
    """Draw the first dealer and deal the first hands.

    `secret` is 32 bytes that nobody else knows, or those of a practice match; `entropy` what the
    seats have added to the first deal, by seat, empty for none. Source: R1.6.
    """
    cards = shuffle(deck(rules.removed), deal_seed(secret, 0), ())[: rules.players]
    dealer = first_dealer(cards)
    given = entropy or _no_entropy(rules)
    state = MatchState(match_id, secret, bytes(cards), None, entropy=given)
    state, effects = _shuffle_and_deal(rules, state, 1, dealer)
    return state, (DealerDrawn(bytes(cards), dealer), *effects)


def first_dealer(cards: Sequence[int]) -> int:
    """Return the seat that deals first, by the card that each seat drew. Source: R1.6."""
    return max(range(len(cards)), key=lambda seat: (cards[seat] % SUIT_SIZE, cards[seat]))


def _no_entropy(rules: Rules) -> tuple[bytes, ...]:
    return (b"",) * rules.players


def start_with(rules: Rules, match_id: str, deal: DealState) -> MatchState:
    """Return a match that stands in the given deal, with zeros for the deals before it.

    For positions from outside the shuffle: analysis, puzzles and tests. The deals after it come
    from a secret of zeros.
    """
    before = ((0,) * rules.players,) * (deal.number - 1)
    drawn = bytes(rules.players)
    return MatchState(match_id, bytes(32), drawn, deal, before, _no_entropy(rules))


def _shuffle_and_deal(rules: Rules, state: MatchState, number: int, dealer: int) -> Step:
    seed = deal_seed(state.secret, number)
    cards = bytes(shuffle(deck(rules.removed), seed, state.entropy))
    return deal_cards(rules, state, number, dealer, cards)


def deal_cards(rules: Rules, state: MatchState, number: int, dealer: int, cards: bytes) -> Step:
    """Deal the deck in a given order: hands, then the talon, then the odd card.

    What the seats have added to the order is told, and the next deal begins without.
    Source: R1.3, R15.6.
    """
    spec = rules.deal(number)
    deal, effects = deals.open_deal(rules, number, dealer, cards)
    hands = tuple(deal.dealt(seat) for seat in range(rules.players))
    seen = deals.seen_cards(spec, deal.phase)
    odd = bytes((deal.set_aside,)) if deal.set_aside is not None and deal.layout else b""
    given = state.entropy if any(state.entropy) else ()
    started = DealStarted(number, dealer, deal.leader, hands, seen, deal.talon, odd, given)
    after = replace(state, deal=deal, entropy=_no_entropy(rules))
    return after, (started, *effects)


def spec_of(rules: Rules, deal: DealState) -> Deal:
    """Return what the rules say of the deal in play."""
    return rules.deal(deal.number)


def decision(rules: Rules, state: MatchState, seat: int) -> Decision | None:
    """Return what a seat is asked to choose, or nothing if it is not asked."""
    if state.deal is None:
        return None
    return deals.decision(spec_of(rules, state.deal), state.deal, seat)


def playable(rules: Rules, state: MatchState, seat: int) -> int:
    """Return the cards that a seat may play now, as a set; none if it is asked for no card.

    What the decision has, without the reasons: for whoever plays many deals.
    """
    deal = state.deal
    return 0 if deal is None else deals.playable(rules.deal(deal.number), deal, seat)


def refusal(rules: Rules, state: MatchState, seat: int, move: Move) -> RuleError | None:
    """Return why a move is not allowed, or nothing if `apply` takes it."""
    if state.deal is None:
        return _over()
    return deals.refusal_of(spec_of(rules, state.deal), state.deal, seat, move)


def _over() -> RuleError:
    return RuleError(RuleCode.MATCH_OVER, "the match is over", "R1.8")


def apply(rules: Rules, state: MatchState, seat: int, move: Move) -> Step:
    """Return the state after a move, and its effects in order; raises RuleError.

    Scoring, the next deal and the end of the match follow at once.
    """
    after, effects = apply_in_deal(rules, state, seat, move)
    if after.deal is not None or state.deal is None or is_over(rules, after):
        return after, effects
    dealer = (state.deal.dealer + 1) % rules.players
    after, started = _shuffle_and_deal(rules, after, state.deal.number + 1, dealer)
    return after, effects + started


def apply_in_deal(rules: Rules, state: MatchState, seat: int, move: Move) -> Step:
    """Return what `apply` does, but for the next deal: after a scored deal there is none.

    For matches whose cards do not come from a secret: those that are written down.
    """
    deal = state.deal
    if deal is None:
        raise _over()
    deal, effects = deals.answer(rules.deal(deal.number), deal, seat, move)
    if deal.phase is _SCORED:
        after, scored = _score(rules, state, deal)
        return after, effects + scored
    return replace(state, deal=deal), effects


def _score(rules: Rules, state: MatchState, deal: DealState) -> Step:
    scored = replace(state, scores=(*state.scores, deal.points), deal=None)
    told = DealScored(deal.number, deal.points, scored.totals)
    if is_over(rules, scored):
        return scored, (told, match_result(rules, scored.totals))
    return scored, (told,)


def add_entropy(rules: Rules, state: MatchState, seat: int, value: bytes) -> Step:
    """Add a seat's bytes to the shuffle of the next deal, once, while the present deal lasts.

    The log tells their receipt; the entry that starts the next deal tells the bytes. Raises
    RuleError: MATCH_OVER, NO_DEAL_FOLLOWS, ENTROPY_LENGTH, ENTROPY_TWICE. Source: R15.6.
    """
    if state.deal is None:
        raise _over()
    number = state.deal.number + 1
    if rules.ending is None and number > len(rules.deals):
        detail = f"deal {state.deal.number} is the last"
        raise RuleError(RuleCode.NO_DEAL_FOLLOWS, detail, "R15.6")
    entropy, added = add_to(state.entropy, state.match_id, number, seat, value)
    return replace(state, entropy=entropy), (added,)


def add_to(
    entropy: tuple[bytes, ...], match_id: str, deal: int, seat: int, value: bytes
) -> tuple[tuple[bytes, ...], EntropyAdded]:
    """Return the entropy of a deal with that of one more seat, and the receipt for it.

    Raises RuleError: ENTROPY_LENGTH, ENTROPY_TWICE. Source: R15.6.
    """
    if not 1 <= len(value) <= ENTROPY_BYTES_MAX:
        detail = f"{len(value)} bytes are not 1 to {ENTROPY_BYTES_MAX}"
        raise RuleError(RuleCode.ENTROPY_LENGTH, detail, "R15.6")
    if entropy[seat]:
        detail = f"seat {seat} has added to deal {deal}"
        raise RuleError(RuleCode.ENTROPY_TWICE, detail, "R15.6")
    added = EntropyAdded(deal, seat, receipt(match_id, deal, seat, value))
    return (*entropy[:seat], value, *entropy[seat + 1 :]), added


def is_over(rules: Rules, state: MatchState) -> bool:
    """Return whether no deal follows the scored ones. Source: R8.5."""
    ending = rules.ending
    if ending is None:
        return len(state.scores) == len(rules.deals)
    totals = state.totals
    furthest = max(totals)
    at_limit = furthest > ending.limit or (
        ending.when is EndWhen.REACH and furthest == ending.limit
    )
    if not at_limit or ending.tie is Tie.DRAW:
        return at_limit
    return len(match_result(rules, totals).winners) == 1


def match_result(rules: Rules, totals: tuple[int, ...]) -> MatchEnded:
    """Return ranks and winners of final totals; equal totals share a rank. Source: R1.8."""
    sign = -1 if rules.direction is Direction.HIGH else 1
    order = [sign * total for total in totals]
    ranks = tuple(1 + sum(other < mine for other in order) for mine in order)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return MatchEnded(totals, ranks, winners)


def default_move(rules: Rules, state: MatchState, seat: int) -> Move:
    """Return the move made for a seat whose time is over.

    Raises RuleError: NOT_YOUR_TURN, MATCH_OVER.
    """
    if state.deal is None:
        raise _over()
    asked = decision(rules, state, seat)
    if asked is None:
        raise deals.not_asked(state.deal, seat)
    return deals.default(asked)


def commitments(state: MatchState, first: int, last: int) -> tuple[Commitment, ...]:
    """Return the commitments to the deals `first` … `last`; deal 0 is the dealer draw."""
    return tuple(
        Commitment(deal, commitment(deal_seed(state.secret, deal), deal, state.match_id))
        for deal in range(first, last + 1)
    )


def reveals(state: MatchState, first: int, last: int) -> tuple[Reveal, ...]:
    """Return the seeds of the deals `first` … `last`, which must be over."""
    return tuple(
        Reveal(deal, deal_seed(state.secret, deal).hex()) for deal in range(first, last + 1)
    )

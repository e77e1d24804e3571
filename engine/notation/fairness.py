"""Checks that the cards of a written match are those that its seeds and commitments give.

Source: R15. `clients/verify/verify.mjs` does the same without any of this code.
"""

from collections.abc import Iterator

from msgspec import Struct

from engine.match import first_dealer
from engine.notation.cards_dealt import cards_dealt, cards_drawn, seed_of
from engine.notation.faults import Fault, FaultCode, FaultError, fault
from engine.notation.model import WrittenMatch
from engine.notation.pinned import rules_of
from engine.rules import Rules
from engine.shuffle import commitment


class DealCheck(Struct, frozen=True):
    """What was found of a deal, or at number 0 of the draw: it is fair if nothing is wrong."""

    number: int
    faults: tuple[Fault, ...]

    @property
    def is_fair(self) -> bool:
        """Return whether the cards are those that the service had bound itself to."""
        return not self.faults


def verify(match: WrittenMatch) -> tuple[DealCheck, ...]:
    """Return the check of the draw and of each deal, in order.

    A practice match needs no commitment: its deals follow from a known number. Raises
    RuleSetError if its rules are none; `read` has refused such a match already.
    """
    rules = rules_of(match)
    checks = [DealCheck(0, tuple(_draw_faults(match, rules)))]
    dealer = first_dealer(cards_drawn(match, rules)) if checks[0].is_fair else None
    for index, deal in enumerate(match.deals):
        faults = tuple(_deal_faults(match, rules, index, dealer))
        checks.append(DealCheck(index + 1, faults))
        dealer = (deal.dealer + 1) % rules.players
    return tuple(checks)


def _draw_faults(match: WrittenMatch, rules: Rules) -> Iterator[Fault]:
    if not match.draw:
        yield fault(FaultCode.NO_CARDS, "", "the match states no draw", "R1.6")
    try:
        cards_drawn(match, rules)
        seed = seed_of(match, 0, match.draw_seed, "/drawSeed")
    except FaultError as error:
        yield error.fault
        return
    yield from _commitment_faults(match, 0, seed, match.draw_commitment)


def _deal_faults(
    match: WrittenMatch, rules: Rules, index: int, dealer: int | None
) -> Iterator[Fault]:
    deal, at = match.deals[index], f"/deals/{index}"
    if deal.number != index + 1:
        detail = f"deal {index + 1} comes here, not {deal.number}"
        yield fault(FaultCode.WRONG_DEAL, at, detail)
        return
    if deal.dealer >= rules.players or dealer not in {None, deal.dealer}:
        yield fault(FaultCode.WRONG_DEALER, at, f"seat {dealer or 0} deals here, not {deal.dealer}")
        return
    if not (deal.hands or deal.order):
        yield fault(FaultCode.NO_CARDS, at, "the deal states no hands")
    try:
        cards_dealt(match, rules, index)
        seed = seed_of(match, deal.number, deal.seed, f"{at}/seed")
    except FaultError as error:
        yield error.fault
        return
    yield from _commitment_faults(match, deal.number, seed, deal.commitment)


def _commitment_faults(
    match: WrittenMatch, number: int, seed: bytes | None, stated: str | None
) -> Iterator[Fault]:
    at = f"/deals/{number - 1}" if number else ""
    if seed is None:
        yield fault(FaultCode.NO_SEED, at, "no seed is revealed")
        return
    if stated is None:
        if match.practice_seed is None:
            yield fault(FaultCode.NO_COMMITMENT, at, "nothing was published before the deal")
        return
    if match.match_id is None:
        detail = "a commitment names the id of its match, and there is none"
        yield fault(FaultCode.NO_COMMITMENT, at, detail)
        return
    if commitment(seed, number, match.match_id) != stated:
        where = f"{at}/commitment" if number else "/drawCommitment"
        detail = "the seed is not the one that the service had bound itself to"
        yield fault(FaultCode.BAD_COMMITMENT, where, detail)

"""A table's own rules: a list of deals, checked before anybody plays them. Source: R14."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.cards import card_set, parse_cards
from engine.deals.opening import talon_size
from engine.deals.worth import cards_worth, trick_number
from engine.errors import NotationError, RuleSetCode, RuleSetError
from engine.rules import (
    Deal,
    Direction,
    Ending,
    LotteryDeal,
    OddCard,
    Position,
    Rules,
    TrickDeal,
    TrumpChoice,
    deck,
)
from engine.rulesets.contracts import DECKS

CUSTOM: Final = "custom"
_DEALS_MAX: Final = 60
_BY_CHAIR: Final = (Position.DEALER, Position.LEFT_OF_DEALER)


class CustomDeal(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A deal of a table's own rules, and how often it is played in a row."""

    deal: Annotated[Deal, Meta(description="The deal.")]
    repeat: Annotated[int, Meta(ge=1, le=20, description="How often.")] = 1


class CustomGame(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A table's own rules."""

    direction: Annotated[Direction, Meta(description="Which total wins.")]
    deals: Annotated[
        tuple[CustomDeal, ...],
        Meta(max_length=_DEALS_MAX, description="The deals in the order of play."),
    ]
    ending: Annotated[
        Ending | None,
        Meta(description="When it ends, the deals coming again; null: after the last deal."),
    ] = None
    odd_card: Annotated[OddCard, Meta(description="What becomes of a card that is set aside.")] = (
        OddCard.NEUTRAL
    )


def custom_rules(players: int, game: CustomGame) -> Rules:
    """Return the rules of a table's own game.

    Raises RuleSetError: WRONG_PLAYER_COUNT, NO_DEALS, WORTHLESS_DEAL, NO_SUCH_TRICK,
    NO_SUCH_CARD, TOO_MANY_PRIZES, CLASHING_RULES.
    """
    if players not in DECKS:
        detail = f"there is no deck for {players} players"
        raise RuleSetError(RuleSetCode.WRONG_PLAYER_COUNT, detail, tuple(map(str, DECKS)))
    rules = _resolved(players, game)
    if not 1 <= len(rules.deals) <= _DEALS_MAX:
        raise RuleSetError(
            RuleSetCode.NO_DEALS, "a match needs deals", (f"1 … {_DEALS_MAX} deals",)
        )
    for spec in rules.deals:
        _check(rules, spec)
    if rules.ending is not None and sum(_total(rules, spec) for spec in rules.deals) <= 0:
        detail = "an ending needs deals that raise the totals"
        raise RuleSetError(RuleSetCode.CLASHING_RULES, detail, ("deals that add points",))
    return rules


def _resolved(players: int, game: CustomGame) -> Rules:
    cards = 52 - len(DECKS[players])
    deals = (part.deal for part in game.deals for _ in range(part.repeat))
    return Rules(
        rule_set=CUSTOM,
        version=1,
        players=players,
        options={},
        direction=game.direction,
        removed=DECKS[players],
        hand_size=cards // players,
        deals=tuple(_sorted_sources(deal) for deal in deals),
        odd_card=game.odd_card if cards % players else None,
        ending=game.ending,
    )


def _sorted_sources(deal: Deal) -> Deal:
    """Return the deal with the section that stands behind a table's own rules."""
    return replace(deal, source="R14")


def _check(rules: Rules, spec: Deal) -> None:
    if isinstance(spec, LotteryDeal):
        _check_lottery(rules, spec)
        return
    _check_cards(spec)
    _check_worth(rules, spec)
    for wrong, allowed in _clashes(rules, spec):
        raise _clash(spec, wrong, allowed)


def _clash(spec: Deal, wrong: str, allowed: str) -> RuleSetError:
    return RuleSetError(RuleSetCode.CLASHING_RULES, f"deal {spec.id}: {wrong}", (allowed,))


def _check_lottery(rules: Rules, spec: LotteryDeal) -> None:
    if not any(spec.prizes):
        detail = f"deal {spec.id} has no prize"
        raise RuleSetError(RuleSetCode.WORTHLESS_DEAL, detail, ("a prize that is not 0",))
    if len(spec.prizes) > rules.players:
        detail = f"deal {spec.id} has {len(spec.prizes)} prizes for {rules.players} players"
        raise RuleSetError(RuleSetCode.TOO_MANY_PRIZES, detail, (f"1 … {rules.players} prizes",))
    if spec.opener not in _BY_CHAIR:
        raise _clash(spec, "a lottery is opened from a chair", "dealer, left_of_dealer")


def _check_cards(spec: TrickDeal) -> None:
    named = [name for part in spec.cards for name in part.cards]
    named += [*spec.barred_first, *spec.must_drop]
    named += [spec.opening_card] if spec.opening_card else []
    named += [*spec.moon.cards] if spec.moon else []
    hearts = spec.broken_hearts
    named += [*hearts.by, *hearts.beside] if hearts else []
    try:
        parse_cards(named)
    except NotationError as error:
        detail = f"deal {spec.id} names {error.text[:20]!r}"
        raise RuleSetError(RuleSetCode.NO_SUCH_CARD, detail, (error.form,)) from error


def _check_worth(rules: Rules, spec: TrickDeal) -> None:
    counted = any(part.points and part.cards for part in spec.cards)
    if not (spec.trick or counted or any(part.points for part in spec.tricks)):
        detail = f"deal {spec.id} counts nothing"
        raise RuleSetError(RuleSetCode.WORTHLESS_DEAL, detail, ("a unit that is not 0",))
    for part in spec.tricks:
        if (
            not 1 <= trick_number(part.number, rules.hand_size) <= rules.hand_size
            or not part.number
        ):
            detail = f"deal {spec.id} has no trick {part.number}"
            allowed = f"1 … {rules.hand_size}, or -{rules.hand_size} … -1 from the end"
            raise RuleSetError(RuleSetCode.NO_SUCH_TRICK, detail, (allowed,))


def _clashes(rules: Rules, spec: TrickDeal) -> Iterator[tuple[str, str]]:
    """Yield what does not go together in a deal, and what would."""
    if spec.passing and not 1 <= spec.passing.to < rules.players:
        yield "cards are passed to nobody", f"to: 1 … {rules.players - 1}"
    held = rules.hand_size - (talon_size(spec, rules.players) > 0)
    if spec.passing and spec.passing.count > held:
        yield "more cards are passed than held", f"count: 1 … {held}"
    if (spec.opening_card is None) != (spec.leader is not Position.HOLDER):
        yield "the holder of the opening card leads", "leader holder with an opening card"
    if spec.moon and len(set(spec.moon.ways)) < len(spec.moon.ways):
        yield "a way of the moon is offered twice", "each way once"
    if spec.trump is None and spec.leader in {Position.DECLARER, Position.BUYER}:
        yield "there is no declarer without a trump", "dealer, left_of_dealer, holder"
    if spec.trump is not None:
        yield from _trump_clashes(spec, spec.trump, rules.hand_size)


def _trump_clashes(
    spec: TrickDeal, trump: TrumpChoice, hand_size: int
) -> Iterator[tuple[str, str]]:
    if trump.named_by not in _BY_CHAIR:
        yield "the declarer is known by his chair", "dealer, left_of_dealer"
    if len(set(trump.suits)) < len(trump.suits):
        yield "a trump is offered twice", "each trump once"
    if spec.leader is Position.BUYER and trump.auction is None:
        yield "there is no buyer without an auction", "dealer, left_of_dealer, declarer"
    if trump.seen_cards is not None and trump.auction is not None:
        yield "the first cards of a hand name no trump in an auction", "seenCards null"
    if trump.seen_cards is not None and spec.passing is not None:
        yield "the first cards of a hand name no trump after a pass", "seenCards null"
    if trump.seen_cards is not None and trump.seen_cards > hand_size:
        yield "more cards are seen than held", f"seenCards: 1 … {hand_size}"


def _total(rules: Rules, spec: Deal) -> int:
    """Return the sum of the points that a deal brings all seats together."""
    if isinstance(spec, LotteryDeal):
        return sum(spec.prizes)
    special = sum(part.points for part in spec.tricks)
    counted = cards_worth(spec, card_set(deck(rules.removed)))
    return spec.trick * rules.hand_size + special + counted

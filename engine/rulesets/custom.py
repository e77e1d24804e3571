"""A table's own rules: a list of deals, checked before anybody plays them. Source: R14."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.cards import card_text, parse_card
from engine.errors import NotationError
from engine.rules import Deal, Direction, Ending, OddCard, Rules, TrickDeal
from engine.rulesets.checking import DEALS_MAX, check, deck_for

CUSTOM: Final = "custom"


class CustomDeal(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A deal of a table's own rules, and how often it is played in a row."""

    deal: Annotated[Deal, Meta(description="The deal.")]
    repeat: Annotated[int, Meta(ge=1, le=20, description="How often.")] = 1


class CustomGame(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A table's own rules."""

    direction: Annotated[Direction, Meta(description="Which total wins.")]
    deals: Annotated[
        tuple[CustomDeal, ...],
        Meta(max_length=DEALS_MAX, description="The deals in the order of play."),
    ]
    ending: Annotated[
        Ending | None,
        Meta(description="When it ends, the deals coming again; null: after the last deal."),
    ] = None
    odd_card: Annotated[OddCard, Meta(description="What becomes of a card that is set aside.")] = (
        OddCard.NEUTRAL
    )


def custom_rules(players: int, game: CustomGame) -> Rules:
    """Return the rules of a table's own game, its cards written as rule sets write theirs.

    Raises RuleSetError: WRONG_PLAYER_COUNT, NO_DEALS, WORTHLESS_DEAL, NO_SUCH_TRICK,
    NO_SUCH_CARD, TOO_MANY_PRIZES, CLASHING_RULES.
    """
    rules = _resolved(players, game)
    check(rules)
    return rules


def _resolved(players: int, game: CustomGame) -> Rules:
    removed = deck_for(players)
    cards = 52 - len(removed)
    deals = (part.deal for part in game.deals for _ in range(part.repeat))
    return Rules(
        rule_set=CUSTOM,
        version=1,
        players=players,
        options={},
        direction=game.direction,
        removed=removed,
        hand_size=cards // players,
        deals=tuple(map(_written, deals)),
        odd_card=game.odd_card if cards % players else None,
        ending=game.ending,
    )


def _written(deal: Deal) -> Deal:
    """Return the deal with the section behind a table's own rules, its cards in their one form.

    Whoever reads the rules compares texts, so that `qs` and `10H` must be `QS` and `TH`.
    """
    if not isinstance(deal, TrickDeal):
        return replace(deal, source="R14")
    hearts, moon = deal.broken_hearts, deal.moon
    return replace(
        deal,
        source="R14",
        cards=tuple(replace(part, cards=_cards(part.cards)) for part in deal.cards),
        opening_card=None if deal.opening_card is None else _card(deal.opening_card),
        barred_first=_cards(deal.barred_first),
        broken_hearts=hearts
        and replace(hearts, by=_cards(hearts.by), beside=_cards(hearts.beside)),
        must_drop=_cards(deal.must_drop),
        moon=moon and replace(moon, cards=_cards(moon.cards)),
    )


def _cards(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_card, names))


def _card(name: str) -> str:
    """Return a card in its one form; what names none is left for the checks to refuse."""
    try:
        return card_text(parse_card(name))
    except NotationError:
        return name

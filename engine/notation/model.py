"""A written match: what its JSON form holds, and what its text form says in lines.

A file may state as little as the rules, where the cards come from, and the moves. Everything
else that it states is checked when the match is played again. Cards are texts such as `QS`,
per-seat lists are in seat order, an empty list says that nothing is stated.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.rules import Rules

FORMAT: Final = 1
_POINTS_MAX: Final = 100_000_000

Card = Annotated[str, Meta(pattern="^[2-9TJQKA][CDHS]$")]
Cards = Annotated[tuple[Card, ...], Meta(max_length=52)]
Seat = Annotated[int, Meta(ge=0, le=6)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Points = Annotated[int, Meta(ge=-_POINTS_MAX, le=_POINTS_MAX)]
Entropy = Annotated[str, Meta(pattern="^([0-9a-f]{2}){0,32}$")]
Name = Annotated[str, Meta(max_length=200)]


class WrittenAction(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """One action of the play."""

    seat: Annotated[Seat, Meta(description="Who acts.")]
    move: Annotated[
        str, Meta(max_length=200, description="The move in its text form, such as `play QS`.")
    ]


class WrittenDeal(
    Struct,
    frozen=True,
    rename="camel",
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """One deal: where its cards come from, what was played, what it brought."""

    number: Annotated[int, Meta(ge=1, description="Which deal of the match, from 1.")]
    contract: Annotated[
        Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,23}$")] | None,
        Meta(description="The deal's name in its rules; null: not stated."),
    ] = None
    dealer: Annotated[Seat, Meta(description="The seat that deals.")]
    seed: Annotated[Hash | None, Meta(description="The seed of the shuffle, hexadecimal.")] = None
    commitment: Annotated[
        Hash | None, Meta(description="The hash of the seed, published before the deal.")
    ] = None
    entropy: Annotated[
        tuple[Entropy, ...],
        Meta(max_length=7, description="What the seats added to the shuffle, hexadecimal."),
    ] = ()
    order: Annotated[Cards, Meta(description="The deck in the order of dealing.")] = ()
    hands: Annotated[
        tuple[Cards, ...],
        Meta(max_length=7, description="The cards dealt to each seat, in the order of dealing."),
    ] = ()
    talon: Annotated[Cards, Meta(description="The cards dealt open beside the hands.")] = ()
    odd: Annotated[Card | None, Meta(description="The card that was set aside.")] = None
    actions: Annotated[
        tuple[WrittenAction, ...], Meta(description="What the seats did, in order.")
    ] = ()
    points: Annotated[
        tuple[Points, ...], Meta(max_length=7, description="The points of the deal by seat.")
    ] = ()


class NamedRules(
    Struct,
    frozen=True,
    rename="camel",
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Rules by the name of a rule set and the options that differ from its defaults."""

    rule_set: Annotated[
        str, Meta(pattern="^[a-z][a-z0-9_]{0,23}$", description="The id of the rule set.")
    ]
    version: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None,
        Meta(description="The version of its data; null: the reader's own."),
    ] = None
    players: Annotated[int, Meta(ge=3, le=7, description="How many seats play.")]
    options: Annotated[
        dict[
            Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")],
            Annotated[str, Meta(pattern="^[A-Za-z0-9_.,-]{1,200}$")],
        ],
        Meta(description="The options that differ from their defaults."),
    ] = {}


class WrittenMatch(
    Struct,
    frozen=True,
    rename="camel",
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A whole match. It has either `game` or `rules`."""

    kierki: Annotated[int, Meta(ge=1, le=1, description="The version of this notation.")]
    match_id: Annotated[
        Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] | None,
        Meta(description="The id of the match, which its commitments name."),
    ] = None
    game: Annotated[
        NamedRules | None, Meta(description="The rules by name; null: they stand in `rules`.")
    ] = None
    rules: Annotated[
        Rules | None,
        Meta(description="The whole rules, where no rule set has them; else null."),
    ] = None
    names: Annotated[
        tuple[Name, ...], Meta(max_length=7, description="The names of the players by seat.")
    ] = ()
    notes: Annotated[
        tuple[Name, ...], Meta(max_length=100, description="Free text about the match.")
    ] = ()
    practice_seed: Annotated[
        Annotated[int, Meta(ge=0, le=2_147_483_647)] | None,
        Meta(description="The number that every deal of a practice match follows from."),
    ] = None
    draw: Annotated[
        Cards, Meta(description="The card that each seat drew for the first deal.")
    ] = ()
    draw_seed: Annotated[Hash | None, Meta(description="The seed of the draw, hexadecimal.")] = None
    draw_commitment: Annotated[
        Hash | None, Meta(description="The hash of that seed, published at the creation.")
    ] = None
    deals: Annotated[
        tuple[WrittenDeal, ...],
        Meta(max_length=10_000, description="The deals in the order of play."),
    ] = ()
    totals: Annotated[
        tuple[Points, ...], Meta(max_length=7, description="The final points by seat.")
    ] = ()

    @property
    def players(self) -> int:
        """Return the number of seats."""
        if self.game is not None:
            return self.game.players
        return 0 if self.rules is None else self.rules.players

"""The encyclopaedia's game and its Polish form: penalties, then a plus phase. Source: R4, R12."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.rule_set import Game, OtherDefault, RuleSet
from engine.rules import Auction, Deal, Direction, OddCard, Position, Text, TrickDeal
from engine.rulesets.contracts import (
    DECKS,
    FOUR_SUITS,
    PENALTIES,
    Play,
    Units,
    lottery,
    penalty_deal,
    prizes,
    special_tricks,
    trump_deal,
    whole_hand,
)
from engine.rulesets.options import EARLY_END, KING_MUST_DROP, choice, plus_options, switch

_BANNED: Final = ("hearts", "king", "robber")


class _Scale(Struct, frozen=True):
    """The numbers of one way to count. `several`: prizes of each lottery of several."""

    trick: int
    heart: int
    queen: int
    man: int
    king: int
    special: int
    trump_trick: int
    one_lottery: tuple[int, ...]
    several: tuple[int, ...]


def _full(players: int) -> _Scale:
    """Return the numbers of the encyclopaedia. Source: R2, R3.2, R5.5."""
    one, several = prizes(players, one_lottery=True), prizes(players, one_lottery=False)
    if players == 3:
        return _Scale(-15, -20, -60, -30, -140, -70, 25, one, several)
    return _Scale(-20, -20, -60, -30, -150, -75, 25, one, several)


# Source: R12.
_SMALL_PRIZES: Final = (10, 5, -5, -10)
_SMALL: Final = _Scale(-2, -2, -5, -3, -16, -9, 5, _SMALL_PRIZES, _SMALL_PRIZES)


def _game(players: int, options: Mapping[str, str], scale: _Scale) -> Game:
    units = Units(
        trick=scale.trick,
        heart=scale.heart,
        queen=scale.queen,
        man=scale.man,
        king=scale.king,
        special=special_tricks(options["special_tricks"], scale.special),
    )
    play = Play(
        banned=_BANNED,
        must_drop=options["king_must_drop"] == "on",
        early_end=options["early_end"] == "on",
    )
    names = PENALTIES if options["robber"] == "on" else PENALTIES[:-1]
    return Game(
        (
            *(penalty_deal(name, units, play) for name in names),
            *_plus_phase(players, options, scale),
        ),
        odd_card=OddCard(options.get("odd_card", OddCard.NEUTRAL)),
    )


def _plus_phase(players: int, options: Mapping[str, str], scale: _Scale) -> tuple[Deal, ...]:
    trumps: tuple[Deal, ...] = (_trump(options, scale),) * players
    each = options["lottery_deals"] == "players"
    prize_list = scale.several if each else scale.one_lottery
    lotteries: tuple[Deal, ...] = (lottery(prize_list, "eight"),) * (players if each else 1)
    both = trumps + lotteries
    if options["plus_order"] == "lottery_first":
        both = lotteries + trumps
    phases: dict[str, tuple[Deal, ...]] = {
        "trump": trumps,
        "lottery": lotteries,
        "both": both,
        "trump_twice": trumps * 2,
        "lottery_twice": lotteries * 2,
        "none": (),
    }
    return phases[options["plus_phase"]]


def _trump(options: Mapping[str, str], scale: _Scale) -> TrickDeal:
    auction = None
    if options["trump_mode"] == "auction":
        auction = Auction(int(options["max_bid"]))
    buyer = auction is not None and options["buyer_leads"] == "on"
    return trump_deal(
        scale.trump_trick,
        whole_hand(Position.LEFT_OF_DEALER, FOUR_SUITS, auction),
        Position.BUYER if buyer else Position.DECLARER,
        "R3.5" if auction else "R3.3",
    )


def _classic(players: int, options: Mapping[str, str]) -> Game:
    return _game(players, options, _full(players))


def _polish(players: int, options: Mapping[str, str]) -> Game:
    fixed = {"robber": "on", "plus_phase": "both", "special_tricks": "seventh_and_last"}
    small = options.get("scale") == "small"
    return _game(players, {**options, **fixed}, _SMALL if small else _full(players))


CLASSIC: Final = RuleSet(
    id="classic",
    version=1,
    name=Text("Kierki klasyczne", "Classic Kierki"),
    summary=Text(
        "Sześć lub siedem rozdań karnych, potem rozdania plusowe.",
        "Six or seven penalty deals, then plus deals.",
    ),
    source="R4",
    direction=Direction.HIGH,
    removed={players: DECKS[players] for players in (4, 3, 5, 6, 7)},
    options=(
        choice(
            "special_tricks",
            {
                "last": Text("Ostatnia, podwójnie", "The last, twice"),
                "last_two": Text("Dwie ostatnie", "The last two"),
                "seventh_and_last": Text("Siódma i ostatnia", "The seventh and the last"),
            },
            Text("Które lewy są karne.", "Which tricks are penalty tricks."),
            "R4",
        ),
        switch("robber", Text("Czy gra się rozbójnika.", "Whether the robber is played."), "R4"),
        KING_MUST_DROP,
        replace(
            choice(
                "plus_phase",
                {
                    "trump": Text("Rozgrywka atutowa", "Trump deals"),
                    "lottery": Text("Loteryjka", "The lottery"),
                    "both": Text("Atutowa i loteryjka", "Trump deals and the lottery"),
                    "trump_twice": Text("Atutowa dwa razy", "Trump deals twice"),
                    "lottery_twice": Text("Loteryjka dwa razy", "The lottery twice"),
                    "none": Text("Bez nich", "None"),
                },
                Text("Rozdania plusowe.", "The deals that bring points."),
                "R4",
            ),
            other_default=OtherDefault("robber", "on", "both"),
        ),
        *plus_options(with_phase=True),
        replace(
            choice(
                "odd_card",
                {
                    "neutral": Text("Nie liczy się nikomu", "It counts for nobody"),
                    "last_trick": Text("Bierze ją ostatnia lewa", "It goes with the last trick"),
                },
                Text(
                    "Co się dzieje z odłożoną kartą.",
                    "What becomes of the card that is set aside.",
                ),
                "R1.4",
            ),
            players=(6,),
        ),
        EARLY_END,
    ),
    build=_classic,
)

POLISH: Final = RuleSet(
    id="polish",
    version=1,
    name=Text("Kierki polskie", "Polish Kierki"),
    summary=Text(
        "Siedem rozdań karnych z rozbójnikiem, rozgrywka atutowa i loteryjka.",
        "Seven penalty deals with the robber, trump deals and a lottery.",
    ),
    source="R12",
    direction=Direction.HIGH,
    removed={players: DECKS[players] for players in (4, 3)},
    options=(
        replace(
            choice(
                "scale",
                {"full": Text("Pełna", "Full"), "small": Text("Mała", "Small")},
                Text("Punktacja pełna albo mała.", "The full or the small scale."),
                "R12",
            ),
            players=(4,),
        ),
        KING_MUST_DROP,
        *plus_options(with_phase=False),
        EARLY_END,
    ),
    build=_polish,
)

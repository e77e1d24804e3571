"""Makes the written form of a match from its log."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import card_text, texts
from engine.events import (
    ActionKind,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    Entry,
    MatchEnded,
    OddCardShown,
)
from engine.notation.model import FORMAT, WrittenAction, WrittenDeal, WrittenMatch
from engine.notation.pinned import named_rules
from engine.rules import Rules


class About(Struct, frozen=True):
    """What the log does not say: the match's id, who sits there, the seed of a practice match."""

    match_id: str | None = None
    names: tuple[str, ...] = ()
    practice_seed: int | None = None


def match_file(rules: Rules, entries: Iterable[Entry], about: About) -> WrittenMatch:
    """Return a match as it is written down, with everything that its log has revealed.

    For matches that are over: before, their hands and seeds are secret.
    """
    written = _Written()
    for entry in entries:
        written.add(entry)
    named = named_rules(rules)
    return WrittenMatch(
        kierki=FORMAT,
        match_id=about.match_id,
        game=named,
        rules=rules if named is None else None,
        names=about.names,
        practice_seed=about.practice_seed,
        draw=written.draw,
        draw_seed=written.seeds.get(0),
        draw_commitment=written.commitments.get(0),
        deals=written.whole_deals(rules),
        totals=written.totals,
    )


class _Written:
    """What has been read of the log."""

    def __init__(self) -> None:
        self.draw: tuple[str, ...] = ()
        self.totals: tuple[int, ...] = ()
        self.seeds: dict[int, str] = {}
        self.commitments: dict[int, str] = {}
        self._deals: list[WrittenDeal] = []
        self._actions: list[WrittenAction] = []

    def add(self, entry: Entry) -> None:
        """Read an entry."""
        action = entry.action
        if action.kind is ActionKind.MOVED and action.seat is not None and action.move:
            self._actions.append(WrittenAction(action.seat, action.move))
        for effect in entry.effects:
            self._effect(effect)
        self.seeds.update((part.deal, part.seed) for part in entry.reveals)
        self.commitments.update((part.deal, part.hash) for part in entry.commitments)

    def whole_deals(self, rules: Rules) -> tuple[WrittenDeal, ...]:
        """Return the deals, each with its name, its seed and its commitment."""
        return tuple(
            replace(
                deal,
                contract=rules.deal(deal.number).id,
                seed=self.seeds.get(deal.number),
                commitment=self.commitments.get(deal.number),
            )
            for deal in self._deals
        )

    def _effect(self, effect: Effect) -> None:
        match effect:
            case DealerDrawn(cards, _):
                self.draw = texts(cards)
            case DealStarted():
                self._deals.append(_started(effect))
                self._actions = []
            case OddCardShown(card):
                self._change(replace(self._deals[-1], odd=card_text(card)))
            case DealScored(_, points, _):
                actions = tuple(self._actions)
                self._change(replace(self._deals[-1], points=points, actions=actions))
            case MatchEnded(totals, _, _):
                self.totals = totals
            case _:
                pass  # it follows from the moves

    def _change(self, deal: WrittenDeal) -> None:
        self._deals[-1] = deal


def _started(effect: DealStarted) -> WrittenDeal:
    return WrittenDeal(
        number=effect.number,
        dealer=effect.dealer,
        entropy=tuple(part.hex() for part in effect.entropy),
        hands=tuple(map(texts, effect.hands)),
        talon=texts(effect.talon),
        odd=card_text(effect.odd[0]) if effect.odd else None,
    )

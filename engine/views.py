"""The only doors from the secret state and log to what a viewer may see. Source: R1.10."""

from typing import assert_never

from engine.cards import SUITS, Suit, card_text, suit_text, texts
from engine.deals import Decision, seen_cards
from engine.deals.lottery import rows
from engine.deals.tricks import trick_points
from engine.events import (
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    Entry,
    GhostsLaid,
    MatchEnded,
    SeatOut,
    SeatSkipped,
    TrickTaken,
    TrumpNamed,
)
from engine.match import decision, match_result, spec_of
from engine.moves import NameTrump, Play, move_text
from engine.rules import Rules, TrickDeal
from engine.seat_view import (
    ActionView,
    CardChoice,
    CardPlay,
    DealHash,
    DealScore,
    DealSeed,
    DealView,
    EffectKind,
    EffectView,
    EntryView,
    GameView,
    LegalMoves,
    MatchResult,
    NextStep,
    Row,
    Trick,
)
from engine.state import DealState, MatchState

Viewer = int | None  # a seat, or nobody: a spectator
SPECTATOR: Viewer = None


def view_for(rules: Rules, state: MatchState, viewer: Viewer) -> GameView:
    """Return what a seat, or a spectator, may see of a match."""
    deal = state.deal
    return GameView(
        viewer_seat=viewer,
        to_act=deal.to_act if deal else (),
        deal=_deal_view(rules, deal, viewer) if deal else None,
        scores=tuple(
            DealScore(number, rules.deals[number - 1].id, points)
            for number, points in enumerate(state.scores, 1)
        ),
        totals=state.totals,
        result=None if deal else _result(match_result(rules, state.totals)),
    )


def _result(ended: MatchEnded) -> MatchResult:
    return MatchResult(ended.totals, ended.ranks, ended.winners)


def _deal_view(rules: Rules, deal: DealState, viewer: Viewer) -> DealView:
    spec = spec_of(rules, deal)
    seen = None
    if viewer is not None:
        seen = deal.seen_hand(viewer, seen_cards(spec, deal.phase))
    return DealView(
        number=deal.number,
        id=spec.id,
        dealer=deal.dealer,
        leader=deal.leader,
        phase=deal.phase,
        trump=None if deal.trump is None else suit_text(deal.trump),
        hand_counts=tuple(hand.bit_count() for hand in deal.hands),
        hand=None if seen is None else texts(seen),
        hidden_cards=0 if viewer is None or seen is None else _hidden(deal, viewer, seen),
        table=_table(deal),
        tricks=_tricks(spec, deal) if isinstance(spec, TrickDeal) else (),
        tricks_taken=tuple(map(deal.winners.count, range(deal.seats))),
        points=deal.points,
        rows=_rows(deal),
        out=deal.out,
    )


def _hidden(deal: DealState, viewer: int, seen: bytes) -> int:
    return deal.hands[viewer].bit_count() - len(seen)


def _table(deal: DealState) -> tuple[CardPlay, ...]:
    if deal.layout is not None:
        return ()
    leader = deal.trick_leader
    return tuple(
        CardPlay((leader + place) % deal.seats, card_text(card))
        for place, card in enumerate(deal.table)
    )


def _tricks(spec: TrickDeal, deal: DealState) -> tuple[Trick, ...]:
    found, leader, seats = [], deal.leader, deal.seats
    last = len(deal.deck) // seats
    for number, taker in enumerate(deal.winners, 1):
        cards = deal.plays[(number - 1) * seats : number * seats]
        worth = trick_points(spec, cards, number, last)
        found.append(Trick(number, leader, texts(cards), taker, worth))
        leader = taker
    return tuple(found)


def _rows(deal: DealState) -> tuple[Row, ...] | None:
    if deal.layout is None:
        return None
    return tuple(
        Row(Suit(suit), texts(cards)) for suit, cards in zip(SUITS, rows(deal.layout), strict=True)
    )


def legal_moves(rules: Rules, state: MatchState, seat: int) -> LegalMoves | None:
    """Return what a seat is asked, with the reason for each card that it may not play.

    Null while the seat is not asked. The codes are those that `apply` refuses with.
    """
    asked = decision(rules, state, seat)
    if asked is None or state.deal is None:
        return None
    seen = state.deal.seen_hand(seat, seen_cards(spec_of(rules, state.deal), state.deal.phase))
    choices = tuple(_choice(asked, card) for card in seen)
    suits = tuple(move_text(NameTrump(suit)) for suit in asked.suits)
    plays = tuple(move_text(Play(card)) for card in seen if asked.playable >> card & 1)
    return LegalMoves(seat=seat, kind=asked.kind, cards=choices, moves=suits or plays)


def _choice(asked: Decision, card: int) -> CardChoice:
    rule = asked.against(card)
    if rule is None:
        return CardChoice(card=card_text(card), playable=True)
    return CardChoice(
        card=card_text(card),
        playable=False,
        code=rule.code,
        section=rule.section,
        suit=rule.suit,
    )


def entry_for(entry: Entry, viewer: Viewer) -> EntryView:
    """Return what a seat, or a spectator, may see of an entry. Parts are masked, never absent."""
    action = entry.action
    return EntryView(
        seq=entry.seq,
        cursor=cursor(entry.seq, entry.hash),
        at_ms=entry.at_ms,
        action=ActionView(
            kind=action.kind,
            cause=action.cause,
            seat=action.seat,
            move=action.move,
            name=action.name,
        ),
        effects=tuple(effect_for(effect, viewer) for effect in entry.effects),
        next=NextStep(
            phase=entry.next.phase,
            seats=entry.next.seats,
            deadline_ms=entry.next.deadline_ms,
        ),
        commitments=tuple(DealHash(part.deal, part.hash) for part in entry.commitments),
        reveals=tuple(DealSeed(part.deal, part.seed) for part in entry.reveals),
    )


def cursor(seq: int, chain: bytes) -> str:
    """Return the place in the log after an entry: its number and the head of its hash."""
    return f"{seq}-{chain[:4].hex()}"


def effect_for(effect: Effect, viewer: Viewer) -> EffectView:  # noqa: PLR0911 - one case per kind
    """Return what a viewer may see of an effect."""
    match effect:
        case DealerDrawn(cards, dealer):
            return EffectView(kind=EffectKind.DEALER_DRAWN, seat=dealer, cards=texts(cards))
        case DealStarted(number, dealer, leader, hands, seen):
            return EffectView(
                kind=EffectKind.DEAL_STARTED,
                number=number,
                seat=dealer,
                leader=leader,
                cards=None if viewer is None else texts(hands[viewer][:seen]),
            )
        case TrumpNamed(seat, suit, hands):
            return EffectView(
                kind=EffectKind.TRUMP_NAMED,
                seat=seat,
                suit=suit_text(suit),
                cards=None if viewer is None else texts(hands[viewer]),
            )
        case TrickTaken(number, leader, cards, taker, points):
            return EffectView(
                kind=EffectKind.TRICK_TAKEN,
                number=number,
                leader=leader,
                seat=taker,
                cards=texts(cards),
                points=_only(taker, points, len(cards)),
            )
        case SeatSkipped(seat):
            return EffectView(kind=EffectKind.SEAT_SKIPPED, seat=seat)
        case GhostsLaid(cards):
            return EffectView(kind=EffectKind.GHOSTS_LAID, cards=texts(cards))
        case SeatOut(seat, place, points):
            return EffectView(kind=EffectKind.SEAT_OUT, seat=seat, place=place, points=points)
        case DealScored(number, by_seat, totals):
            return EffectView(
                kind=EffectKind.DEAL_SCORED, number=number, points=by_seat, totals=totals
            )
        case MatchEnded(totals, ranks, winners):
            return EffectView(
                kind=EffectKind.MATCH_ENDED, totals=totals, ranks=ranks, winners=winners
            )
        case _:
            assert_never(effect)


def _only(seat: int, points: int, seats: int) -> tuple[int, ...]:
    return tuple(points if at == seat else 0 for at in range(seats))

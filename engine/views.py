"""The only doors from the secret state and log to what a viewer may see. Source: R1.10."""

from typing import Final

from engine.cards import SUITS, Suit, card_set, card_text, texts, trump_text
from engine.deals import Decision, seen_cards
from engine.deals.lottery import rows
from engine.deals.worth import trick_worth
from engine.effect_views import HIDING, effect_for
from engine.events import Action, Commitment, Entry, MatchEnded, Reveal
from engine.match import decision, match_result, spec_of
from engine.moves import PLAYS, Move, MoveKind, NameTrump, is_open, move_text
from engine.rules import Rules, TrickDeal
from engine.seat_view import (
    ActionView,
    CardChoice,
    CardPlay,
    DealHash,
    DealScore,
    DealSeed,
    DealView,
    EntryView,
    Eyes,
    GameView,
    LegalMoves,
    MatchResult,
    NextStep,
    NumberRange,
    Row,
    SaleView,
    TransferView,
    Trick,
    Viewer,
)
from engine.state import DealState, MatchState, Sale, Transfer

SPECTATOR: Final = None
CASTER: Final = Eyes.CASTER

_PLAYABLE: Final = tuple(CardChoice(card=card_text(card), playable=True) for card in range(52))


def view_for(rules: Rules, state: MatchState, viewer: Viewer) -> GameView:
    """Return what a seat, a caster or a spectator may see of a match."""
    deal = state.deal
    return GameView(
        viewer_seat=viewer if isinstance(viewer, int) else None,
        to_act=deal.to_act if deal else (),
        deal=_deal_view(rules, deal, viewer) if deal else None,
        scores=tuple(
            DealScore(number, rules.deal(number).id, points)
            for number, points in enumerate(state.scores, 1)
        ),
        totals=state.totals,
        entropy_seats=tuple(seat for seat, part in enumerate(state.entropy) if part),
        result=None if deal else _result(match_result(rules, state.totals)),
    )


def _result(ended: MatchEnded) -> MatchResult:
    return MatchResult(ended.totals, ended.ranks, ended.winners)


def _deal_view(rules: Rules, deal: DealState, viewer: Viewer) -> DealView:
    spec = spec_of(rules, deal)
    seen = seen_cards(spec, deal.phase)
    own = deal.seen_hand(viewer, seen) if isinstance(viewer, int) else None
    return DealView(
        number=deal.number,
        id=spec.id,
        dealer=deal.dealer,
        leader=deal.leader,
        phase=deal.phase,
        trump=None if deal.trump is None else trump_text(deal.trump),
        hand_counts=tuple([hand.bit_count() for hand in deal.hands]),
        hand=None if own is None else texts(own),
        hidden_cards=_hidden(deal, viewer, own) if isinstance(viewer, int) else 0,
        hands=_seen_hands(deal, seen) if viewer is CASTER else None,
        table=_table(deal),
        tricks=_tricks(spec, deal) if isinstance(spec, TrickDeal) else (),
        tricks_taken=tuple(map(deal.winners.count, range(deal.seats))),
        points=deal.points,
        rows=_rows(deal),
        out=deal.out,
        declarer=deal.declarer,
        talon=texts(deal.talon),
        talon_taker=deal.taker,
        sale=_sale(deal.sale),
        put_down=_put_down(deal, viewer),
        transfers=_transfers(deal, viewer) if deal.transfers else (),
        odd_card=_open_odd_card(deal),
        laid=_laid(deal),
    )


def _seen_hands(deal: DealState, seen: int | None) -> tuple[tuple[str, ...], ...]:
    """Return of each seat's hand what the seat itself may see."""
    return tuple(texts(deal.seen_hand(seat, seen)) for seat in range(deal.seats))


def _hidden(deal: DealState, viewer: int, seen: bytes | None) -> int:
    return deal.hands[viewer].bit_count() - len(seen or b"")


def _sale(sale: Sale | None) -> SaleView | None:
    return None if sale is None else SaleView(sale.minimum, sale.high, sale.bidder, sale.passed)


def _put_down(deal: DealState, viewer: Viewer) -> tuple[str, ...] | None:
    if not isinstance(viewer, int) or not deal.chosen or not deal.chosen[viewer]:
        return None
    return texts(deal.chosen[viewer])


def _transfers(deal: DealState, viewer: Viewer) -> tuple[TransferView, ...]:
    return tuple(_transfer(at) for at in deal.transfers if _may_see(viewer, at))


def _may_see(viewer: Viewer, transfer: Transfer) -> bool:
    return viewer is CASTER or viewer in {transfer.giver, transfer.receiver}


def _transfer(transfer: Transfer) -> TransferView:
    return TransferView(transfer.giver, transfer.receiver, texts(transfer.cards))


def _open_odd_card(deal: DealState) -> str | None:
    """Return the set-aside card where it lies open: in a lottery. Source: R1.4."""
    if deal.layout is None or deal.set_aside is None:
        return None
    return card_text(deal.set_aside)


def _laid(deal: DealState) -> tuple[CardPlay, ...]:
    """Return the cards laid in a lottery; in it no card changes hands, so each tells its seat."""
    if deal.layout is None:
        return ()
    left = deal.dealer + 1
    return tuple(
        CardPlay((left + deal.deck.index(card)) % deal.seats, card_text(card))
        for card in deal.plays
    )


def _table(deal: DealState) -> tuple[CardPlay, ...]:
    leader, seats = deal.trick_leader, len(deal.hands)
    if deal.layout is not None or leader is None:
        return ()
    return tuple(
        CardPlay((leader + place) % seats, text) for place, text in enumerate(texts(deal.table))
    )


def _tricks(spec: TrickDeal, deal: DealState) -> tuple[Trick, ...]:
    found, leader, seats, last = [], deal.leader or 0, deal.seats, deal.tricks
    for number, taker in enumerate(deal.winners, 1):
        cards = deal.plays[(number - 1) * seats : number * seats]
        worth = trick_worth(spec, card_set(cards), number, last)
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
    return LegalMoves(
        seat=seat,
        kind=asked.kind,
        cards=tuple(_choice(asked, card) for card in seen),
        moves=tuple(move_text(move) for move in _allowed(asked, seen)),
        choose=asked.count or None,
        number=_number(asked),
    )


def _allowed(asked: Decision, seen: bytes) -> tuple[Move, ...]:
    """Return the moves that are listed one by one, in the order of the hand."""
    if asked.kind is MoveKind.PLAY:
        return tuple(PLAYS[card] for card in seen if asked.playable >> card & 1)
    return (*map(NameTrump, asked.trumps), *asked.others)


def _number(asked: Decision) -> NumberRange | None:
    return NumberRange(asked.kind, asked.low, asked.high) if asked.low <= asked.high else None


def _choice(asked: Decision, card: int) -> CardChoice:
    rule = asked.against(card)
    if rule is None:
        return _PLAYABLE[card]
    return CardChoice(
        card=card_text(card),
        playable=False,
        code=rule.code,
        section=rule.section,
        suit=rule.suit,
    )


def entry_for(entry: Entry, viewer: Viewer) -> EntryView:
    """Return what a viewer may see of an entry. Parts are masked, never absent."""
    action, following, effects = entry.action, entry.next, entry.effects
    return EntryView(
        seq=entry.seq,
        cursor=cursor(entry.seq, entry.hash),
        at_ms=entry.at_ms,
        action=ActionView(
            kind=action.kind,
            cause=action.cause,
            seat=action.seat,
            move=_seen_move(action, viewer),
            name=action.name,
            player_id=action.player,
            level=action.level,
            order=action.order,
        ),
        effects=tuple([effect_for(at, viewer) for at in effects]) if effects else (),
        next=NextStep(
            phase=following.phase, seats=following.seats, deadline_ms=following.deadline_ms
        ),
        commitments=_hashes(entry.commitments) if entry.commitments else (),
        reveals=_seeds(entry.reveals) if entry.reveals else (),
    )


def _hashes(parts: tuple[Commitment, ...]) -> tuple[DealHash, ...]:
    return tuple(DealHash(part.deal, part.hash) for part in parts)


def _seeds(parts: tuple[Reveal, ...]) -> tuple[DealSeed, ...]:
    return tuple(DealSeed(part.deal, part.seed) for part in parts)


def _seen_move(action: Action, viewer: Viewer) -> str | None:
    """Return a move as the viewer may see it: cards given are the giver's secret."""
    move = action.move
    if move is None or is_open(move) or viewer is CASTER or action.seat == viewer:
        return move
    return None


def eyes_for(entry: Entry, viewer: Viewer) -> Viewer:
    """Return through whose eyes to make a viewer's view of an entry.

    A spectator's where he sees no more than a spectator, so that one view does for many.
    """
    for effect in entry.effects:
        if type(effect) in HIDING:
            return viewer
    action = entry.action
    if action.move is None or is_open(action.move):
        return SPECTATOR
    return viewer if viewer is CASTER or viewer == action.seat else SPECTATOR


def cursor(seq: int, chain: bytes) -> str:
    """Return the place in the log after an entry: its number and the head of its hash, if any."""
    return f"{seq}-{chain[:4].hex()}" if chain else str(seq)

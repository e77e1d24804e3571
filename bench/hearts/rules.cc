#include "rules.h"

#include <numeric>
#include <utility>

namespace {

Cards or_all(Cards some, Cards all) { return some != 0 ? some : all; }

}  // namespace

Cards playable(const Table& table, Cards hand) {
  if (table.count == 0) {
    if (table.number == 0) return or_all(hand & kOpening, hand);
    const bool broken = (table.gone & kCostly) != 0;
    return broken ? hand : or_all(hand & ~kHeartsSet, hand);
  }
  const Cards following = hand & suit_set(table.led);
  if (following != 0) return following;
  return table.number == 0 ? or_all(hand & ~kCostly, hand) : hand;
}

Position::Position(const Hands& hands) : hands_(hands) {
  for (int seat = 0; seat < kSeats; seat++) {
    if (hands[seat] & kOpening) table_.turn = seat;
  }
  owner_ = table_.turn;
}

void Position::play(int card) {
  hands_[table_.turn] ^= one(card);
  table_.trick |= one(card);
  table_.pot += cost(card);
  if (table_.count == 0) table_.led = suit_of(card);
  if (table_.count == 0 || (suit_of(card) == table_.led && card > table_.best)) {
    table_.best = card;
    owner_ = table_.turn;
  }
  table_.count++;
  table_.turn = (table_.turn + 1) % kSeats;
  if (table_.count == kSeats) take();
}

void Position::take() {
  points_[owner_] += table_.pot;
  if ((table_.trick & kCostly) && table_.sole != owner_) {
    table_.sole = table_.sole == kNobody ? owner_ : kSeveral;
  }
  Table next;
  next.gone = table_.gone | table_.trick;
  next.turn = owner_;
  next.number = table_.number + 1;
  next.sole = table_.sole;
  table_ = next;
}

Points Position::result() const {
  Points points = points_;
  const bool all_taken = (kCostly & ~table_.gone) == 0;
  if (table_.sole < 0 || !all_taken) return points;
  for (int seat = 0; seat < kSeats; seat++) {
    points[seat] += seat == table_.sole ? -kPoints : kPoints;
  }
  return points;
}

Hands dealt(std::uint64_t number) {
  std::array<int, kDeck> deck;
  std::iota(deck.begin(), deck.end(), 0);
  Chance chance(mixed(number));
  for (int at = kDeck - 1; at > 0; at--) std::swap(deck[at], deck[chance.below(at + 1)]);
  Hands hands{};
  for (int at = 0; at < kDeck; at++) hands[at / kRanks] |= one(deck[at]);
  return hands;
}

#include "worlds.h"

#include <algorithm>

namespace {

// Returns what a seat cannot hold after a card, or no card.
Cards ruled_out(const Played& played) {
  const Table& table = played.table;
  const int suit = suit_of(played.card);
  if (table.count == 0) {
    const bool closed = (table.gone & kCostly) == 0;
    return closed && suit == kHearts ? ~kHeartsSet : 0;
  }
  Cards found = 0;
  if (suit != table.led) found |= suit_set(table.led);
  if (table.number == 0 && (one(played.card) & kCostly)) found |= ~kCostly;
  return found;
}

// Hands that are being dealt, with how many cards each seat still needs.
struct Dealing {
  const View& view;
  Hands& hands;
  std::array<int, kSeats> needs;

  bool may_hold(int seat, int card) const {
    return seat != view.me && (view.allowed[seat] & one(card)) != 0;
  }

  void give(int seat, int card) {
    hands[seat] |= one(card);
    needs[seat]--;
  }

  // Returns a seat that needs cards and may hold this one, by how many it needs; or nobody.
  int seat_for(int card, Chance& chance) const {
    int total = 0;
    for (int seat = 0; seat < kSeats; seat++) total += may_hold(seat, card) ? needs[seat] : 0;
    if (total == 0) return kNobody;
    int left = chance.below(total);
    for (int seat = 0; seat < kSeats; seat++) {
      if (!may_hold(seat, card)) continue;
      left -= needs[seat];
      if (left < 0) return seat;
    }
    return kNobody;
  }

  // Lets a seat that is full hand a card on to one that is not, and take this one.
  bool exchange(int card) {
    for (int full = 0; full < kSeats; full++) {
      if (!may_hold(full, card)) continue;
      for (Cards left = hands[full]; left != 0; left &= left - 1) {
        if (!hand_on(full, low(left))) continue;
        give(full, card);
        return true;
      }
    }
    return false;
  }

  bool hand_on(int from, int card) {
    for (int seat = 0; seat < kSeats; seat++) {
      if (seat == from || needs[seat] == 0 || !may_hold(seat, card)) continue;
      hands[from] ^= one(card);
      needs[from]++;
      give(seat, card);
      return true;
    }
    return false;
  }
};

// Returns the unseen cards by how many seats may hold them, the fewest first, else by chance.
std::vector<int> in_order(const View& view, Chance& chance) {
  std::vector<std::pair<double, int>> keys;
  for (Cards left = view.unseen; left != 0; left &= left - 1) {
    int holders = 0;
    for (int seat = 0; seat < kSeats; seat++) {
      if (seat == view.me || view.sizes[seat] == 0) continue;
      holders += (view.allowed[seat] & one(low(left))) != 0;
    }
    keys.emplace_back(holders + chance.part(), low(left));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<int> cards;
  for (const auto& [key, card] : keys) cards.push_back(card);
  return cards;
}

}  // namespace

View::View(const Position& position, const History& history)
    : me(position.table().turn),
      hand(position.own()),
      unseen(position.held() & ~position.own()) {
  allowed.fill(kFullDeck);
  for (int seat = 0; seat < kSeats; seat++) {
    sizes[seat] = seat == me ? 0 : count(position.hand(seat));
  }
  for (const Played& played : history) allowed[played.table.turn] &= ~ruled_out(played);
}

bool deal(const View& view, Chance& chance, Hands& hands) {
  hands = Hands{};
  hands[view.me] = view.hand;
  Dealing dealing{view, hands, view.sizes};
  for (int card : in_order(view, chance)) {
    const int seat = dealing.seat_for(card, chance);
    if (seat != kNobody) {
      dealing.give(seat, card);
    } else if (!dealing.exchange(card)) {
      return false;
    }
  }
  return true;
}

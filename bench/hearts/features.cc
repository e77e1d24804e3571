#include "features.h"

#include <algorithm>

namespace {

constexpr int kQueenPoints = 13;
constexpr int kLongest = 8;  // cards of a suit that are told apart
constexpr int kLowest = 4;   // cards of a suit whose place is told
constexpr std::array<int, kPoints + 1> kPointClasses = {0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6,
                                                        7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9};
constexpr std::array<int, kRanks> kStages = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4};

// How a card is played.
enum Way { kLeads, kThrows, kFollowsUnder, kFollowsOver };

// What kind of card it is: spades lie under or over the queen, one's own or a hidden one.
enum Kind { kSafe, kHeart, kUnderHidden, kOverHidden, kQueenItself, kUnderOwn, kOverOwn };

Way way_of(const Table& table, int card) {
  if (table.count == 0) return kLeads;
  if (suit_of(card) != table.led) return kThrows;
  return card > table.best ? kFollowsOver : kFollowsUnder;
}

Kind kind_of(Cards hand, Cards others, int card) {
  if (suit_of(card) == kHearts) return kHeart;
  if (suit_of(card) != kSpades) return kSafe;
  if (card == kQueen) return kQueenItself;
  if (hand & one(kQueen)) return card < kQueen ? kUnderOwn : kOverOwn;
  if (others & one(kQueen)) return card < kQueen ? kUnderHidden : kOverHidden;
  return kSafe;
}

int pot_class(int pot) {
  if (pot == 0) return 0;
  if (pot < 4) return 1;
  return pot < kQueenPoints ? 2 : 3;
}

// Returns how far a seat sits to the left of another.
int from(int me, int seat) { return (seat - me + kSeats) % kSeats; }

// Adds who has played what and how, and who has not followed suit.
void add_plays(const Table& table, const History& history, Statements& found) {
  std::array<bool, 3 * kSuits> lacks{};
  for (const Played& played : history) {
    const int seat = from(table.turn, played.table.turn);
    if (seat == 0) {
      found.add(features::kMine + played.card);
      continue;
    }
    const Way way = way_of(played.table, played.card);
    found.add(features::kPlayed + ((seat - 1) * 4 + way) * kDeck + played.card);
    if (way == kThrows) lacks[(seat - 1) * kSuits + played.table.led] = true;
    const bool on_table = (table.trick & one(played.card)) != 0;
    if (on_table) found.add(features::kTrick + (seat - 1) * kDeck + played.card);
  }
  for (std::size_t at = 0; at < lacks.size(); at++) {
    if (lacks[at]) found.add(features::kLacks + static_cast<int>(at));
  }
}

// Returns where the queen of spades is: 0 in the hand, 1 hidden, 2 on the table, or taken.
int queen_at(const Position& position, Cards unseen) {
  const Table& table = position.table();
  if (position.own() & one(kQueen)) return 0;
  if (unseen & one(kQueen)) return 1;
  if (table.trick & one(kQueen)) return 2;
  int taker = 0;
  for (int seat = 0; seat < kSeats; seat++) {
    if (position.taken()[(table.turn + seat) % kSeats] >= kQueenPoints) taker = seat;
  }
  return 3 + taker;
}

// Adds who has taken what.
void add_standing(const Position& position, Cards unseen, Statements& found) {
  const Table& table = position.table();
  for (int seat = 0; seat < kSeats; seat++) {
    const int points = position.taken()[(table.turn + seat) % kSeats];
    found.add(features::kPoints + seat * 10 + kPointClasses[points]);
  }
  int sole = 0;
  if (table.sole == kSeveral) sole = 5;
  if (table.sole >= 0) sole = 1 + from(table.turn, table.sole);
  found.add(features::kSole + sole * kRanks + table.number);
  found.add(features::kQueenAt + queen_at(position, unseen));
}

// Adds how many cards of a suit there are, and how low the lowest of one's own lie.
void add_suit(Cards hand, Cards unseen, int suit, Statements& found) {
  const Cards own = lane(hand, suit);
  const Cards out = lane(unseen, suit);
  const int length = std::min(count(own), kLongest);
  found.add(features::kLengths + (suit * (kLongest + 1) + length) * (kRanks + 1) + count(out));
  int at = 0;
  for (Cards left = own; left != 0 && at < kLowest; left &= left - 1, at++) {
    const int lower = std::min(count(out & below(low(left))), 5);
    found.add(features::kLow + (suit * kLowest + at) * 6 + lower);
  }
}

}  // namespace

Statements seen(const Position& position, const History& history) {
  const Table& table = position.table();
  const Cards hand = position.own();
  const Cards unseen = hidden_from(table, hand);
  Statements found;
  for (Cards left = hand; left != 0; left &= left - 1) found.add(features::kHand + low(left));
  add_plays(table, history, found);
  add_standing(position, unseen, found);
  found.add(features::kNumber + table.number);
  found.add(features::kCount + table.count);
  for (int suit = 0; suit < kSuits; suit++) add_suit(hand, unseen, suit, found);
  for (Cards left = unseen; left != 0; left &= left - 1) found.add(features::kUnseen + low(left));
  return found;
}

Statements of_card(const Position& position, int card) {
  const Table& table = position.table();
  const Cards hand = position.own();
  const Cards unseen = hidden_from(table, hand);
  const int suit = suit_of(card);
  const Cards lower_ranks = below(rank_of(card));
  const int under = count(lane(unseen, suit) & lower_ranks);
  const int over = count(lane(unseen, suit)) - under;
  const int lower = std::min(count(lane(hand, suit) & lower_ranks), 4);
  const int length = std::min(count(lane(hand, suit)), 7) - 1;
  const Way way = way_of(table, card);
  const Kind kind = kind_of(hand, unseen, card);
  Statements found;
  found.add(features::kCard + way * kDeck + card);
  found.add(features::kPlace + ((way * 7 + kind) * 5 + std::min(over, 4)) * 5 + std::min(under, 4));
  found.add(features::kLength + (way * 7 + kind) * 7 + length);
  found.add(features::kStage + (way * 5 + kStages[table.number]) * 7 + kind);
  found.add(features::kOrder + (way * 5 + lower) * (kRanks + 1) + under + over);
  if (way >= kFollowsUnder) {
    const int behind = kSeats - 1 - table.count;
    const int trick = ((way - kFollowsUnder) * 3 + behind) * 4 + pot_class(table.pot);
    found.add(features::kTaking + trick * 4 + std::min(over, 3));
  }
  return found;
}

std::vector<int> distinct(Cards legal, Cards apart) {
  std::vector<int> kept;
  for (Cards left = legal; left != 0; left &= left - 1) {
    const int card = low(left);
    if (!kept.empty()) {
      const int last = kept.back();
      const bool alike = suit_of(last) == suit_of(card) && cost(last) == cost(card);
      if (alike && (over(last) & under(card) & apart) == 0) continue;
    }
    kept.push_back(card);
  }
  return kept;
}

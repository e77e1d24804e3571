// Cards, sets of cards and chance.
//
// A card is 13 * suit + rank, as in `engine/cards.py`; a set of cards has bit `card` set.
#pragma once

#include <cstdint>

using Cards = std::uint64_t;

constexpr int kSeats = 4;
constexpr int kSuits = 4;
constexpr int kRanks = 13;
constexpr int kDeck = 52;
constexpr int kHearts = 2;
constexpr int kSpades = 3;
constexpr int kQueenRank = 10;
constexpr int kQueen = kSpades * kRanks + kQueenRank;
constexpr int kPoints = 26;  // in a deal

constexpr Cards kLane = 0x1FFF;
constexpr Cards kFullDeck = (Cards{1} << kDeck) - 1;

// Returns the set of one card.
constexpr Cards one(int card) { return Cards{1} << card; }

// Returns the suit of a card.
constexpr int suit_of(int card) { return card / kRanks; }

// Returns the rank of a card, 0 for the two to 12 for the ace.
constexpr int rank_of(int card) { return card % kRanks; }

// Returns the set of all cards of a suit.
constexpr Cards suit_set(int suit) { return kLane << (suit * kRanks); }

// Returns the ranks that a set has in a suit, as thirteen bits.
constexpr Cards lane(Cards cards, int suit) { return cards >> (suit * kRanks) & kLane; }

// Returns the ranks below a rank.
constexpr Cards below(int rank) { return (Cards{1} << rank) - 1; }

constexpr Cards kHeartsSet = suit_set(kHearts);
constexpr Cards kCostly = kHeartsSet | one(kQueen);  // whoever takes them all shoots the moon
constexpr Cards kOpening = one(0);                   // the two of clubs

// Returns how many cards a set has.
constexpr int count(Cards cards) { return __builtin_popcountll(cards); }

// Returns the lowest card of a set that is not empty.
constexpr int low(Cards cards) { return __builtin_ctzll(cards); }

// Returns the highest card of a set that is not empty.
constexpr int top(Cards cards) { return 63 - __builtin_clzll(cards); }

// Returns whether a set has two cards or more.
constexpr bool several(Cards cards) { return (cards & (cards - 1)) != 0; }

// Returns the cards of a card's suit that are higher.
constexpr Cards over(int card) {
  return suit_set(suit_of(card)) & ~((Cards{2} << card) - 1);
}

// Returns the cards of a card's suit that are lower.
constexpr Cards under(int card) { return suit_set(suit_of(card)) & (one(card) - 1); }

// Returns what a card costs whoever takes it.
constexpr int cost(int card) {
  if (card == kQueen) return 13;
  return suit_of(card) == kHearts ? 1 : 0;
}

// Returns the card of a set that has so many lower ones in it.
int nth(Cards cards, int number);

// Returns the card of the highest rank, of equals that of the first suit.
int highest(Cards cards);

// Returns the card of the lowest rank, of equals that of the first suit.
int lowest(Cards cards);

// Returns a number that depends on every bit of another.
constexpr std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ULL;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebULL;
  return number ^ (number >> 31);
}

// A source of chance: a counter whose numbers are mixed (splitmix64).
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(mixed(seed + kStep)) {}

  // Returns a number of 64 bits.
  std::uint64_t next() { return mixed(state_ += kStep); }

  // Returns a number from 0 to below a limit.
  int below(int limit) {
    return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(limit) >> 32);
  }

  // Returns a number from 0 to below 1.
  double part() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // Returns a card of a set that is not empty.
  int card_of(Cards cards) { return nth(cards, below(count(cards))); }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ULL;
  std::uint64_t state_;
};

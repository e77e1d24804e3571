// What a seat sees of a deal, as the numbers of statements that hold.
//
// The seats are told as they sit from the one to play. The copy in
// `workers/bots/strong/learnt/features.py` numbers the statements alike.
#pragma once

#include "worlds.h"

namespace features {

// Where the statements of each kind begin.
constexpr int kHand = 0;
constexpr int kMine = kHand + kDeck;                         // has played a card
constexpr int kPlayed = kMine + kDeck;                       // another has played a card in a way
constexpr int kTrick = kPlayed + 3 * 4 * kDeck;              // its card on the table
constexpr int kLacks = kTrick + 3 * kDeck;                   // has not followed a suit
constexpr int kPoints = kLacks + 3 * kSuits;                 // has taken so many, in ten classes
constexpr int kSole = kPoints + 4 * 10;                      // who alone has costly cards, and when
constexpr int kQueenAt = kSole + 6 * kRanks;                 // where the queen of spades is
constexpr int kNumber = kQueenAt + 7;                        // finished tricks
constexpr int kCount = kNumber + kRanks;                     // cards on the table
constexpr int kLengths = kCount + kSeats;                    // cards of a suit, own and hidden
constexpr int kLow = kLengths + kSuits * 9 * (kRanks + 1);   // hidden ones below the lowest own
constexpr int kUnseen = kLow + kSuits * 4 * 6;
constexpr int kCard = kUnseen + kDeck;                       // the card, in a way
constexpr int kPlace = kCard + 4 * kDeck;                    // hidden cards over and under it
constexpr int kLength = kPlace + 4 * 7 * 25;                 // own cards of its suit
constexpr int kStage = kLength + 4 * 7 * 7;                  // how far the deal is
constexpr int kOrder = kStage + 4 * 5 * 7;                   // own cards under it, hidden ones
constexpr int kTaking = kOrder + 4 * 5 * (kRanks + 1);       // what the trick costs, who follows
constexpr int kSize = kTaking + 2 * 3 * 4 * 4;

}  // namespace features

// The numbers of statements that hold.
class Statements {
 public:
  void add(int number) { numbers_[size_++] = static_cast<std::uint16_t>(number); }
  void add(const Statements& others) {
    for (int number : others) add(number);
  }
  const std::uint16_t* begin() const { return numbers_.data(); }
  const std::uint16_t* end() const { return numbers_.data() + size_; }

 private:
  static constexpr int kMost = 200;
  std::array<std::uint16_t, kMost> numbers_;
  int size_ = 0;
};

// Returns what holds for the seat to play, whichever card it plays.
Statements seen(const Position& position, const History& history);

// Returns what holds besides if it plays a card.
Statements of_card(const Position& position, int card);

// Returns the legal cards, of neighbours that do the same only the lowest; `apart` are the cards
// that lie between neighbours.
std::vector<int> distinct(Cards legal, Cards apart);

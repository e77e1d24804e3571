// Hearts without passing: who may play what, who takes it, and what it comes to.
#pragma once

#include <array>

#include "cards.h"

using Hands = std::array<Cards, kSeats>;
using Points = std::array<int, kSeats>;

constexpr int kNobody = -1;
constexpr int kSeveral = -2;

// What everybody sees when a seat is to play.
struct Table {
  Cards trick = 0;  // the cards of the unfinished trick
  Cards gone = 0;   // the cards of the finished tricks
  int turn = 0;
  int count = 0;  // cards in the trick
  int led = -1;   // its suit
  int best = -1;  // the card that takes it so far
  int pot = 0;    // what it costs so far
  int number = 0;  // finished tricks
  int sole = kNobody;  // the one seat that has taken costly cards, or kSeveral
};

// A card that was played, with what everybody saw before it.
struct Played {
  Table table;
  int card;
};

// Returns the cards of a hand that may be played.
Cards playable(const Table& table, Cards hand);

// Returns the cards that neither were played nor are in a hand.
inline Cards hidden_from(const Table& table, Cards hand) {
  return kFullDeck & ~table.gone & ~table.trick & ~hand;
}

// A deal in play, with all hands open. Only playable cards may be played.
class Position {
 public:
  // Stands before the first trick.
  explicit Position(const Hands& hands);

  // Returns what everybody sees.
  const Table& table() const { return table_; }

  // Returns the cards that a seat still has.
  Cards hand(int seat) const { return hands_[seat]; }

  // Returns the hand of the seat to play.
  Cards own() const { return hands_[table_.turn]; }

  // Returns the cards that are still to be played.
  Cards held() const { return hands_[0] | hands_[1] | hands_[2] | hands_[3]; }

  // Returns the cards that the seat to play may play.
  Cards legal() const { return playable(table_, own()); }

  // Returns the seat that takes the trick so far.
  int owner() const { return owner_; }

  // Returns the points taken, before a moon is counted.
  const Points& taken() const { return points_; }

  // Plays a card for the seat to play; a full trick is taken at once.
  void play(int card);

  // Gives the seats other hands of the same sizes.
  void set_hands(const Hands& hands) { hands_ = hands; }

  // Returns whether all cards are played.
  bool over() const { return table_.number == kRanks; }

  // Returns whether nothing that is still to be played costs anything.
  bool settled() const { return table_.count == 0 && (held() & kCostly) == 0; }

  // Returns the points of the deal; a moon costs each of the others 26.
  Points result() const;

 private:
  void take();

  Hands hands_;
  Table table_;
  Points points_{};
  int owner_ = 0;
};

// Returns the hands of a deal: the same number, the same hands.
Hands dealt(std::uint64_t number);

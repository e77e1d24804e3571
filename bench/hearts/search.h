// The search of the project: every answer is played out in the same worlds, and the best is taken.
#pragma once

#include "worlds.h"

// A bot on one seat that searches.
class Search {
 public:
  explicit Search(std::uint64_t seed) : chance_(seed) {}

  // Returns the card for the seat to play; of the position it uses what the seat may see.
  int choose(const Position& position, const History& history);

 private:
  // A card, and whether it is followed by playing for the moon.
  struct Answer {
    int card;
    bool for_the_moon;
  };

  std::vector<Answer> answers_of(const Position& position, const View& view) const;
  int look(const Position& position, const View& view, const std::vector<Answer>& answers,
           int usual);
  void play_out(Position& position, bool for_the_moon) const;
  int own_card(const Position& position, Cards legal, bool for_the_moon) const;
  int others_card(const Position& position, Cards legal) const;
  double worth(const Points& points) const;

  Chance chance_;
  int me_ = 0;
  double prize_ = 0.0;     // for the least points in the deal
  bool resisted_ = false;  // whether the others stop its moon in this world
};

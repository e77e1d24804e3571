// Worlds: hands of the others that agree with all that a seat has seen.
#pragma once

#include <vector>

#include "rules.h"

using History = std::vector<Played>;

// What a seat knows when it is to play.
struct View {
  View(const Position& position, const History& history);

  int me;
  Cards hand;
  Cards unseen;                      // in the hands of the others
  std::array<Cards, kSeats> allowed;  // what each seat may hold
  std::array<int, kSeats> sizes;      // how many cards each of the others holds
};

// Deals hands that agree with a view; false if none was found.
bool deal(const View& view, Chance& chance, Hands& hands);

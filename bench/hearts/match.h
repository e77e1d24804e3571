// Deals played at one table, and what came of them.
#pragma once

#include "judge.h"
#include "players.h"

// Seats a bot at a table, with the chance of the deal.
using Seating = std::function<Player(Chance&)>;

// A series of deals. Each is played from every seat, and once where all seats are alike.
struct Contest {
  Seating bot;
  Seating others;
  bool alike;
  std::uint64_t seed;
  int deals;
};

// Returns who plays by what was learnt. The weights must stay.
Seating learnt(const PackedNet& weights);

// Plays the deals of a contest in two threads and prints what came of them.
void play(const Contest& contest);

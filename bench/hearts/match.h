// Deals played at one table, and what came of them.
#pragma once

#include <functional>
#include <string>

#include "search.h"

// Who sits on the other three seats.
enum class Opponents { kIsmcts, kSelf, kDuckers };

// A series of deals. Against others, each deal is played from every seat.
struct Contest {
  Settings settings;
  Opponents opponents = Opponents::kIsmcts;
  std::uint64_t seed = 0;
  int deals = 0;
  int simulations = 1000;  // of ISMCTS for a card
};

// Chooses the card for the seat to play.
using Player = std::function<int(const Position&, const History&)>;

// Plays a deal to its end and returns its cards.
History played_out(Position& position, const std::array<Player, kSeats>& players);

// Plays the deals of a contest in two threads and prints what came of them.
void play(const Contest& contest, const Policies& policies);

// Returns choices of ISMCTS, which plays with itself and, in two deals of three, with a house bot.
std::vector<Record> ismcts_records(std::uint64_t seed, int deals);

// Returns choices of four house bots.
std::vector<Record> house_records(std::uint64_t seed, int deals);

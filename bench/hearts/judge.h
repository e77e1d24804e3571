// How a deal is foreseen to end for a seat after each card, and the card that promises most.
#pragma once

#include "network.h"

using Net = Network<256, 32>;

// How a deal is foreseen to end: chances, and points as parts of all points of a deal.
struct Ends {
  double least;   // its share of having the least points
  double points;
  double shoots;  // a moon of its own
  double shot;    // a moon of another
  double loose;   // most of the others play as ISMCTS does
};

// What a judge needs of a network: `sums_of` some statements, and the `ends` that more make of
// them. Learning uses the weights as they are.
class LearningNet {
 public:
  explicit LearningNet(const Net& net) : net_(net) {}

  using Sums = Net::Sums;
  Sums sums_of(const Statements& statements) const;
  Ends ends(const Sums& sums, const Statements& statements) const;

 private:
  const Net& net_;
};

// The weights in whole numbers, as the bot of the project has them: every machine finds the same.
class PackedNet {
 public:
  // Reads `weights.bin`, or ends the program.
  explicit PackedNet(const std::string& path);

  using Sums = std::array<int, Net::kWide>;
  Sums sums_of(const Statements& statements) const;
  Ends ends(const Sums& sums, const Statements& statements) const;

 private:
  const std::int8_t* row(int number) const { return bytes_.data() + number * Net::kWide; }

  std::vector<std::int8_t> bytes_;
  std::array<std::int32_t, Net::kNarrow> added_;
  std::array<float, kOutputs * Net::kNarrow> last_;
  std::array<float, kOutputs> last_added_;
};

// Writes the weights of a network in whole numbers.
void pack(const Net& net, const std::string& path);

// Returns what an end is worth, as far as the others are held to be careful.
double worth_of(const Ends& ends, double careful);

// Returns the place of the card that promises most among some that may be played.
template <typename Judge>
int best_of(const Judge& judge, const Position& position, const History& history,
            const std::vector<int>& cards) {
  constexpr double kDoubt = 4;  // power of the chance of careful others, which is soon neglected
  const auto sums = judge.sums_of(seen(position, history));
  int best = 0;
  double most = 0;
  double careful = 0;
  for (int at = 0; at < static_cast<int>(cards.size()); at++) {
    const Ends ends = judge.ends(sums, of_card(position, cards[at]));
    if (at == 0) careful = std::pow(1 - ends.loose, kDoubt);
    const double worth = worth_of(ends, careful);
    if (at > 0 && worth <= most) continue;
    best = at;
    most = worth;
  }
  return best;
}

// Returns the card for the seat to play; of the position only what it may see is used.
template <typename Judge>
int judged_card(const Judge& judge, const Position& position, const History& history) {
  const Cards legal = position.legal();
  const Table& table = position.table();
  const std::vector<int> cards =
      distinct(legal, hidden_from(table, position.own()) | table.trick);
  return cards.size() == 1 ? cards[0] : cards[best_of(judge, position, history, cards)];
}

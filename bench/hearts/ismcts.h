// The opponent: a search over information states, in behaviour as OpenSpiel's ISMCTSBot.
//
// Copied in behaviour, not in code: a node for every information state, UCB with the constant 26,
// one random rollout, and the answer that was tried most. Each simulation deals the hidden cards
// anew, without regard to who failed to follow suit, as OpenSpiel's Hearts does.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "rules.h"

class Ismcts {
 public:
  explicit Ismcts(int simulations) : simulations_(simulations) {}

  // Returns the card for the seat to play; of the position only what that seat may see is used.
  int choose(const Position& position, Chance& chance);

 private:
  struct Child {
    int card;
    int visits;
    double sum;
  };
  struct Node {
    int visits = 0;
    int size = 0;
    std::array<Child, kRanks> children;
  };
  struct Step {
    int node;
    int child;
    int seat;
  };

  void simulate(Position position, Chance& chance);
  void walk_down(Position& position, Chance& chance);
  int child_for(Node& node, Cards legal, Chance& chance) const;
  int best_child(const Node& node, Chance& chance) const;
  void credit(const Points& points);

  int simulations_;
  std::unordered_map<std::uint64_t, int> known_;
  std::vector<Node> nodes_;
  std::vector<Step> path_;
};

#include "ismcts.h"

#include <cmath>
#include <utility>

namespace {

constexpr double kExploration = 26.0;
constexpr double kEqual = 1e-5;  // values that differ by less are equal

// Deals the hidden cards anew to the seats that hold them.
Hands redealt(const Position& position, int me, Chance& chance) {
  std::array<int, kDeck> cards;
  int size = 0;
  for (Cards left = position.held() & ~position.hand(me); left != 0; left &= left - 1) {
    cards[size++] = low(left);
  }
  for (int at = size - 1; at > 0; at--) std::swap(cards[at], cards[chance.below(at + 1)]);
  Hands hands{};
  hands[me] = position.hand(me);
  for (int seat = 0; seat < kSeats; seat++) {
    if (seat == me) continue;
    for (int number = count(position.hand(seat)); number > 0; number--) {
      hands[seat] |= one(cards[--size]);
    }
  }
  return hands;
}

void roll_out(Position& position, Chance& chance) {
  while (!position.over() && !position.settled()) position.play(chance.card_of(position.legal()));
}

}  // namespace

int Ismcts::choose(const Position& position, Chance& chance) {
  const Cards legal = position.legal();
  if (!several(legal)) return low(legal);
  known_.clear();
  nodes_.clear();
  for (int done = 0; done < simulations_; done++) {
    Position world = position;
    world.set_hands(redealt(position, position.table().turn, chance));
    simulate(world, chance);
  }
  const Node& root = nodes_.front();
  int best = 0;
  for (int at = 1; at < root.size; at++) {
    if (root.children[at].visits > root.children[best].visits) best = at;
  }
  return root.children[best].card;
}

void Ismcts::simulate(Position position, Chance& chance) {
  path_.clear();
  walk_down(position, chance);
  roll_out(position, chance);
  credit(position.result());
}

// Plays down the tree until a node is new.
void Ismcts::walk_down(Position& position, Chance& chance) {
  std::uint64_t history = 1;
  while (!position.over()) {
    const int seat = position.table().turn;
    const std::uint64_t key = mixed(history ^ mixed(position.own() * kSeats + seat + 1));
    const auto [found, is_new] = known_.try_emplace(key, static_cast<int>(nodes_.size()));
    if (is_new) {
      nodes_.emplace_back();
      return;
    }
    Node& node = nodes_[found->second];
    const int child = child_for(node, position.legal(), chance);
    node.visits++;
    node.children[child].visits++;
    path_.push_back({found->second, child, seat});
    const int card = node.children[child].card;
    history = mixed(history + card + 1);
    position.play(card);
  }
}

// Returns a child that was never tried, or the most promising one.
int Ismcts::child_for(Node& node, Cards legal, Chance& chance) const {
  Cards untried = legal;
  for (int at = 0; at < node.size; at++) untried &= ~one(node.children[at].card);
  if (untried == 0) return best_child(node, chance);
  node.children[node.size] = {chance.card_of(untried), 0, 0.0};
  return node.size++;
}

int Ismcts::best_child(const Node& node, Chance& chance) const {
  const double spread = std::log(node.visits);
  std::array<double, kRanks> values;
  double most = -1e9;
  for (int at = 0; at < node.size; at++) {
    const Child& child = node.children[at];
    values[at] = child.sum / child.visits + kExploration * std::sqrt(spread / child.visits);
    most = std::max(most, values[at]);
  }
  std::array<int, kRanks> equal;
  int size = 0;
  for (int at = 0; at < node.size; at++) {
    if (values[at] > most - kEqual) equal[size++] = at;
  }
  return equal[size == 1 ? 0 : chance.below(size)];
}

void Ismcts::credit(const Points& points) {
  for (const Step& step : path_) {
    nodes_[step.node].children[step.child].sum += kPoints - points[step.seat];
  }
}

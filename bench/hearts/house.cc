#include "house.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace {

// The weights have the names that they have in `engine/playout/policy.py`.
constexpr int kNear = 3;
constexpr int kRun = 3;
constexpr int kRound = 2;
constexpr float kOwn = 0.3F;
constexpr float kSuitShare = 0.2F;
constexpr float kGuard = 3.0F;
constexpr float kVoid = 0.5F;
constexpr float kLeadSuitShare = 0.1F;
constexpr float kLeadStray = 1.5F;
constexpr float kLength = 0.15F;
constexpr float kSteep = 6.0F;
constexpr float kThrown = 6.0F;
constexpr float kSuitCost = 13.0F;  // of the hearts, and of the spades
constexpr int kRivals = kSeats - 1;

using Chances = std::array<std::array<float, kRanks + 1>, kRanks + 1>;

float taking(int lower, int higher) {
  if (lower == 0) return 0.0F;
  const float missed = 1.0F - 1.0F / kRivals;
  const float taken_by_one = std::pow(missed, lower) * (1 - std::pow(missed, higher));
  return std::pow(1 - taken_by_one, kRivals);
}

float lowest_lead(int lower, int higher) {
  if (higher == 0) return 1.0F;
  return std::pow(static_cast<float>(lower) / (lower + higher), kSteep);
}

Chances chances_of(float (*chance)(int, int)) {
  Chances found;
  for (int lower = 0; lower <= kRanks; lower++) {
    for (int higher = 0; higher <= kRanks; higher++) found[lower][higher] = chance(lower, higher);
  }
  return found;
}

const Chances kTaking = chances_of(taking);
const Chances kLowest = chances_of(lowest_lead);

Cards others_of(const Position& position) { return position.held() & ~position.own(); }

bool is_near(const Position& position) { return count(position.table().gone & kCostly) >= kNear; }

// Returns what each of the tricks to come costs on average.
float stray_of(const Position& position) {
  const Points& taken = position.taken();
  const int left = kPoints - std::accumulate(taken.begin(), taken.end(), 0);
  return static_cast<float>(left) / (kRanks - position.table().number);
}

// Returns the highest card of each suit of a hand in which the others have only lower ones.
Cards stoppers(Cards hand, Cards others) {
  Cards found = 0;
  for (int suit = 0; suit < kSuits; suit++) {
    const Cards mine = lane(hand, suit);
    const Cards theirs = lane(others, suit);
    if (theirs != 0 && mine > theirs) found |= one(suit * kRanks + top(mine));
  }
  return found;
}

// Returns whether the trick costs nothing, as far as a seat can tell.
bool is_free(const Table& table, Cards others) {
  if (table.pot != 0) return false;
  const int behind = kRivals - table.count;
  if (behind == 0 || (others & kCostly) == 0) return true;
  const Cards out = others & suit_set(table.led);
  return count(out) >= kRound * behind && (out & kCostly) == 0;
}

int duck(const Position& position, Cards legal, Cards others) {
  const Table& table = position.table();
  const Cards lower = legal & under(table.best);
  const Cards clean = legal & ~kCostly;
  const Cards higher = clean & ~lower;
  if (higher != 0 && is_free(table, others)) return top(higher);
  if (lower != 0) {
    const Cards costly = lower & kCostly;
    return top(costly != 0 ? costly : lower);
  }
  const Cards taking_it = clean != 0 ? clean : legal;
  const int card = low(taking_it);
  const bool may_be_beaten = table.count < kRivals && (others & over(card)) != 0;
  return may_be_beaten ? card : top(taking_it);
}

// What the cards of a suit are worth when one is thrown away, and when one is led.
struct SuitView {
  int suit;
  Cards mine;
  Cards own;
  Cards out;

  bool costly_out() const { return (out << (suit * kRanks) & kCostly) != 0; }
};

float danger(const SuitView& view, int rank, float stray) {
  const float stake = view.costly_out() ? stray + kSuitShare * kSuitCost : stray;
  const int lower = count(view.out & below(rank));
  const int guards = count(view.own & below(rank));
  const float chance = kTaking[lower][count(view.out) - lower] / (1 + kGuard * guards);
  const float emptying = kVoid * stray / count(view.mine);
  return cost(view.suit * kRanks + rank) * (kOwn + chance) + stake * chance + emptying +
         rank * 1e-6F;
}

int throw_away(const Position& position, Cards legal, Cards others) {
  const float stray = stray_of(position);
  int chosen = low(legal);
  float most = -1e9F;
  for (int suit = 0; suit < kSuits; suit++) {
    const SuitView view{suit, lane(legal, suit), lane(position.own(), suit), lane(others, suit)};
    if (view.mine == 0) continue;
    const bool has_queen = suit == kSpades && (view.mine >> kQueenRank & 1) != 0;
    const int highest_rank = top(view.mine);
    for (int rank : {highest_rank, has_queen ? kQueenRank : highest_rank}) {
      const float found = danger(view, rank, stray);
      if (found <= most) continue;
      most = found;
      chosen = suit * kRanks + rank;
    }
  }
  return chosen;
}

float lead_cost(const SuitView& view, float stray) {
  const int rank = low(view.mine);
  const int number = count(view.out);
  const float lonely = std::max(0.0F, 1 - number / kThrown);
  float stake = cost(view.suit * kRanks + rank) + stray * lonely;
  if (view.costly_out()) stake += kLeadSuitShare * kSuitCost;
  const int lower = count(view.out & below(rank));
  return kLowest[lower][number - lower] * stake + kLength * stray * count(view.mine);
}

int lead(const Position& position, Cards legal, Cards others) {
  if ((kCostly & (others | legal)) == 0) return highest(legal);
  const float stray = kLeadStray * stray_of(position);
  int chosen = -1;
  float least = 1e9F;
  for (int suit = 0; suit < kSuits; suit++) {
    const SuitView view{suit, lane(legal, suit), lane(position.own(), suit), lane(others, suit)};
    if (view.mine == 0) continue;
    const float found = lead_cost(view, stray);
    if (found >= least) continue;
    least = found;
    chosen = suit * kRanks + low(view.mine);
  }
  return chosen;
}

}  // namespace

Cards masters(Cards hand, Cards others) {
  Cards found = 0;
  for (int suit = 0; suit < kSuits; suit++) {
    const Cards theirs = lane(others, suit);
    const Cards beaten = theirs != 0 ? below(top(theirs) + 1) : 0;
    found |= (lane(hand, suit) & ~beaten) << (suit * kRanks);
  }
  return found;
}

bool may_be_shot(Cards hand, Cards others) {
  const Cards sure = masters(hand, others);
  int winners = 0;
  for (int suit = 0; suit < kSuits; suit++) {
    const int best = count(lane(sure, suit));
    const bool runs = count(lane(others, suit)) <= kRun * best;
    winners += runs ? count(lane(hand, suit)) : best;
  }
  return 3 * winners >= 2 * count(hand);
}

int reach(const Position& position, Cards legal) {
  const Table& table = position.table();
  if (table.count == 0) {
    const Cards sure = masters(legal, others_of(position));
    return top(sure != 0 ? sure : legal);
  }
  const Cards higher = legal & over(table.best);
  if (higher != 0) return table.count == kRivals ? low(higher) : top(higher);
  const Cards clean = legal & ~kCostly;
  return low(clean != 0 ? clean : legal);
}

int hinder(const Position& position, Cards legal) {
  const Table& table = position.table();
  if (table.count == 0 || position.owner() != table.sole || !is_near(position)) return -1;
  const Cards spare = legal & ~stoppers(position.own(), others_of(position));
  if (legal & suit_set(table.led)) {
    const Cards higher = legal & over(table.best);
    if (higher != 0) return table.trick & kCostly ? low(higher) : -1;
    return spare != 0 ? top(spare) : -1;
  }
  const Cards clean = spare & ~kCostly;
  if (clean != 0) return highest(clean);
  return spare != 0 ? low(spare) : -1;
}

int pick(const Position& position, Cards legal) {
  const Table& table = position.table();
  const Cards hand = position.own();
  const Cards others = others_of(position);
  if (table.sole == table.turn && is_near(position) &&
      2 * count(masters(hand, others)) >= count(hand)) {
    return reach(position, legal);
  }
  if (table.count == 0) return lead(position, legal, others);
  if ((legal & suit_set(table.led)) == 0) return throw_away(position, legal, others);
  return duck(position, legal, others);
}

int pick_on_guard(const Position& position, Cards legal) {
  const Table& table = position.table();
  if (table.sole >= 0 && table.sole != table.turn) {
    const int card = hinder(position, legal);
    if (card >= 0) return card;
  }
  return pick(position, legal);
}

int pick_plainly(const Position& position, Cards legal) {
  const Table& table = position.table();
  if (table.count == 0) return lowest(legal);
  if ((legal & suit_set(table.led)) == 0) {
    if (legal & one(kQueen)) return kQueen;
    const Cards hearts = legal & kHeartsSet;
    return hearts != 0 ? top(hearts) : highest(legal);
  }
  const Cards lower = legal & under(table.best);
  if (lower != 0) return top(lower);
  return table.count == kRivals ? top(legal) : low(legal);
}

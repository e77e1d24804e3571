#include "policy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>

namespace {

constexpr float kRate = 0.3F;  // of the first round; later ones learn more slowly

// How a card is played.
enum Way { kLeads, kThrows, kFollowsUnder, kFollowsOver };

// What kind of suit a card is of: a spade, as long as somebody has the queen, lies under or over
// it, and the queen is in the same hand or hidden.
enum Kind { kSafe, kHeart, kUnderHidden, kOverHidden, kQueenItself, kUnderOwn, kOverOwn };

Way way_of(const Table& table, int card) {
  if (table.count == 0) return kLeads;
  if (suit_of(card) != table.led) return kThrows;
  return card > table.best ? kFollowsOver : kFollowsUnder;
}

Kind kind_of(Cards hand, Cards others, int card) {
  if (suit_of(card) == kHearts) return kHeart;
  if (suit_of(card) != kSpades) return kSafe;
  if (card == kQueen) return kQueenItself;
  if (hand & one(kQueen)) return card < kQueen ? kUnderOwn : kOverOwn;
  if (others & one(kQueen)) return card < kQueen ? kUnderHidden : kOverHidden;
  return kSafe;
}

int stage_of(int number) {
  if (number < 3) return 0;
  if (number < 6) return 1;
  if (number < 9) return 2;
  return number < 11 ? 3 : 4;
}

int pot_class(int pot) {
  if (pot == 0) return 0;
  if (pot < 4) return 1;
  return pot < 13 ? 2 : 3;
}

[[noreturn]] void fail(const std::string& path) {
  std::cerr << "cannot read or write " << path << "\n";
  std::exit(1);
}

template <typename Items>
void write(const std::string& path, const Items& items) {
  std::ofstream file(path, std::ios::binary);
  const auto size = static_cast<std::streamsize>(items.size() * sizeof(items[0]));
  file.write(reinterpret_cast<const char*>(items.data()), size);
  if (!file) fail(path);
}

}  // namespace

Policy::Places Policy::places_of(const Table& table, Cards hand, Cards others, int card) {
  const int way = way_of(table, card);
  const int kind = kind_of(hand, others, card);
  const Cards own = lane(hand, suit_of(card));
  const Cards out = lane(others, suit_of(card));
  const Cards lower_ranks = below(rank_of(card));
  const int out_under = count(out & lower_ranks);
  const int out_over = count(out) - out_under;
  const int lower = std::min(count(own & lower_ranks), kFive - 1);
  const int length = std::min(count(own), kLengths) - 1;
  const int suit_place = way * kKinds + kind;
  const int rank_place = std::min(out_over, kFive - 1) * kFive + std::min(out_under, kFive - 1);
  Places places;
  places[0] = kRankAt + suit_place * kFive * kFive + rank_place;
  places[1] = kLengthAt + suit_place * kLengths + length;
  places[2] = kStageAt + (way * kStages + stage_of(table.number)) * kKinds + kind;
  places[3] = kOrderAt + (way * kFive + lower) * (kRanks + 1) + count(out);
  places[4] = -1;
  if (way >= kFollowsUnder) {
    const int behind = kSeats - 1 - table.count;
    const int trick = ((way - kFollowsUnder) * kBehind + behind) * kPots + pot_class(table.pot);
    places[4] = kTakingAt + trick * 4 + std::min(out_over, 3);
  }
  return places;
}

Policy::Choice Policy::choice_of(const Table& table, Cards hand, Cards legal, int chosen) {
  const Cards others = hidden_from(table, hand);
  Choice choice;
  for (Cards left = legal; left != 0; left &= left - 1) {
    const int card = low(left);
    if (card == chosen) choice.chosen = choice.size;
    choice.places[choice.size++] = places_of(table, hand, others, card);
  }
  return choice;
}

float Policy::sum(const Places& places) const {
  float found = 0.0F;
  for (int place : places) found += place >= 0 ? weights_[place] : 0.0F;
  return found;
}

void Policy::soften(const Choice& choice, Chances& chances) const {
  float most = -1e9F;
  for (int at = 0; at < choice.size; at++) {
    chances[at] = sum(choice.places[at]);
    most = std::max(most, chances[at]);
  }
  float total = 0.0F;
  for (int at = 0; at < choice.size; at++) {
    chances[at] = std::exp(chances[at] - most);
    total += chances[at];
  }
  for (int at = 0; at < choice.size; at++) chances[at] /= total;
}

Policy::Chances Policy::chances(const Table& table, Cards hand, Cards legal) const {
  Chances found{};
  soften(choice_of(table, hand, legal, -1), found);
  return found;
}

double Policy::chance_of(const Played& played, Cards hand) const {
  const Cards legal = playable(played.table, hand);
  if ((legal & one(played.card)) == 0) return 0.0;
  if (!several(legal)) return 1.0;
  const int place = count(legal & (one(played.card) - 1));
  return chances(played.table, hand, legal)[place];
}

int Policy::pick(const Table& table, Cards hand, Cards legal, Chance& chance) const {
  const Chances found = chances(table, hand, legal);
  float left = static_cast<float>(chance.part());
  const int last = count(legal) - 1;
  int at = 0;
  while (at < last && left >= found[at]) left -= found[at++];
  return nth(legal, at);
}

void Policy::learn(const Choice& choice, float rate, std::vector<float>& squares) {
  Chances found;
  soften(choice, found);
  for (int at = 0; at < choice.size; at++) {
    const float slope = found[at] - (at == choice.chosen ? 1.0F : 0.0F);
    for (int place : choice.places[at]) {
      if (place < 0) continue;
      squares[place] += slope * slope;
      weights_[place] -= rate * slope / std::sqrt(squares[place] + 1);
    }
  }
}

void Policy::fit(const std::vector<Record>& records, int rounds) {
  std::vector<float> squares(kSize, 0.0F);
  std::vector<int> order(records.size());
  std::iota(order.begin(), order.end(), 0);
  Chance chance(0);
  for (int round = 0; round < rounds; round++) {
    for (int at = static_cast<int>(order.size()) - 1; at > 0; at--) {
      std::swap(order[at], order[chance.below(at + 1)]);
    }
    for (int at : order) {
      const auto& [played, hand] = records[at];
      const Cards legal = playable(played.table, hand);
      learn(choice_of(played.table, hand, legal, played.card), kRate / (1 + round), squares);
    }
  }
}

double Policy::mean_log(const std::vector<Record>& records) const {
  double total = 0.0;
  for (const auto& [played, hand] : records) total += std::log(chance_of(played, hand));
  return total / static_cast<double>(records.size());
}

void Policy::save(const std::string& path) const { write(path, weights_); }

Policy Policy::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Policy policy;
  file.read(reinterpret_cast<char*>(policy.weights_.data()), sizeof policy.weights_);
  if (!file) fail(path);
  return policy;
}

std::vector<Record> records_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path);
  std::vector<Record> records;
  Record record;
  while (file.read(reinterpret_cast<char*>(&record), sizeof record)) records.push_back(record);
  return records;
}

void save_records(const std::string& path, const std::vector<Record>& records) {
  write(path, records);
}

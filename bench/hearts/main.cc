// The command line: see README.md.

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "match.h"

namespace {

constexpr int kRounds = 6;      // of fitting
constexpr int kHeldBack = 20;   // one record of so many is not fitted to
constexpr const char* kLooseWeights = "loose.weights";
constexpr const char* kHouseWeights = "house.weights";

// The bot that the project had before it learnt who plays loosely.
Settings before() { return Settings{}; }

// The bot that learns it.
Settings learning() {
  Settings settings;
  settings.belief = Belief::kLearnt;
  settings.worlds = 200;
  settings.late_factor = 4;
  settings.patience = 40;
  settings.doubt = 0.3;
  settings.loose_prize = 500.0;
  settings.loose_watched_prize = 300.0;
  settings.moon_cost = 78.0;
  settings.loose_moon_cost = 26.0;
  settings.discounts_own_moon = true;
  return settings;
}

// The same, but held to know that all others play loosely.
Settings certain() {
  Settings settings = learning();
  settings.belief = Belief::kLoose;
  return settings;
}

// The same with all hands open: what knowing them would bring.
Settings seeing() {
  Settings settings = certain();
  settings.sees_all = true;
  return settings;
}

const std::map<std::string, Settings (*)()> kBots = {
    {"before", before}, {"learning", learning}, {"certain", certain}, {"seeing", seeing}};

const std::map<std::string, Opponents> kOpponents = {{"ismcts", Opponents::kIsmcts},
                                                     {"self", Opponents::kSelf},
                                                     {"duckers", Opponents::kDuckers}};

int usage() {
  std::cerr << "hearts gen loose|house SEED DEALS RECORDS\n"
               "hearts fit RECORDS WEIGHTS\n"
               "hearts play before|learning|certain|seeing ismcts|self|duckers SEED DEALS\n"
               "hearts replay < GAMES\n";
  return 2;
}

int gen(const std::string& kind, std::uint64_t seed, int deals, const std::string& path) {
  if (kind != "loose" && kind != "house") return usage();
  save_records(path, kind == "loose" ? ismcts_records(seed, deals) : house_records(seed, deals));
  return 0;
}

int fit(const std::string& records_path, const std::string& weights_path) {
  std::vector<Record> fitted = records_of(records_path);
  const auto kept = static_cast<std::ptrdiff_t>(fitted.size() / kHeldBack);
  const std::vector<Record> held_back(fitted.end() - kept, fitted.end());
  fitted.resize(fitted.size() - held_back.size());
  Policy policy;
  std::cout << fitted.size() << " choices, mean log chance of the others before "
            << policy.mean_log(held_back);
  policy.fit(fitted, kRounds);
  std::cout << ", after " << policy.mean_log(held_back) << "\n";
  policy.save(weights_path);
  return 0;
}

int play_row(const std::string& bot, const std::string& opponents, std::uint64_t seed, int deals) {
  if (kBots.count(bot) == 0 || kOpponents.count(opponents) == 0) return usage();
  Contest contest;
  contest.settings = kBots.at(bot)();
  contest.opponents = kOpponents.at(opponents);
  contest.seed = seed;
  contest.deals = deals;
  Policies policies;
  if (contest.settings.belief != Belief::kHouse) {
    policies.loose = Policy::load(kLooseWeights);
    policies.house = Policy::load(kHouseWeights);
  }
  play(contest, policies);
  return 0;
}

// Reads deals, a line each: the seat of every card, then the cards as they were played. Prints the
// cards that might be played at every turn, the takers of the tricks, and the points.
int replay() {
  std::string owners;
  while (std::cin >> owners) {
    Hands hands{};
    for (int card = 0; card < kDeck; card++) hands[owners[card] - '0'] |= one(card);
    Position position(hands);
    while (!position.over()) {
      int card = 0;
      std::cin >> card;
      std::cout << position.legal() << " ";
      position.play(card);
      if (position.table().count == 0) std::cout << position.owner() << " ";
    }
    for (int points : position.result()) std::cout << points << " ";
    std::cout << "\n";
  }
  return 0;
}

}  // namespace

int main(int size, char** words) {
  const std::string command = size > 1 ? words[1] : "";
  if (command == "replay" && size == 2) return replay();
  if (command == "fit" && size == 4) return fit(words[2], words[3]);
  if (size != 6) return usage();
  if (command == "gen") return gen(words[2], std::atoll(words[3]), std::atoi(words[4]), words[5]);
  if (command == "play") {
    return play_row(words[2], words[3], std::atoll(words[4]), std::atoi(words[5]));
  }
  return usage();
}

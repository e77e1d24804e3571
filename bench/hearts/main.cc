// The command line: see README.md.

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "learning.h"
#include "match.h"

namespace {

constexpr std::uint64_t kWeightsSeed = 5;
const std::string kLearnt = "learnt";

const std::map<std::string, Bot> kBots = {{"search", Bot::kSearch},
                                          {"ismcts", Bot::kIsmcts},
                                          {"quick", Bot::kQuick},
                                          {"guard", Bot::kGuard},
                                          {"ducker", Bot::kDucker}};

using Words = std::vector<std::string>;

int usage() {
  std::cerr << "hearts gen BOT SEED DEALS RECORDS [NET]\n"
               "hearts mimic ROUNDS MIMIC RECORDS...\n"
               "hearts learn DEALS ISMCTS-MIMIC SEARCH-MIMIC NET [START]\n"
               "hearts tune DEALS ISMCTS-MIMIC SEARCH-MIMIC NET START\n"
               "hearts pack NET WEIGHTS\n"
               "hearts play BOT OTHERS SEED DEALS [WEIGHTS]\n"
               "hearts choose WEIGHTS < GAMES\n"
               "hearts replay < GAMES\n"
               "BOT, OTHERS: search, ismcts, quick, guard, ducker; in play also learnt\n";
  return 2;
}

int gen(const Words& words) {
  if (words.size() < 4 || words.size() > 5 || kBots.count(words[0]) == 0) return usage();
  Net net;
  if (words.size() == 5) net.load(words[4]);
  save_records(words[3], deals_of(kBots.at(words[0]), std::stoull(words[1]), std::stoi(words[2]),
                                  words.size() == 5 ? &net : nullptr));
  return 0;
}

int mimic(const Words& words) {
  if (words.size() < 3) return usage();
  Mimic::fitted(records_of({words.begin() + 2, words.end()}), std::stoi(words[0])).save(words[1]);
  return 0;
}

int learn_course(const Words& words, bool tuned) {
  if (words.size() != 5 && (tuned || words.size() != 4)) return usage();
  Net net;
  if (words.size() == 5) {
    net.load(words[4]);
  } else {
    net.begin(kWeightsSeed);
  }
  const long deals = std::stol(words[0]);
  const Course course = tuned ? Course{deals, 0.0003F, 30, 0.01, 0.01, true}
                              : Course{deals, 0.0015F, 200, 0.055, 0.005, false};
  learn(net, {Mimic::load(words[1]), Mimic::load(words[2])}, course, words[3]);
  return 0;
}

int pack_net(const Words& words) {
  if (words.size() != 2) return usage();
  Net net;
  net.load(words[0]);
  pack(net, words[1]);
  return 0;
}

int play_contest(const Words& words) {
  if (words.size() < 4 || words.size() > 5) return usage();
  const bool needs_weights = words[0] == kLearnt || words[1] == kLearnt;
  if (needs_weights != (words.size() == 5)) return usage();
  const std::unique_ptr<PackedNet> weights(needs_weights ? new PackedNet(words[4]) : nullptr);
  std::array<Seating, 2> seatings;
  for (int at = 0; at < 2; at++) {
    if (words[at] == kLearnt) {
      seatings[at] = learnt(*weights);
    } else if (kBots.count(words[at]) > 0) {
      const Bot bot = kBots.at(words[at]);
      seatings[at] = [bot](Chance& chance) { return player_of(bot, chance); };
    } else {
      return usage();
    }
  }
  play({seatings[0], seatings[1], words[0] == words[1], std::stoull(words[2]),
        std::stoi(words[3])});
  return 0;
}

// Reads the hands of a deal: the seat of every card. False where there are no more.
bool read_hands(Hands& hands) {
  std::string owners;
  if (!(std::cin >> owners)) return false;
  hands = {};
  for (int card = 0; card < kDeck; card++) hands[owners[card] - '0'] |= one(card);
  return true;
}

// Reads deals, a line each: the seat of every card, then the cards as they were played. Prints the
// cards that might be played at every turn, the takers of the tricks, and the points.
int replay(const Words& words) {
  if (!words.empty()) return usage();
  Hands hands;
  while (read_hands(hands)) {
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

// Reads deals as `replay` does. Prints the card that the judge would play at every turn.
int choose(const Words& words) {
  if (words.size() != 1) return usage();
  const PackedNet weights(words[0]);
  Hands hands;
  while (read_hands(hands)) {
    Position position(hands);
    History history;
    while (!position.over()) {
      int card = 0;
      std::cin >> card;
      std::cout << judged_card(weights, position, history) << " ";
      history.push_back({position.table(), card});
      position.play(card);
    }
    std::cout << "\n";
  }
  return 0;
}

int run(const std::string& command, const Words& words) {
  if (command == "gen") return gen(words);
  if (command == "mimic") return mimic(words);
  if (command == "learn") return learn_course(words, false);
  if (command == "tune") return learn_course(words, true);
  if (command == "pack") return pack_net(words);
  if (command == "play") return play_contest(words);
  if (command == "choose") return choose(words);
  if (command == "replay") return replay(words);
  return usage();
}

}  // namespace

int main(int size, char** words) {
  try {
    return run(size > 1 ? words[1] : "", Words(words + std::min(size, 2), words + size));
  } catch (const std::logic_error&) {  // of stoi and its kin
    return usage();
  }
}

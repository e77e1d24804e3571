// What a bot plays: deals of it, and a network that plays a card as likely as it does.
#pragma once

#include "judge.h"
#include "players.h"

// A deal as it was played: the seat of each card, the cards in order, and a seat on which
// another sat, or kAll.
struct Record {
  static constexpr std::uint8_t kAll = 255;

  std::array<std::uint8_t, kDeck> owners;
  std::array<std::uint8_t, kDeck> cards;
  std::uint8_t size;
  std::uint8_t other;
};

// Returns deals of bots; with a judge, it sits on one seat in four deals of five.
std::vector<Record> deals_of(Bot bot, std::uint64_t seed, int deals, const Net* judge);

// Returns the deals of some files, or ends the program.
std::vector<Record> records_of(const std::vector<std::string>& paths);

// Writes deals to a file, or ends the program.
void save_records(const std::string& path, const std::vector<Record>& records);

// Plays a card as likely as the bot would.
class Mimic {
 public:
  // Reads the weights, or ends the program.
  static Mimic load(const std::string& path);

  // Fits the weights to deals, so many times each, and prints how likely the cards of every
  // twentieth deal, which is kept back, have become.
  static Mimic fitted(std::vector<Record> records, int rounds);

  // Returns a card by its chance. Where `sharpness` is over 1, likely cards are likelier.
  int pick(const Position& position, const History& history, float sharpness,
           Chance& chance) const;

  void save(const std::string& path) { net_.save(path); }

 private:
  using Weights = Network<128, 32>;
  using Chances = std::array<float, kRanks>;

  // A choice, as the network sees it.
  struct Choice {
    Choice(const Position& position, const History& history);

    Statements seen;
    std::vector<Statements> of_cards;
  };

  Chances chances_of(const Choice& choice, float sharpness) const;
  double mean_log(const std::vector<Record>& records) const;
  double learn(const Choice& choice, int chosen, Gradient<Weights>& gradient) const;
  double fit(const std::vector<Record>& records, int rounds, int round, Descent<Weights>& descent);

  Weights net_;
};

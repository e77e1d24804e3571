// A learnt policy: how likely a player of some kind plays each card that it may play.
//
// The weights of a card are summed and go through a softmax. A card has one weight in each of a
// few tables, which its place in the hand and on the table chooses.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rules.h"

// One card played, with the hand that it was played from: what a policy is fitted to.
struct Record {
  Played played;
  Cards hand;
};

class Policy {
 public:
  // How many cards there may be to choose from.
  using Chances = std::array<float, kRanks>;

  // Returns the chances of the playable cards, the lowest card first.
  Chances chances(const Table& table, Cards hand, Cards legal) const;

  // Returns the chance of a card that was played from a hand; 0 if the hand forbids it.
  double chance_of(const Played& played, Cards hand) const;

  // Returns a card by its chance.
  int pick(const Table& table, Cards hand, Cards legal, Chance& chance) const;

  // Fits the weights to records, in so many rounds (AdaGrad).
  void fit(const std::vector<Record>& records, int rounds);

  // Returns the mean logarithm of the chances of records.
  double mean_log(const std::vector<Record>& records) const;

  // Writes the weights to a file, or ends the program.
  void save(const std::string& path) const;

  // Reads the weights from a file, or ends the program.
  static Policy load(const std::string& path);

 private:
  static constexpr int kWays = 4;    // leads, throws away, follows under, follows over
  static constexpr int kKinds = 7;   // of suits, with the queen of spades in mind
  static constexpr int kStages = 5;  // of the deal
  static constexpr int kFive = 5;    // 0 to 4, and what is more counts as 4
  static constexpr int kLengths = 7;
  static constexpr int kPots = 4;
  static constexpr int kBehind = 3;

  // Where each table begins.
  static constexpr int kRankAt = 0;
  static constexpr int kLengthAt = kRankAt + kWays * kKinds * kFive * kFive;
  static constexpr int kStageAt = kLengthAt + kWays * kKinds * kLengths;
  static constexpr int kOrderAt = kStageAt + kWays * kStages * kKinds;
  static constexpr int kTakingAt = kOrderAt + kWays * kFive * (kRanks + 1);
  static constexpr int kSize = kTakingAt + 2 * kBehind * kPots * 4;

  // The places of a card's weights; the last is -1 where the card does not follow suit.
  using Places = std::array<int, 5>;

  struct Choice {
    int size = 0;
    int chosen = -1;
    std::array<Places, kRanks> places;
  };

  static Places places_of(const Table& table, Cards hand, Cards others, int card);
  static Choice choice_of(const Table& table, Cards hand, Cards legal, int chosen);
  float sum(const Places& places) const;
  void soften(const Choice& choice, Chances& chances) const;
  void learn(const Choice& choice, float rate, std::vector<float>& squares);

  std::array<float, kSize> weights_{};
};

// Reads the records of a file, or ends the program.
std::vector<Record> records_of(const std::string& path);

// Writes records to a file, or ends the program.
void save_records(const std::string& path, const std::vector<Record>& records);

// The house bot's search: every answer is played out in the same worlds, and the best is taken.
#pragma once

#include "manner.h"

// How the others are held to play in the playouts.
enum class Belief {
  kHouse,    // by the quick policy, as the bot itself
  kLearnt,   // loosely, as likely as their cards so far make it
  kLoose,    // loosely
};

// What a search plays for, and how long it looks. A pair is used as far as the others are held to
// play by the quick policy, and as far as they are held to play loosely.
struct Settings {
  Belief belief = Belief::kHouse;
  bool sees_all = false;      // the hands as they lie, instead of worlds
  int worlds = 60;            // three times as many while another seat may shoot the moon
  int late_factor = 1;        // so many times more from five cards on
  int patience = 0;           // worlds before an answer may be given up
  double doubt = 0.7;         // standard errors by which the usual answer is left for another
  double prior = 0.0;         // log-odds that the others play loosely, before any card
  double prize = 39.0;        // for the least points in the deal
  double loose_prize = 39.0;
  double loose_watched_prize = 0.0;  // the same while another seat may shoot the moon
  double moon_cost = 0.0;     // for letting another shoot
  double loose_moon_cost = 0.0;
  bool discounts_own_moon = false;  // its prize counts only as far as the others play loosely
};

// A house bot on one seat.
class Bot {
 public:
  Bot(const Settings& settings, const Policies& policies, std::uint64_t seed)
      : settings_(settings), policies_(policies), chance_(seed) {}

  // Returns the card for the seat to play; of the position it uses what the seat may see.
  int choose(const Position& position, const History& history);

  // Returns how many playouts it has made.
  long playouts() const { return playouts_; }

  // Returns how many times it had a choice.
  long choices() const { return choices_; }

 private:
  // A card, and whether it is followed by playing for the moon.
  struct Answer {
    int card;
    bool for_the_moon;
  };
  // What the prizes come to, with what is believed of the others.
  struct Stakes {
    double prize;
    double own_moon_share;
    double moon_cost;
  };

  void believe(const View& view, const History& history);
  Stakes stakes_of(bool watched) const;
  std::vector<Answer> answers_of(const Position& position, const View& view) const;
  int look(const Position& position, const View& view, const std::vector<Answer>& answers,
           int usual);
  void play_out(Position& position, bool for_the_moon);
  int own_card(const Position& position, Cards legal, bool for_the_moon) const;
  int others_card(const Position& position, Cards legal);
  double worth(const Points& points) const;
  void imagine(const View& view, Position& world);

  const Settings& settings_;
  const Policies& policies_;
  Chance chance_;
  int me_ = 0;
  double loose_ = 0.0;  // how likely the others play loosely
  Stakes stakes_{};
  bool resisted_ = false;                // whether the others stop its moon in this world
  std::array<bool, kSeats> is_loose_{};  // in this world
  long playouts_ = 0;
  long choices_ = 0;
};

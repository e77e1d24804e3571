#include "search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "house.h"
#include "trials.h"

namespace {

constexpr double kEnvy = 0.4;      // how much the points of the others count
constexpr double kResisted = 0.75;  // of the worlds, in which the others stop its moon
constexpr int kWatched = 3;
constexpr int kLate = 5;  // cards in the hand

double between(double from, double to, double part) { return from + (to - from) * part; }

bool is_watched(const Table& table) { return table.sole >= 0 && table.sole != table.turn; }

// Returns the legal cards, of neighbours that do the same only the lowest.
std::vector<int> distinct(Cards legal, Cards apart) {
  std::vector<int> kept;
  for (Cards left = legal; left != 0; left &= left - 1) {
    const int card = low(left);
    if (!kept.empty()) {
      const int last = kept.back();
      const bool alike = suit_of(last) == suit_of(card) && cost(last) == cost(card);
      if (alike && (over(last) & under(card) & apart) == 0) continue;
    }
    kept.push_back(card);
  }
  return kept;
}

}  // namespace

int Bot::choose(const Position& position, const History& history) {
  const Cards legal = position.legal();
  if (!several(legal)) return low(legal);
  choices_++;
  const View view(position, history);
  me_ = view.me;
  const std::vector<Answer> answers = answers_of(position, view);
  if (answers.size() == 1) return answers.front().card;
  believe(view, history);
  stakes_ = stakes_of(is_watched(position.table()));
  const int picked = pick(position, legal);
  int usual = 0;
  for (std::size_t at = 0; at < answers.size() && !answers[at].for_the_moon; at++) {
    const int card = answers[at].card;
    if (card <= picked && suit_of(card) == suit_of(picked)) usual = static_cast<int>(at);
  }
  return answers[look(position, view, answers, usual)].card;
}

void Bot::believe(const View& view, const History& history) {
  if (settings_.belief == Belief::kHouse) loose_ = 0.0;
  if (settings_.belief == Belief::kLoose) loose_ = 1.0;
  if (settings_.belief == Belief::kLearnt) {
    loose_ = loose_share(policies_, view, history, settings_.prior, chance_);
  }
}

// The prizes grow more slowly than the belief: a wrong one costs moons.
Bot::Stakes Bot::stakes_of(bool watched) const {
  Stakes stakes;
  stakes.prize = between(settings_.prize, settings_.loose_prize, std::pow(loose_, 2));
  if (watched) stakes.prize = settings_.loose_watched_prize * std::pow(loose_, 3);
  stakes.own_moon_share = settings_.discounts_own_moon ? loose_ : 1.0;
  stakes.moon_cost = between(settings_.moon_cost, settings_.loose_moon_cost, loose_);
  return stakes;
}

std::vector<Bot::Answer> Bot::answers_of(const Position& position, const View& view) const {
  const Table& table = position.table();
  const std::vector<int> cards = distinct(position.legal(), view.unseen | table.trick);
  std::vector<Answer> answers;
  for (int card : cards) answers.push_back({card, false});
  const bool within_reach = table.sole == kNobody || table.sole == me_;
  if (!within_reach || !may_be_shot(view.hand, view.unseen)) return answers;
  for (int card : cards) answers.push_back({card, true});
  return answers;
}

int Bot::look(const Position& position, const View& view, const std::vector<Answer>& answers,
              int usual) {
  const bool watched = is_watched(position.table());
  int worlds = settings_.worlds * (watched ? kWatched : 1);
  if (count(view.hand) <= kLate) worlds *= settings_.late_factor;
  Trials trials(static_cast<int>(answers.size()));
  for (int done = 1; done <= worlds && trials.left().size() > 1; done++) {
    Position world = position;
    imagine(view, world);
    resisted_ = !watched && chance_.part() < kResisted;
    for (int at : trials.left()) {
      Position tried = world;
      tried.play(answers[at].card);
      play_out(tried, answers[at].for_the_moon);
      trials.add(at, worth(tried.result()));
    }
    if (done >= settings_.patience) trials.give_up(done);
  }
  return trials.best(usual, watched ? 0.0 : settings_.doubt);
}

void Bot::imagine(const View& view, Position& world) {
  for (bool& loose : is_loose_) loose = chance_.part() < loose_;
  if (settings_.sees_all) return;
  Hands hands;
  while (!deal(view, chance_, hands)) continue;
  world.set_hands(hands);
}

void Bot::play_out(Position& position, bool for_the_moon) {
  playouts_++;
  while (!position.over() && !position.settled()) {
    const Cards legal = position.legal();
    if (!several(legal)) {
      position.play(low(legal));
    } else if (position.table().turn == me_) {
      position.play(own_card(position, legal, for_the_moon));
    } else {
      position.play(others_card(position, legal));
    }
  }
}

int Bot::own_card(const Position& position, Cards legal, bool for_the_moon) const {
  const int sole = position.table().sole;
  if (for_the_moon && (sole == kNobody || sole == me_)) return reach(position, legal);
  return pick_on_guard(position, legal);
}

int Bot::others_card(const Position& position, Cards legal) {
  const Table& table = position.table();
  if (is_loose_[table.turn]) {
    return policies_.loose.pick(table, position.own(), legal, chance_);
  }
  const bool in_the_way = resisted_ && table.sole == me_;
  return in_the_way ? pick_on_guard(position, legal) : pick(position, legal);
}

// Returns what it is worth to the bot that a deal comes to so many points.
double Bot::worth(const Points& points) const {
  const int mine = points[me_];
  const int total = std::accumulate(points.begin(), points.end(), 0);
  const int least = *std::min_element(points.begin(), points.end());
  const bool shot = total > kPoints;
  if (shot && mine > least) return -mine - stakes_.moon_cost;
  const double value = kEnvy * (total - mine) / (kSeats - 1) - mine;
  if (mine > least) return value;
  const auto sharing = std::count(points.begin(), points.end(), least);
  const double share = shot ? stakes_.own_moon_share : 1.0;
  return value + share * stakes_.prize / static_cast<double>(sharing);
}

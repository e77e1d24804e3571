#include "search.h"

#include <algorithm>
#include <numeric>

#include "features.h"
#include "house.h"
#include "trials.h"

namespace {

constexpr int kWorlds = 60;
constexpr int kWatched = 3;         // times as many while another seat may shoot the moon
constexpr double kDoubt = 0.7;      // errors by which the usual answer is left for another
constexpr double kEnvy = 0.4;       // how much the points of the others count
constexpr double kPrize = 39.0;     // for the least points, if no other seat may shoot the moon
constexpr double kResisted = 0.75;  // of the worlds, in which the others stop its moon

bool is_watched(const Table& table) { return table.sole >= 0 && table.sole != table.turn; }

}  // namespace

int Search::choose(const Position& position, const History& history) {
  const Cards legal = position.legal();
  if (!several(legal)) return low(legal);
  const View view(position, history);
  me_ = view.me;
  const std::vector<Answer> answers = answers_of(position, view);
  if (answers.size() == 1) return answers.front().card;
  const int picked = pick(position, legal);
  int usual = 0;
  for (std::size_t at = 0; at < answers.size() && !answers[at].for_the_moon; at++) {
    const int card = answers[at].card;
    if (card <= picked && suit_of(card) == suit_of(picked)) usual = static_cast<int>(at);
  }
  return answers[look(position, view, answers, usual)].card;
}

std::vector<Search::Answer> Search::answers_of(const Position& position, const View& view) const {
  const Table& table = position.table();
  const std::vector<int> cards = distinct(position.legal(), view.unseen | table.trick);
  std::vector<Answer> answers;
  for (int card : cards) answers.push_back({card, false});
  const bool within_reach = table.sole == kNobody || table.sole == me_;
  if (!within_reach || !may_be_shot(view.hand, view.unseen)) return answers;
  for (int card : cards) answers.push_back({card, true});
  return answers;
}

int Search::look(const Position& position, const View& view, const std::vector<Answer>& answers,
                 int usual) {
  const bool watched = is_watched(position.table());
  prize_ = watched ? 0.0 : kPrize;
  const int worlds = kWorlds * (watched ? kWatched : 1);
  Trials trials(static_cast<int>(answers.size()));
  for (int done = 1; done <= worlds && trials.left().size() > 1; done++) {
    Hands hands;
    while (!deal(view, chance_, hands)) continue;
    Position world = position;
    world.set_hands(hands);
    resisted_ = !watched && chance_.part() < kResisted;
    for (int at : trials.left()) {
      Position tried = world;
      tried.play(answers[at].card);
      play_out(tried, answers[at].for_the_moon);
      trials.add(at, worth(tried.result()));
    }
    trials.give_up(done);
  }
  return trials.best(usual, watched ? 0.0 : kDoubt);
}

void Search::play_out(Position& position, bool for_the_moon) const {
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

int Search::own_card(const Position& position, Cards legal, bool for_the_moon) const {
  const int sole = position.table().sole;
  if (for_the_moon && (sole == kNobody || sole == me_)) return reach(position, legal);
  return pick_on_guard(position, legal);
}

int Search::others_card(const Position& position, Cards legal) const {
  const bool in_the_way = resisted_ && position.table().sole == me_;
  return in_the_way ? pick_on_guard(position, legal) : pick(position, legal);
}

// Returns what it is worth to the bot that a deal comes to so many points.
double Search::worth(const Points& points) const {
  const int mine = points[me_];
  const int total = std::accumulate(points.begin(), points.end(), 0);
  const int least = *std::min_element(points.begin(), points.end());
  if (total > kPoints && mine > least) return -mine;
  const double value = kEnvy * (total - mine) / (kSeats - 1) - mine;
  if (mine > least) return value;
  const auto sharing = std::count(points.begin(), points.end(), least);
  return value + prize_ / static_cast<double>(sharing);
}

#include "match.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "threads.h"

namespace {

// What came of a deal for the bot: all seats' means if it sat on all of them.
struct Outcome {
  double least;  // its share of having the least points
  double points;
  double others;
  bool moon;
};

struct Tally {
  double sum = 0.0;
  double squares = 0.0;
  int number = 0;

  void add(double value) {
    sum += value;
    squares += value * value;
    number++;
  }

  double mean() const { return sum / number; }

  // Returns half of the 95 % interval.
  double error() const {
    const double spread = std::max(0.0, squares / number - mean() * mean());
    return 1.96 * std::sqrt(spread / number);
  }
};

Outcome outcome_of(const Points& points, int seat, bool everywhere) {
  const int total = std::accumulate(points.begin(), points.end(), 0);
  const int least = *std::min_element(points.begin(), points.end());
  const auto sharing = std::count(points.begin(), points.end(), least);
  Outcome outcome{};
  outcome.moon = total > kPoints;
  outcome.points = everywhere ? total / 4.0 : points[seat];
  outcome.others = everywhere ? total / 4.0 : (total - points[seat]) / 3.0;
  if (everywhere) {
    outcome.least = 0.25;
  } else if (points[seat] == least) {
    outcome.least = 1.0 / static_cast<double>(sharing);
  }
  return outcome;
}

Outcome play_deal(const Contest& contest, int deal, int seat) {
  const std::uint64_t number = contest.seed << 32 | static_cast<std::uint64_t>(deal);
  Chance chance(number * kSeats + seat);
  std::array<Player, kSeats> players;
  for (int at = 0; at < kSeats; at++) {
    players[at] = at == seat ? contest.bot(chance) : contest.others(chance);
  }
  Position position(dealt(number));
  played_out(position, players);
  return outcome_of(position.result(), seat, contest.alike);
}

void print(const std::vector<std::vector<Outcome>>& sets) {
  Tally least, points, others, moons;
  for (const auto& set : sets) {
    Outcome sum{};
    double shot = 0.0;
    for (const Outcome& outcome : set) {
      sum.least += outcome.least;
      sum.points += outcome.points;
      sum.others += outcome.others;
      shot += outcome.moon;
    }
    const auto games = static_cast<double>(set.size());
    least.add(100 * sum.least / games);
    points.add(sum.points / games);
    others.add(sum.others / games);
    moons.add(100 * shot / games);
  }
  std::printf("least %.1f ± %.1f %%, points %.2f ± %.2f, others %.2f ± %.2f, ", least.mean(),
              least.error(), points.mean(), points.error(), others.mean(), others.error());
  std::printf("moons %.1f ± %.1f %%\n", moons.mean(), moons.error());
}

}  // namespace

Seating learnt(const PackedNet& weights) {
  return [&weights](Chance&) {
    return [&weights](const Position& position, const History& history) {
      return judged_card(weights, position, history);
    };
  };
}

void play(const Contest& contest) {
  const int seats = contest.alike ? 1 : kSeats;
  std::vector<std::vector<Outcome>> sets(contest.deals / seats, std::vector<Outcome>(seats));
  for_each_number(static_cast<int>(sets.size()) * seats, [&](int game) {
    sets[game / seats][game % seats] = play_deal(contest, game / seats, game % seats);
  });
  print(sets);
}
